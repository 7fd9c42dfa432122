/**
 * The rank index in memory: a counted B+tree an index over member rows, which are the ledger's state as well.
 *
 * Every method is one synchronous step, so what a call answers is of one moment without any lock. What a dropped or
 * reordered index leaves behind is swept up in slices, between other work.
 */
import type { OrderKey, OrderRule } from "../../core/order.ts";
import type { Filling, ImagePart } from "../../members/image.ts";
import type { Members } from "../../members/members.ts";
import type {
  Around,
  AroundSink,
  Change,
  Extent,
  IndexNumber,
  Page,
  Place,
  Probe,
  RankIndex,
  RowSink,
} from "../rank-index.ts";
import { type AbandonedNodes, Forest } from "./forest.ts";
import { MemberOrder } from "./member-order.ts";
import type { NodeSizes, NodesDescription } from "./nodes.ts";
import { Ranking } from "./ranking.ts";
import { Roots } from "./roots.ts";
import { presentRows, sortRows } from "./sort-rows.ts";
import { newerRow, placeStanding, touchChanges, writeMember } from "./take-change.ts";
import { Tombstones } from "./tombstones.ts";

/** Rows looked at in one slice of sweeping up: a millisecond or two. */
const sweptRows = 40_000;
/** A node given back costs as much as so many rows looked at. */
const nodeCost = 10;
/** Changes whose rows and leaves are fetched together. */
const togetherMax = 32;
/** Members that take no more than this are mostly in the cache: to fetch them first costs more than it spares. */
const cachedBytes = 4 * 2 ** 20;

export class MemoryRankIndex implements RankIndex {
  readonly #members: Members;
  readonly #sizes: NodeSizes;
  readonly #roots = new Roots();
  /** By the order they answer for: ties, then directions. */
  readonly #byOrder = new Map<string, Ranking>();
  /** The ranking that holds the tree of an index, by its handle. */
  readonly #rankings: (Ranking | undefined)[] = [];
  /** The index that a handle was opened for. */
  readonly #indexes: number[] = [];
  /** Move with every visible change; by handle. */
  readonly #versions: number[] = [];
  readonly #tombstones = new Tombstones();
  /** Nodes of trees that are gone. */
  readonly #abandoned: { readonly forest: Forest; readonly nodes: AbandonedNodes }[] = [];
  #sweeping = false;
  #wholeTo = 0;

  /** `sizes`: small nodes and segments, for tests. */
  constructor(members: Members, sizes: NodeSizes = {}) {
    this.#members = members;
    this.#sizes = sizes;
  }

