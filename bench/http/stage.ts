/** What every workload of the HTTP bench is given. */
import type { LaurelServer } from "./laurel.ts";
import type { Peers } from "./peers.ts";

export interface Settings extends Record<string, unknown> {
  readonly players: number;
  readonly prior: number;
  readonly peerPrior: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly standings: readonly number[];
  /** 0: no long run. */
  readonly minutes: number;
  /** Scores a second of the long run. */
  readonly rate: number;
  readonly seed: number;
  readonly hugePages: boolean;
  readonly only: readonly string[];
  readonly folder: string | undefined;
  readonly build: boolean;
  /** Whether the sizes are those that the targets mean. */
  readonly full: boolean;
}

export interface Stage {
  readonly laurel: LaurelServer;
  readonly peers: Peers;
  readonly settings: Settings;
  /** A seed that no run before has had: matchIds must not come twice. */
  nextSeed(): number;
}
