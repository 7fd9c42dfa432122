/**
 * One index in memory: the members of one (board, period, scope), their order, and the answers from both.
 */
import { type OrderKey, type OrderRule, shownRank } from "../../core/order.ts";
import type { MemberTable } from "../../members/member-table.ts";
import type { Players } from "../../members/players.ts";
import type { Around, Change, Page, Place, Probe, Row } from "../rank-index.ts";
import { Bound } from "./bound.ts";
import { MemberOrder } from "./member-order.ts";
import { sortRows } from "./sort-rows.ts";
import { Tree } from "./tree.ts";

export class Ranking {
  readonly rule: OrderRule;
  readonly table: MemberTable;
  readonly tree: Tree;
  /** Moves with every visible change. */
  version: number;
  readonly #players: Players;

  /** Orders all standings that the table holds; a tree that held them before is void. */
  constructor(players: Players, table: MemberTable, rule: OrderRule, version: number) {
    this.rule = rule;
    this.table = table;
    this.version = version;
    this.#players = players;
    this.tree = new Tree(new MemberOrder(table, players, rule));
    this.orderAll();
  }

  /** Puts all standings into the empty tree at once. */
  orderAll(): void {
    const { table, tree } = this;
    let count = 0;
    const rows = new Uint32Array(table.rows);
    for (let row = 1; row < table.end; row++) if (table.isPresent(row)) rows[count++] = row;
    const present = rows.subarray(0, count);
    sortRows(tree.order, present);
    tree.bulkBuild(present, count);
  }

  /** Takes a change if it is newer than what is known; the row that is a tombstone by it, else 0. */
  take(change: Change): number {
    const { table, tree } = this;
    const { player, standing, revision } = change;
    let row = table.find(player);
    if (row !== 0 && revision <= table.revision(row)) return 0;
    if (standing === null) {
      if (row === 0) {
        row = table.add(player);
      } else if (table.isPresent(row)) {
        tree.remove(row);
        this.version += 1;
      }
      table.write(row, null, revision);
      return row;
    }
    this.admit(change);
    this.version += 1;
    if (row === 0) {
      row = table.add(player);
    } else if (table.isPresent(row)) {
      if (table.hasKey(row, standing)) {
        table.write(row, standing, revision);
        return 0;
      }
      tree.remove(row);
    }
    table.write(row, standing, revision);
    tree.insert(row);
    return 0;
  }

