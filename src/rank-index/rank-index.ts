/**
 * The rank index port: ordered sets of standings that answer rank questions.
 *
 * An index can always be thrown away and built again from the ledger; it decides nothing. Every answer of one
 * call is taken from one moment, so ranks, rows and totals in it agree. All implementations pass
 * test/contract/rank-index-contract.ts.
 */
import type { Standing } from "../core/fold.ts";
import type { OrderKey, OrderRule } from "../core/order.ts";

/**
 * Names one (board, period, scope), never used twice: see core/index-number.ts.
 */
export type IndexNumber = number;

export type Awaitable<T> = T | Promise<T>;

/** What the public sees of one member on one index from `revision` on. */
export interface Change {
  readonly index: IndexNumber;
  readonly player: number;
  readonly playerId: string;
  /** null is *none*: a change like any other. */
  readonly standing: Standing | null;
  /** Sequence of the last ledger record that touched the member: a later one contains the earlier. */
  readonly revision: number;
}

/** A member as it is shown: `rank` is 1-based and by the board's ties. */
export interface Row {
  readonly rank: number;
  readonly playerId: string;
  readonly values: readonly number[];
  readonly reachedAt: number;
  readonly attempts: number;
  /** Ledger sequence of the event that made the standing. */
  readonly event: number;
}

/** A member with the counts that percentiles need. */
export interface Place extends Row {
  /** 0-based place in the order: how many stand before it. */
  readonly ahead: number;
  /** Members with strictly better columns. */
  readonly better: number;
  /** Members with strictly worse columns. */
  readonly worse: number;
}

/** Where consecutive rows of the order begin. */
export interface Extent {
  readonly total: number;
  /** 0-based place of the first row; where the page would start if it is empty. */
  readonly offset: number;
}

/** Consecutive rows of the order. */
export interface Page extends Extent {
  readonly rows: readonly Row[];
}

export interface Around {
  readonly total: number;
  readonly place: Place;
  /** The rows above, the member's own and those below, in order. */
  readonly rows: readonly Row[];
}

/** Where a newcomer would stand; `total` counts without it. */
export interface Probe {
  readonly total: number;
  readonly rank: number;
  readonly ahead: number;
  readonly better: number;
  readonly worse: number;
  /** 0-based place of the first of `rows`. */
  readonly offset: number;
  /** Members just above and just below; ranks as they are now, without the newcomer. */
  readonly rows: readonly Row[];
}

/**
 * Takes rows as they are kept, so that an answer is written without an object or a string a row.
 *
 * The arrays are lent until the call that writes ends: who wants a cursor keeps where the first and the last row
 * stand in them, and reads id and key from there before it goes on.
 */
export interface RowSink {
  /**
   * The next row. `id` holds the UTF-8 bytes of the player's id from `start` to before `end`; `numbers` the values
   * from `at` on, a scaled integer a column, and reachedAt behind them.
   */
  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void;
}

/** A member's place as a sink is given it: one object that is filled again and again, so good for one call. */
export interface PlaceFields {
  total: number;
  rank: number;
  ahead: number;
  better: number;
  worse: number;
  attempts: number;
  /** As in RowSink: id bytes, then values and reachedAt. */
  id: Uint8Array;
  start: number;
  end: number;
  numbers: Float64Array;
  at: number;
}

/** Takes a member's place, then the rows around it. */
export interface AroundSink extends RowSink {
  place(place: PlaceFields): void;
}

export interface RankIndex {
  /**
   * Makes an index ready to take puts. Repeating it changes nothing, nor does it bring back an index that was
   * dropped. A put to an index that was never opened, or was dropped, goes nowhere.
   */
  open(index: IndexNumber, rule: OrderRule): Awaitable<void>;

  /** Orders an index anew under another tie rule, as a whole. */
  reorder(index: IndexNumber, rule: OrderRule): Awaitable<void>;

  /** Throws an index away for good: its number never takes a put again. */
  drop(index: IndexNumber): Awaitable<void>;

  /**
   * Takes changes, all in one step, and moves the position up to which the index is whole to `wholeTo`, never back.
   *
   * A change counts only if its revision is above the member's and above the position held whole before:
   * late, repeated and reordered puts are harmless. The revision of *none* is kept until `wholeTo` passes it.
   */
  put(changes: readonly Change[], wholeTo: number): Awaitable<void>;

  /**
   * Fills an opened index without members with many at once; same meaning as puts of each, but fast, and members
   * count also where their revisions are at or below the position held whole.
   */
  build(index: IndexNumber, members: Iterable<Change>): Awaitable<void>;

  /** Ledger position up to which everything has been put. */
  wholeTo(): Awaitable<number>;

  /** Changes whenever an answer from this index may have changed; never the same for two different states. */
  version(index: IndexNumber): Awaitable<number>;

  /** Number of members; 0 for an index that was never opened. */
  size(index: IndexNumber): Awaitable<number>;

  /** The shown rank of one member; 0 if it is not there. */
  rank(index: IndexNumber, playerId: string): Awaitable<number>;
  /** The shown ranks of many, in the order asked, all of one moment; 0 for those not there. */
  ranks(index: IndexNumber, playerIds: readonly string[]): Awaitable<number[]>;
  /** `slice` into a sink; returns the total. */
  writeRows(index: IndexNumber, offset: number, limit: number, sink: RowSink): Awaitable<number>;
  /** `sliceFrom` into a sink. */
  writeRowsFrom(
    index: IndexNumber,
    key: OrderKey,
    side: "after" | "before",
    limit: number,
    sink: RowSink,
  ): Awaitable<Extent>;
  /** `around` into a sink; false, and nothing written, if the member is not there. */
  writeAround(
    index: IndexNumber,
    playerId: string,
    above: number,
    below: number,
    sink: AroundSink,
  ): Awaitable<boolean>;
  /** Rows from a 0-based place on: none behind the end, where `offset` is still the one that was asked for. */
  slice(index: IndexNumber, offset: number, limit: number): Awaitable<Page>;

  /** Rows right behind (`after`) or right before (`before`) a key that need not be there, best first. */
  sliceFrom(index: IndexNumber, key: OrderKey, side: "after" | "before", limit: number): Awaitable<Page>;

  /** One member with up to `above` and `below` neighbours; null if it is not there. */
  around(index: IndexNumber, playerId: string, above: number, below: number): Awaitable<Around | null>;

  /** The places of many players, in the order asked, with the total: all of one moment. */
  places(
    index: IndexNumber,
    playerIds: readonly string[],
  ): Awaitable<{ total: number; places: readonly (Place | null)[] }>;

  /**
   * Where a newcomer with these values, reached at that instant, would stand: behind members that are equal
   * in all of it. Rows: up to `above` before and `below` behind that place.
   */
  probe(
    index: IndexNumber,
    values: readonly number[],
    reachedAt: number,
    above: number,
    below: number,
  ): Awaitable<Probe>;
}
