/**
 * The ledger port: what every store of records must do. The ledger is the truth; it decides nothing.
 *
 * Expected refusals never come this way: `decide` returns them as values. What a ledger throws is a
 * LedgerFault: it could not take the group, and says whether it may have.
 */
import type { Catalogue } from "../core/catalogue.ts";
import type { DraftStanding, Known } from "../core/draft.ts";
import type { Standing } from "../core/fold.ts";
import type { LedgerRecord, ScoreRecord } from "../core/record.ts";

/** The identity of an event. */
export interface Identity {
  /** Board id. */
  readonly board: string;
  readonly playerId: string;
  readonly matchId: string;
}

/** What a decision leaves: records to make durable, in order, and the standings after them. */
export interface Decision<T> {
  readonly records: readonly LedgerRecord[];
  readonly standings: Iterable<DraftStanding>;
  readonly result: T;
}

/** What a group has become: durable. */
export interface Committed<T> {
  /** Sequence of the group's last record; the ledger's position after it. */
  readonly position: number;
  readonly standings: readonly DraftStanding[];
  readonly result: T;
}

/** A record with its place. */
export interface Sequenced {
  readonly sequence: number;
  readonly record: LedgerRecord;
  /** When its group was committed: milliseconds since 1970, by the clock of the server that took it. */
  readonly committedAt: number;
}

/** An event with its place. */
export interface PlayerEvent {
  readonly sequence: number;
  readonly record: ScoreRecord;
  /** When its group was committed. */
  readonly committedAt: number;
  /** As the actions on it left it. */
  readonly state: "counted" | "held" | "voided";
}

export interface EventPage {
  readonly events: readonly PlayerEvent[];
  /** The commit time up to which it tells of everything; null where that is now. */
  readonly asOf: number | null;
}

export interface StateRow {
  readonly index: number;
  readonly player: number;
  readonly playerId: string;
  readonly standing: Standing;
  readonly revision: number;
}

export interface Ledger {
  /** The catalogue as of the last commit. Read it, never change it. */
  readonly catalogue: Catalogue;
  /** Sequence of the last record that is durable; 0 for a new ledger. */
  readonly position: number;

  /**
   * One transaction: reads what `touched` names, lets `decide` decide, and makes its records durable, all or
   * none. `decide` is pure and may be called again; only what its last call returns is taken. `settle` runs once
   * everything is durable and before any later transaction reads, so that an index can be brought up to date in
   * ledger order.
   *
   * Throws a LedgerFault where it could not be done.
   */
  transact<T>(
    touched: readonly Identity[],
    decide: (known: Known) => Decision<T>,
    settle?: (committed: Committed<T>) => void | Promise<void>,
  ): Promise<Committed<T>>;

  /**
   * The same without a decision: records that were decided elsewhere, with the ids of the players that they name.
   * Refused (`not_taken`) if the ledger is not at `position`.
   */
  append(
    position: number,
    committedAt: number,
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
    settle?: (committed: Committed<null>) => void | Promise<void>,
  ): Promise<void>;

  /** Every record behind `position`, in order: as far as `states` holds them too. */
  follow(position: number): AsyncIterable<Sequenced>;

  /** Every standing, in no order. */
  states(): AsyncIterable<StateRow>;

  /**
   * A page of the events of one player on one board, newest accepted first: at most `limit`, those in front of the
   * one with the match `before` (null: from the newest). null where there is no such event.
   *
   * Throws a LedgerFault (`not_taken`) while it cannot tell.
   */
  eventsOf(board: number, playerId: string, before: string | null, limit: number): Promise<EventPage | null>;

  /** The records with these sequences; one that is not a score, or whose board is gone, is left out. */
  events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>>;

  /** The id of a player's number. */
  playerId(number: number): string;

  /**
   * null while it takes writes, or will by itself once the disk has space again; else what is wrong, and what
   * to do.
   */
  fault(): string | null;

  close(): Promise<void>;
}

/**
 * Why a group was not taken.
 * - `not_taken`: certainly not; try again later.
 * - `unknown_outcome`: perhaps; a retry is safe, as identities say what was taken.
 * - `decide_failed`: the decision itself threw; nothing was taken, and the group may be split.
 */
export class LedgerFault extends Error {
  readonly outcome: "not_taken" | "unknown_outcome" | "decide_failed";
  constructor(outcome: LedgerFault["outcome"], message: string, cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}
