/**
 * The answers from the trees of one order: ranks, places, pages.
 *
 * Answers as numbers and bytes make no garbage; those as objects are made of them.
 */
import { type OrderKey, shownRank } from "../../core/order.ts";
import type { Players } from "../../members/players.ts";
import type {
  Around,
  AroundSink,
  Extent,
  Page,
  Place,
  PlaceFields,
  Probe,
  Row,
  RowSink,
} from "../rank-index.ts";
import { Bound } from "./bound.ts";
import type { Forest } from "./forest.ts";
import type { MemberOrder } from "./member-order.ts";

export class Ranking {
  readonly order: MemberOrder;
  readonly forest: Forest;
  readonly #players: Players;

  constructor(forest: Forest) {
    this.order = forest.order;
    this.forest = forest;
    this.#players = forest.order.players;
  }

  rank(tree: number, playerId: string): number {
    const row = this.#find(tree, playerId);
    return row === 0 ? 0 : this.#rankOf(tree, row);
  }

  ranks(tree: number, playerIds: readonly string[]): number[] {
    const { rows } = this.order;
    const ranks: number[] = [];
    for (let from = 0; from < playerIds.length; from += manyMax) {
      const count = Math.min(manyMax, playerIds.length - from);
      this.#players.findMany(playerIds, from, from + count, asked);
      rows.findMany(tree, asked, found, count);
      for (let i = 0; i < count; i++) if (found[i] !== 0 && rows.leaf(found[i]!) === 0) found[i] = 0;
      this.forest.touchPositions(found, count);
      for (let i = 0; i < count; i++) ranks.push(found[i] === 0 ? 0 : this.#rankOf(tree, found[i]!));
    }
    return ranks;
  }

  writeRows(tree: number, offset: number, limit: number, sink: RowSink): number {
    const length = this.#read(tree, offset, limit);
    const { rows } = this.order;
    const { segmentBits, segmentMask, width } = rows;
    const players = this.#players;
    for (let i = 0; i < length; i++) {
      const row = found[i]!;
      const id = players.bytesAt(asked[i]!);
      const start = players.startAt(asked[i]!);
      const numbers = rows.numbers[row >>> segmentBits]!;
      sink.row(ranks[i]!, id, start + 1, start + 1 + id[start]!, numbers, (row & segmentMask) * width);
    }
    return this.forest.size(tree);
  }

  writeRowsFrom(tree: number, key: OrderKey, side: "after" | "before", limit: number, sink: RowSink): Extent {
    const { offset, length } = this.#stretch(tree, key, side, limit);
    return { total: this.writeRows(tree, offset, length, sink), offset };
  }

  writeAround(tree: number, playerId: string, above: number, below: number, sink: AroundSink): boolean {
    const row = this.#find(tree, playerId);
    if (row === 0) return false;
    this.#fillPlace(tree, row);
    const { ahead } = place;
    const offset = Math.max(0, ahead - above);
    sink.place(place);
    this.writeRows(tree, offset, ahead + below + 1 - offset, sink);
    return true;
  }

  slice(tree: number, offset: number, limit: number): Page {
    return { total: this.forest.size(tree), offset, rows: this.#rows(tree, offset, limit) };
  }

  sliceFrom(tree: number, key: OrderKey, side: "after" | "before", limit: number): Page {
    const { offset, length } = this.#stretch(tree, key, side, limit);
    return this.slice(tree, offset, length);
  }

  around(tree: number, playerId: string, above: number, below: number): Around | null {
    const row = this.#find(tree, playerId);
    if (row === 0) return null;
    const found = this.#place(tree, row);
    const offset = Math.max(0, found.ahead - above);
    const rows = this.#rows(tree, offset, found.ahead + below + 1 - offset);
    return { total: this.forest.size(tree), place: found, rows };
  }

  places(tree: number, playerIds: readonly string[]): { total: number; places: readonly (Place | null)[] } {
    const places = playerIds.map((playerId) => {
      const row = this.#find(tree, playerId);
      return row === 0 ? null : this.#place(tree, row);
    });
    return { total: this.forest.size(tree), places };
  }

  probe(tree: number, values: readonly number[], reachedAt: number, above: number, below: number): Probe {
    const { forest } = this;
    const { rule, ties } = this.order;
    const total = forest.size(tree);
    bound.behindNewcomer(rule, values, reachedAt);
    const ahead = forest.countBefore(tree, bound);
    bound.atValues(rule, values, true);
    const worse = total - forest.countBefore(tree, bound);
    bound.atValues(rule, values, false);
    const better = forest.countBefore(tree, bound);
    const distinctBetter = ties === "dense" ? forest.distinctBefore(tree, bound) : 0;
    const rank = shownRank(ties, ahead, better, distinctBetter);
    const offset = Math.max(0, ahead - above);
    const rows = this.#rows(tree, offset, ahead + below - offset);
    return { total, rank, ahead, better, worse, offset, rows };
  }

  /** The row of a member, 0 if there is no such member. */
  #find(tree: number, playerId: string): number {
    const { rows } = this.order;
    const player = this.#players.find(playerId);
    const row = player === 0 ? 0 : rows.find(tree, player);
    // Told by its leaf, which lies beside what was compared: the flag of presence may be a cache miss away.
    return row !== 0 && rows.leaf(row) !== 0 ? row : 0;
  }

  /** The places right behind or right before a key: the first, and how many at most. */
  #stretch(tree: number, key: OrderKey, side: "after" | "before", limit: number) {
    bound.atKey(this.order.rule, key, side === "after");
    const border = this.forest.countBefore(tree, bound);
    if (side === "after") return { offset: border, length: limit };
    const offset = Math.max(0, border - limit);
    return { offset, length: border - offset };
  }

