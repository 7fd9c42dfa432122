/** What every verb of the service works with: built once, in main.ts, and handed down. */
import type { Ledger } from "../ledger/ledger.ts";
import type { RankIndex } from "../rank-index/rank-index.ts";

/** What a verb throws when the ledger cannot take its records. */
export { LedgerFault } from "../ledger/ledger.ts";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a clock that is never set. */
  monotonic(): number;
}

export interface Context {
  readonly ledger: Ledger;
  readonly index: RankIndex;
  readonly clock: Clock;
  /** How far the wall clock has moved against the monotonic one since the start, in milliseconds. */
  skewMs(): number;
  /** An id that was never made before: for matches without one, keys and jobs. */
  makeId(): string;
}