  /** Refuses what no ledger sends, before anything is touched, and makes the player known. */
  admit(change: Change): void {
    const columns = change.standing?.values.length;
    if (columns !== this.table.columns) {
      throw new Error(
        `a standing of ${columns} columns was put to index ${change.index}, which has ${this.table.columns}`,
      );
    }
    if (!this.#players.has(change.player)) this.#players.set(change.player, change.playerId);
  }

  slice(offset: number, limit: number): Page {
    return { total: this.tree.size, offset, rows: this.#rows(offset, limit) };
  }

  sliceFrom(key: OrderKey, side: "after" | "before", limit: number): Page {
    bound.atKey(this.rule, key, side === "after");
    const border = this.tree.countBefore(bound);
    if (side === "after") return this.slice(border, limit);
    const offset = Math.max(0, border - limit);
    return this.slice(offset, border - offset);
  }

  around(playerId: string, above: number, below: number): Around | null {
    const row = this.#find(playerId);
    if (row === 0) return null;
    const place = this.#place(row);
    const offset = Math.max(0, place.ahead - above);
    return { total: this.tree.size, place, rows: this.#rows(offset, place.ahead + below + 1 - offset) };
  }

  places(playerIds: readonly string[]): { total: number; places: readonly (Place | null)[] } {
    const places = playerIds.map((playerId) => {
      const row = this.#find(playerId);
      return row === 0 ? null : this.#place(row);
    });
    return { total: this.tree.size, places };
  }

  probe(values: readonly number[], reachedAt: number, above: number, below: number): Probe {
    const { tree, rule } = this;
    const total = tree.size;
    bound.behindNewcomer(rule, values, reachedAt);
    const ahead = tree.countBefore(bound);
    bound.atValues(rule, values, true);
    const worse = total - tree.countBefore(bound);
    bound.atValues(rule, values, false);
    const better = tree.countBefore(bound);
    const distinctBetter = rule.ties === "dense" ? tree.distinctBefore(bound) : 0;
    const rank = shownRank(rule.ties, ahead, better, distinctBetter);
    const offset = Math.max(0, ahead - above);
    return { total, rank, ahead, better, worse, offset, rows: this.#rows(offset, ahead + below - offset) };
  }

  /** The row of a member, 0 if there is no such member. */
  #find(playerId: string): number {
    const player = this.#players.find(playerId);
    const row = player === 0 ? 0 : this.table.find(player);
    return row !== 0 && this.table.isPresent(row) ? row : 0;
  }

  #place(row: number): Place {
    const { tree } = this;
    const ahead = tree.position(row);
    const better = this.#better(row, ahead);
    const worse = tree.size - this.#notWorse(row, ahead);
    const rank = shownRank(this.rule.ties, ahead, better, this.#distinctBetter(row));
    const { playerId, values, reachedAt, attempts, event } = this.#row(row, rank);
    // Spelled out: spreading the row costs ten times as much as all the rest.
    return { rank, playerId, values, reachedAt, attempts, event, ahead, better, worse };
  }

  /** Members with strictly better columns than a row's. Looks for them only where the row in front is equal. */
  #better(row: number, ahead: number): number {
    const { tree } = this;
    if (!tree.isTiedBefore(row)) return ahead;
    bound.atColumnsOf(tree.order, row, false);
    return tree.countBefore(bound);
  }

  /** Members with better or equal columns, the row among them. */
  #notWorse(row: number, ahead: number): number {
    const { tree } = this;
    if (!tree.isTiedAfter(row)) return ahead + 1;
    bound.atColumnsOf(tree.order, row, true);
    return tree.countBefore(bound);
  }

  /** Distinct strictly better columns; 0 where no rank asks for them. */
  #distinctBetter(row: number): number {
    return this.rule.ties === "dense" ? this.tree.distinctThrough(row) - 1 : 0;
  }

  /** Rows in order from a 0-based place on, with their ranks. */
  #rows(offset: number, limit: number): Row[] {
    const { tree } = this;
    const length = Math.max(0, Math.min(limit, tree.size - offset));
    if (length > found.length) makeRoom(length);
    tree.read(offset, found, length);
    this.#prefetch(length);
    if (length > 0) this.#rank(offset, length);
    const rows: Row[] = [];
    for (let i = 0; i < length; i++) rows.push(this.#row(found[i]!, ranks[i]!));
    return rows;
  }

  /** Brings the rows found, and their players' ids, into the cache. */
  #prefetch(length: number): void {
    const { table } = this;
    for (let i = 0; i < length; i++) players[i] = table.player(found[i]!);
    this.#players.prefetch(players, length);
  }

  /** Fills in the shown ranks of the rows found, which start at a 0-based place. */
  #rank(offset: number, length: number): void {
    const { order } = this.tree;
    const { ties } = this.rule;
    let better = ties === "shared" ? this.#better(found[0]!, offset) : 0;
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
    const { table } = this;
    return {
      rank,
      playerId: this.#players.idOf(table.player(row)),
      values: table.values(row),
      reachedAt: table.reachedAt(row),
      attempts: table.attempts(row),
      event: table.event(row),
    };
  }
}

/** What is looked for, and the rows of one page: one for all indexes, as an answer is one step. */
const bound = new Bound();
let found = new Uint32Array(128);
let players = new Uint32Array(128);
let ranks = new Uint32Array(128);

function makeRoom(length: number): void {
  found = new Uint32Array(length);
  players = new Uint32Array(length);
  ranks = new Uint32Array(length);
}