  #rankOf(tree: number, row: number): number {
    const { ties } = this.order;
    if (ties === "dense") return this.forest.distinctThrough(row);
    const ahead = this.forest.position(row);
    return 1 + (ties === "shared" ? this.#better(tree, row, ahead) : ahead);
  }

  #fillPlace(tree: number, row: number): void {
    const { forest } = this;
    const { rows, ties } = this.order;
    const ahead = forest.position(row);
    const better = this.#better(tree, row, ahead);
    const address = this.#players.addressOf(rows.player(row));
    const start = this.#players.startAt(address);
    place.total = forest.size(tree);
    place.ahead = ahead;
    place.better = better;
    place.worse = place.total - this.#notWorse(tree, row, ahead);
    place.rank = shownRank(ties, ahead, better, this.#distinctBetter(row));
    place.attempts = rows.attempts(row);
    place.id = this.#players.bytesAt(address);
    place.start = start + 1;
    place.end = start + 1 + place.id[start]!;
    place.numbers = rows.numbers[row >>> rows.segmentBits]!;
    place.at = (row & rows.segmentMask) * rows.width;
  }

  #place(tree: number, row: number): Place {
    this.#fillPlace(tree, row);
    const { rank, ahead, better, worse } = place;
    const { playerId, values, reachedAt, attempts, event } = this.#row(row, rank);
    // Spelled out: spreading the row costs ten times as much as all the rest.
    return { rank, playerId, values, reachedAt, attempts, event, ahead, better, worse };
  }

  /** Members with strictly better columns than a row's. Looks for them only where the row in front is equal. */
  #better(tree: number, row: number, ahead: number): number {
    if (!this.forest.isTiedBefore(row)) return ahead;
    bound.atColumnsOf(this.order, row, false);
    return this.forest.countBefore(tree, bound);
  }

  /** Members with better or equal columns, the row among them. */
  #notWorse(tree: number, row: number, ahead: number): number {
    if (!this.forest.isTiedAfter(row)) return ahead + 1;
    bound.atColumnsOf(this.order, row, true);
    return this.forest.countBefore(tree, bound);
  }

  /** Distinct strictly better columns; 0 where no rank asks for them. */
  #distinctBetter(row: number): number {
    return this.order.ties === "dense" ? this.forest.distinctThrough(row) - 1 : 0;
  }

  /** Rows in order from a 0-based place on, with their ranks. */
  #rows(tree: number, offset: number, limit: number): Row[] {
    const length = this.#read(tree, offset, limit);
    const rows: Row[] = [];
    for (let i = 0; i < length; i++) rows.push(this.#row(found[i]!, ranks[i]!));
    return rows;
  }

  /** Finds the rows from a 0-based place on: how many. Their ranks, and where their ids are kept, stand beside them. */
  #read(tree: number, offset: number, limit: number): number {
    const length = Math.max(0, Math.min(limit, this.forest.size(tree) - offset));
    if (length > found.length) makeRoom(length);
    this.forest.read(tree, offset, found, length);
    const { rows } = this.order;
    for (let i = 0; i < length; i++) asked[i] = rows.player(found[i]!);
    this.#players.locate(asked, length);
    if (length > 0) this.#rank(tree, offset, length);
    return length;
  }

  /** Fills in the shown ranks of the rows found, which start at a 0-based place. */
  #rank(tree: number, offset: number, length: number): void {
    const { order } = this;
    const { ties } = order;
    if (ties === "first" || ties === "last") {
      for (let i = 0; i < length; i++) ranks[i] = offset + i + 1;
      return;
    }
    let better = ties === "shared" ? this.#better(tree, found[0]!, offset) : 0;
    let distinctBetter = this.#distinctBetter(found[0]!);
    ranks[0] = shownRank(ties, offset, better, distinctBetter);
    for (let i = 1; i < length; i++) {
      if (!order.sameColumns(found[i - 1]!, found[i]!)) {
        better = offset + i;
        distinctBetter += 1;
      }
      ranks[i] = shownRank(ties, offset + i, better, distinctBetter);
    }
  }

  #row(row: number, rank: number): Row {
    const { rows } = this.order;
    return {
      rank,
      playerId: this.#players.idOf(rows.player(row)),
      values: rows.values(row),
      reachedAt: rows.reachedAt(row),
      attempts: rows.attempts(row),
      event: rows.event(row),
    };
  }
}

/** Ranks that are asked for together. */
const manyMax = 64;

/** What is looked for, and the rows of one page: one for all indexes, as an answer is one step. */
const bound = new Bound();
let found = new Uint32Array(128);
/** Players of what is asked for; then where their ids are kept. */
let asked = new Uint32Array(128);
let ranks = new Uint32Array(128);

function makeRoom(length: number): void {
  found = new Uint32Array(length);
  asked = new Uint32Array(length);
  ranks = new Uint32Array(length);
}

/** The place that a sink is given. */
const place: PlaceFields = {
  total: 0,
  rank: 0,
  ahead: 0,
  better: 0,
  worse: 0,
  attempts: 0,
  id: new Uint8Array(0),
  start: 0,
  end: 0,
  numbers: new Float64Array(0),
  at: 0,
};
