/**
 * The rank index in memory: a counted B+tree an index over member tables, which are the ledger's state as well.
 *
 * Every method is one synchronous step, so what a call answers is of one moment without any lock.
 */
import type { OrderKey, OrderRule } from "../../core/order.ts";
import type { Members } from "../../members/members.ts";
import type { Around, Change, IndexNumber, Page, Place, Probe, RankIndex } from "../rank-index.ts";
import { Ranking } from "./ranking.ts";
import { Tombstones } from "./tombstones.ts";

export class MemoryRankIndex implements RankIndex {
  readonly #members: Members;
  readonly #rankings = new Map<IndexNumber, Ranking>();
  readonly #tombstones = new Tombstones();
  #wholeTo = 0;

  constructor(members: Members) {
    this.#members = members;
  }

  /** Members that the table of the index holds already, from a checkpoint say, are put in order. */
  open(index: IndexNumber, rule: OrderRule): void {
    if (this.#rankings.has(index)) return;
    const table = this.#members.open(index, rule.directions.length);
    if (table !== null) this.#rankings.set(index, new Ranking(this.#members.players, table, rule, 0));
  }

  /** Opens an index for every table of members, as a ledger's replay leaves them, whole up to a position. */
  openAll(orderOf: (index: IndexNumber) => OrderRule | null, wholeTo: number): void {
    for (const [index] of this.#members.all()) {
      const order = orderOf(index);
      if (order !== null) this.open(index, order);
    }
    this.put([], wholeTo);
  }

  reorder(index: IndexNumber, rule: OrderRule): void {
    const ranking = this.#rankings.get(index);
    if (ranking === undefined) return;
    this.#rankings.set(index, new Ranking(this.#members.players, ranking.table, rule, ranking.version + 1));
  }

  drop(index: IndexNumber): void {
    this.#rankings.delete(index);
    this.#members.drop(index);
  }

  put(changes: readonly Change[], wholeTo: number): void {
    for (const change of changes) {
      if (change.revision <= this.#wholeTo) continue;
      const ranking = this.#rankings.get(change.index);
      if (ranking === undefined) continue;
      const tombstone = ranking.take(change);
      if (tombstone !== 0) this.#tombstones.add(ranking.table, tombstone, change.revision);
    }
    this.#wholeTo = Math.max(this.#wholeTo, wholeTo);
    this.#tombstones.free(this.#wholeTo);
  }

  build(index: IndexNumber, members: Iterable<Change>): void {
    const ranking = this.#rankings.get(index);
    if (ranking === undefined) return;
    const { table, tree } = ranking;
    if (tree.size !== 0) throw new Error(`index ${index} is built while it has ${tree.size} members`);
    try {
      for (const change of members) {
        if (change.standing !== null) ranking.admit(change);
        const row = table.find(change.player) || table.add(change.player);
        if (change.revision <= table.revision(row)) continue;
        table.write(row, change.standing, change.revision);
        if (change.standing === null) this.#tombstones.add(table, row, change.revision);
      }
    } finally {
      // Also when the source of the members fails: what came stands in table and tree alike.
      ranking.orderAll();
      ranking.version += 1;
      this.#tombstones.free(this.#wholeTo);
    }
  }

  wholeTo(): number {
    return this.#wholeTo;
  }

  version(index: IndexNumber): number {
    return this.#rankings.get(index)?.version ?? 0;
  }

  size(index: IndexNumber): number {
    return this.#rankings.get(index)?.tree.size ?? 0;
  }

  slice(index: IndexNumber, offset: number, limit: number): Page {
    return this.#rankings.get(index)?.slice(offset, limit) ?? { total: 0, offset, rows: [] };
  }

  sliceFrom(index: IndexNumber, key: OrderKey, side: "after" | "before", limit: number): Page {
    return this.#rankings.get(index)?.sliceFrom(key, side, limit) ?? { total: 0, offset: 0, rows: [] };
  }

  around(index: IndexNumber, playerId: string, above: number, below: number): Around | null {
    return this.#rankings.get(index)?.around(playerId, above, below) ?? null;
  }

  places(
    index: IndexNumber,
    playerIds: readonly string[],
  ): { total: number; places: readonly (Place | null)[] } {
    return this.#rankings.get(index)?.places(playerIds) ?? { total: 0, places: playerIds.map(() => null) };
  }

  probe(
    index: IndexNumber,
    values: readonly number[],
    reachedAt: number,
    above: number,
    below: number,
  ): Probe {
    const nobody = { total: 0, rank: 1, ahead: 0, better: 0, worse: 0, offset: 0, rows: [] };
    return this.#rankings.get(index)?.probe(values, reachedAt, above, below) ?? nobody;
  }
}