  /** What the trees take; the rows below them are the members'. */
  get bytes(): number {
    let bytes = this.#roots.bytes;
    for (const { forest } of this.#byOrder.values()) bytes += forest.bytes;
    return bytes;
  }

  /** Members that have rows already, from a checkpoint say, are put in order. */
  open(index: IndexNumber, rule: OrderRule): void {
    const handle = this.#members.handles.open(index, rule.directions.length);
    if (handle === 0 || this.#isOpen(handle, index)) return;
    const ranking = this.#enter(handle, index, rule, 0);
    if (this.#members.handles.rowsOf(handle) > 0) this.#plant(ranking, handle);
  }

  /** Opens every index that has members, as a ledger's replay leaves them, whole up to a position. */
  openAll(orderOf: (index: IndexNumber) => OrderRule | null, wholeTo: number): void {
    const { handles } = this.#members;
    const ordered = new Map<number, Ranking>();
    for (const [index, handle] of handles.all()) {
      const rule = this.#isOpen(handle, index) ? null : orderOf(index);
      if (rule !== null) ordered.set(handle, this.#enter(handle, index, rule, 0));
    }
    for (const { columns } of this.#members.rowRuns()) {
      const rows = this.#members.rowsOf(columns);
      const { all, ends } = presentRows(rows, handles.end, (row) => this.#bury(columns, row));
      for (const [handle, ranking] of ordered) {
        if (ranking.order.rows !== rows) continue;
        const from = ends[handle - 1]!;
        const to = ends[handle]!;
        sortRows(ranking.order, all, from, to);
        ranking.forest.bulkBuild(handle, all, from, to);
      }
    }
    this.put([], wholeTo);
    this.#sweepSoon();
  }

  reorder(index: IndexNumber, rule: OrderRule): void {
    const handle = this.#handleOf(index);
    if (handle === 0) return;
    const version = this.#versions[handle]! + 1;
    // Made first: where the rule does not fit the columns, nothing has happened yet.
    this.#rankingOf(rule, this.#members.handles.columnsOf(handle));
    const rows = this.#rankings[handle]!.forest.rowsOf(handle);
    this.#abandon(handle);
    const ranking = this.#enter(handle, index, rule, version);
    sortRows(ranking.order, rows, 0, rows.length);
    ranking.forest.bulkBuild(handle, rows, 0, rows.length);
  }

  drop(index: IndexNumber): void {
    const handle = this.#handleOf(index);
    if (handle !== 0) {
      this.#abandon(handle);
      this.#rankings[handle] = undefined;
    }
    this.#members.drop(index);
    this.#sweepSoon();
  }

  /**
   * Gives back what dropped and reordered indexes have left, at the cost of looking at `rowsMax` rows; whether some
   * is left. It happens by itself, a slice at a time.
   */
  sweep(rowsMax: number): boolean {
    const last = this.#abandoned.at(-1);
    if (last === undefined) return this.#members.sweep(rowsMax);
    last.forest.reclaim(last.nodes, Math.ceil(rowsMax / nodeCost));
    if (last.nodes.length === 0) this.#abandoned.pop();
    return true;
  }

  put(changes: readonly Change[], wholeTo: number): void {
    const fetches = changes.length > 1 && this.#members.bytes > cachedBytes;
    for (let from = 0; from < changes.length; from += togetherMax) {
      const to = Math.min(changes.length, from + togetherMax);
      if (fetches) touchChanges(changes, from, to, this.#members.handles, this.#rankings);
      for (let i = from; i < to; i++) this.#take(changes[i]!);
    }
    this.#wholeTo = Math.max(this.#wholeTo, wholeTo);
    this.#tombstones.free(this.#wholeTo);
  }

  build(index: IndexNumber, members: Iterable<Change>): void {
    const handle = this.#handleOf(index);
    if (handle === 0) return;
    const ranking = this.#rankings[handle]!;
    const size = ranking.forest.size(handle);
    if (size !== 0) throw new Error(`index ${index} is built while it has ${size} members`);
    try {
      for (const change of members) writeMember(ranking.order, handle, change);
    } finally {
      // Also when the source of the members fails: what came stands in rows and tree alike.
      this.#plant(ranking, handle);
      this.#versions[handle]! += 1;
      this.#tombstones.free(this.#wholeTo);
    }
  }

  wholeTo(): number {
    return this.#wholeTo;
  }

  version(index: IndexNumber): number {
    const handle = this.#handleOf(index);
    return handle === 0 ? 0 : this.#versions[handle]!;
  }

  size(index: IndexNumber): number {
    const handle = this.#handleOf(index);
    return handle === 0 ? 0 : this.#roots.size(handle);
  }

  rank(index: IndexNumber, playerId: string): number {
    const handle = this.#handleOf(index);
    return handle === 0 ? 0 : this.#rankings[handle]!.rank(handle, playerId);
  }

  ranks(index: IndexNumber, playerIds: readonly string[]): number[] {
    const handle = this.#handleOf(index);
    return handle === 0 ? playerIds.map(() => 0) : this.#rankings[handle]!.ranks(handle, playerIds);
  }

  writeRows(index: IndexNumber, offset: number, limit: number, sink: RowSink): number {
    const handle = this.#handleOf(index);
    return handle === 0 ? 0 : this.#rankings[handle]!.writeRows(handle, offset, limit, sink);
  }

  writeRowsFrom(
    index: IndexNumber,
    key: OrderKey,
    side: "after" | "before",
    limit: number,
    sink: RowSink,
  ): Extent {
    const handle = this.#handleOf(index);
    if (handle === 0) return { total: 0, offset: 0 };
    return this.#rankings[handle]!.writeRowsFrom(handle, key, side, limit, sink);
  }

  writeAround(index: IndexNumber, playerId: string, above: number, below: number, sink: AroundSink): boolean {
    const handle = this.#handleOf(index);
    return handle !== 0 && this.#rankings[handle]!.writeAround(handle, playerId, above, below, sink);
  }

  slice(index: IndexNumber, offset: number, limit: number): Page {
    const handle = this.#handleOf(index);
    if (handle === 0) return { total: 0, offset, rows: [] };
    return this.#rankings[handle]!.slice(handle, offset, limit);
  }

  sliceFrom(index: IndexNumber, key: OrderKey, side: "after" | "before", limit: number): Page {
    const handle = this.#handleOf(index);
    if (handle === 0) return { total: 0, offset: 0, rows: [] };
    return this.#rankings[handle]!.sliceFrom(handle, key, side, limit);
  }

  around(index: IndexNumber, playerId: string, above: number, below: number): Around | null {
    const handle = this.#handleOf(index);
    return handle === 0 ? null : this.#rankings[handle]!.around(handle, playerId, above, below);
  }

  places(
    index: IndexNumber,
    playerIds: readonly string[],
  ): { total: number; places: readonly (Place | null)[] } {
    const handle = this.#handleOf(index);
    if (handle === 0) return { total: 0, places: playerIds.map(() => null) };
    return this.#rankings[handle]!.places(handle, playerIds);
  }

  probe(
    index: IndexNumber,
    values: readonly number[],
    reachedAt: number,
    above: number,
    below: number,
  ): Probe {
    const handle = this.#handleOf(index);
    if (handle === 0) return { total: 0, rank: 1, ahead: 0, better: 0, worse: 0, offset: 0, rows: [] };
    return this.#rankings[handle]!.probe(handle, values, reachedAt, above, below);
  }

  /** The inside, for checking. */
  *trees(): Iterable<{ index: IndexNumber; forest: Forest; tree: number }> {
    for (const [tree, ranking] of this.#rankings.entries())
      if (ranking !== undefined) yield { index: this.#indexes[tree]!, forest: ranking.forest, tree };
  }

  /** All trees, for an image over that of the members. What is still to be swept up is given back first. */
  image(): ImagePart {
    while (this.#abandoned.length > 0) this.sweep(sweptRows);
    const forests = [...this.#byOrder.values()];
    const description: TreesDescription = {
      wholeTo: this.#wholeTo,
      forests: forests.map(({ order, forest }) => ({ rule: order.rule, nodes: forest.nodes.describe() })),
      trees: this.#rankings.map((ranking) => (ranking === undefined ? -1 : forests.indexOf(ranking))),
      indexes: this.#indexes,
      versions: this.#versions,
      room: this.#roots.length,
      tombstones: [...this.#tombstones.all()].map(({ rows, row, revision }) => [rows.columns, row, revision]),
    };
    return { description, segments: this.#views() };
  }

  /** The trees of an image over its members. */
  static fromImage(description: unknown, members: Members, sizes: NodeSizes = {}): Filling<MemoryRankIndex> {
    const { wholeTo, forests, trees, indexes, versions, room, tombstones } = description as TreesDescription;
    const index = new MemoryRankIndex(members, sizes);
    index.#wholeTo = wholeTo;
    index.#roots.resize(room);
    const rankings = forests.map(({ rule, nodes }) => {
      const ranking = index.#rankingOf(rule, rule.directions.length);
      ranking.forest.nodes.restore(nodes);
      return ranking;
    });
    for (const [handle, place] of trees.entries()) {
      index.#rankings.push(rankings[place]);
      index.#indexes.push(indexes[handle]!);
      index.#versions.push(versions[handle]!);
    }
    for (const [columns, row, revision] of tombstones)
      index.#tombstones.add(members.rowsOf(columns), row, revision);
    return { value: index, segments: index.#views() };
  }

  #views(): Uint8Array[] {
    const forests = [...this.#byOrder.values()];
    return [...this.#roots.views(), ...forests.flatMap(({ forest }) => forest.nodes.views())];
  }

  /** The handle of an index that is open here, 0 if it is not. */
  #handleOf(index: IndexNumber): number {
    const handle = this.#members.handles.find(index);
    return this.#isOpen(handle, index) ? handle : 0;
  }

  /** A handle that the members' owner took from another index and gave to this one is not open yet. */
  #isOpen(handle: number, index: IndexNumber): boolean {
    return this.#rankings[handle] !== undefined && this.#indexes[handle] === index;
  }

  #rankingOf(rule: OrderRule, columns: number): Ranking {
    const name = [rule.ties, columns, ...rule.directions].join(" ");
    let ranking = this.#byOrder.get(name);
    if (ranking === undefined) {
      const order = new MemberOrder(this.#members.rowsOf(columns), this.#members.players, rule);
      ranking = new Ranking(new Forest(order, this.#roots, this.#sizes));
      this.#byOrder.set(name, ranking);
    }
    return ranking;
  }

  /** Gives a handle an empty tree. */
  #enter(handle: number, index: IndexNumber, rule: OrderRule, version: number): Ranking {
    const ranking = this.#rankingOf(rule, this.#members.handles.columnsOf(handle));
    while (this.#rankings.length <= handle) {
      this.#rankings.push(undefined);
      this.#indexes.push(0);
      this.#versions.push(0);
    }
    if (this.#rankings[handle] !== undefined) this.#abandon(handle);
    this.#indexes[handle] = index;
    this.#rankings[handle] = ranking;
    this.#versions[handle] = version;
    this.#roots.reach(handle);
    return ranking;
  }

  /** Puts the members of an index who have rows into its empty tree. */
  #plant(ranking: Ranking, handle: number): void {
    const { order, forest } = ranking;
    const { all, ends } = presentRows(
      order.rows,
      this.#members.handles.end,
      (row) => this.#bury(order.columns, row),
      handle,
    );
    sortRows(order, all, 0, ends[handle]!);
    forest.bulkBuild(handle, all, 0, ends[handle]!);
  }

  #bury(columns: number, row: number): void {
    const rows = this.#members.rowsOf(columns);
    this.#tombstones.add(rows, row, rows.revision(row));
  }

  #take(change: Change): void {
    if (change.revision <= this.#wholeTo) return;
    const handle = this.#handleOf(change.index);
    if (handle === 0) return;
    const { forest, order } = this.#rankings[handle]!;
    if (change.standing !== null) {
      if (placeStanding(forest, handle, change)) this.#versions[handle]! += 1;
      return;
    }
    const row = newerRow(order, handle, change);
    if (row === 0) return;
    if (order.rows.isPresent(row)) {
      forest.remove(handle, row);
      this.#versions[handle]! += 1;
    }
    order.rows.write(row, null, change.revision);
    this.#tombstones.add(order.rows, row, change.revision);
  }

  #abandon(handle: number): void {
    const { forest } = this.#rankings[handle]!;
    const nodes = forest.abandon(handle);
    if (nodes.length > 0) this.#abandoned.push({ forest, nodes });
    this.#sweepSoon();
  }

  #sweepSoon(): void {
    if (this.#sweeping) return;
    this.#sweeping = true;
    setImmediate(() => {
      this.#sweeping = false;
      if (this.sweep(sweptRows)) this.#sweepSoon();
    }).unref();
  }
}

interface TreesDescription {
  readonly wholeTo: number;
  readonly forests: readonly { readonly rule: OrderRule; readonly nodes: NodesDescription }[];
  /** The place of its forest in that list, by handle; -1 where none is open. */
  readonly trees: readonly number[];
  readonly indexes: readonly number[];
  readonly versions: readonly number[];
  /** Trees that there is room for. */
  readonly room: number;
  readonly tombstones: readonly (readonly [columns: number, row: number, revision: number])[];
}
