/**
 * A bound: a cut through the order that a tree looks for. Everything *before* it compares below its key, or
 * equals it where the bound lies behind its equals.
 *
 * The key is whole (columns, reachedAt, player) or ends early: members that agree with all of it are then its
 * equals. One bound is filled again and again: searches allocate nothing, and no float64 is handed to a
 * function, which would box it.
 */
import { normalReachedAt, normalValue, type OrderKey, type OrderRule } from "../../core/order.ts";
import type { MemberOrder } from "./member-order.ts";

const columnsMax = 4;

export class Bound {
  /** The key's parts in order-normal form. */
  readonly parts = new Float64Array(columnsMax + 1);
  /** How many parts count. */
  depth = 0;
  /** Whether the player counts too: by number or, where that is 0, by id. */
  whole = false;
  player = 0;
  id = "";
  /** Whether the bound lies behind its equals. */
  behind = false;

  /** In front of a row of the order, by its whole key. */
  beforeRow(order: MemberOrder, row: number): void {
    this.atColumnsOf(order, row, false);
    this.parts[order.columns] = order.part(row, order.columns);
    this.depth = order.columns + 1;
    this.whole = true;
    this.player = order.rows.player(row);
  }

  /** In front of all rows that are equal to `row` in their columns, or behind them. */
  atColumnsOf(order: MemberOrder, row: number, behind: boolean): void {
    for (let i = 0; i < order.columns; i++) this.parts[i] = order.part(row, i);
    this.depth = order.columns;
    this.whole = false;
    this.behind = behind;
  }

  /** In front of all rows with these values, or behind them. */
  atValues(rule: OrderRule, values: readonly number[], behind: boolean): void {
    const columns = rule.directions.length;
    if (values.length !== columns)
      throw new Error(`a key of ${values.length} values is looked for among ${columns} columns`);
    for (let i = 0; i < columns; i++) this.parts[i] = normalValue(values[i]!, rule.directions[i]!);
    this.depth = columns;
    this.whole = false;
    this.behind = behind;
  }

  /** Behind all rows with these values and this reachedAt. */
  behindNewcomer(rule: OrderRule, values: readonly number[], reachedAt: number): void {
    this.atValues(rule, values, true);
    this.parts[this.depth] = normalReachedAt(reachedAt, rule.ties);
    this.depth += 1;
  }

  /** In front of a key that need not be there, or behind it. */
  atKey(rule: OrderRule, key: OrderKey, behind: boolean): void {
    this.behindNewcomer(rule, key.values, key.reachedAt);
    this.whole = true;
    this.player = 0;
    this.id = key.playerId;
    this.behind = behind;
  }
}

/** Whether a row whose first part equals the bound's stands before the bound. */
export function isRowBefore(order: MemberOrder, row: number, bound: Bound): boolean {
  const { parts, depth } = bound;
  for (let i = 1; i < depth; i++) {
    const part = order.part(row, i);
    if (part !== parts[i]) return part < parts[i]!;
  }
  return bound.whole ? isPlayerBefore(order, order.rows.player(row), bound) : bound.behind;
}

/** Whether a player, all parts being equal, stands before the bound. */
export function isPlayerBefore(order: MemberOrder, player: number, bound: Bound): boolean {
  const difference =
    bound.player !== 0
      ? order.players.compare(player, bound.player)
      : order.players.compareTo(player, bound.id);
  return difference < 0 || (difference === 0 && bound.behind);
}
