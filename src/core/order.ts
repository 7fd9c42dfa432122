/**
 * The one order of a board, and the ranks it shows (semantics, "Order and ties").
 *
 * A standing is compared in **order-normal form**: numbers that are compared ascending, whatever the board's
 * columns say, a smaller key being a better place. Columns in turn, then reachedAt, then the player's id by
 * its UTF-8 bytes: no two members are ever equal.
 */
import { compareBytes } from "./id.ts";

export type Ties = "first" | "last" | "shared" | "dense";
export type Direction = "asc" | "desc";

/** What an index must know of a board to order its members. */
export interface OrderRule {
  readonly directions: readonly Direction[];
  readonly ties: Ties;
}

/** What is compared of a standing. */
export interface Ordered {
  readonly values: readonly number[];
  readonly reachedAt: number;
}

/** A member's place in the order, as a cursor or a page border names it. */
export interface OrderKey extends Ordered {
  readonly playerId: string;
}

/** A column value in order-normal form. `0 - x` rather than `-x`, which would make a negative zero. */
export function normalValue(value: number, direction: Direction): number {
  return direction === "desc" ? 0 - value : value;
}

/** reachedAt in order-normal form: later first where `ties` is `last`. */
export function normalReachedAt(reachedAt: number, ties: Ties): number {
  return ties === "last" ? 0 - reachedAt : reachedAt;
}

/** Compares columns only: negative if `a` is strictly better. */
export function compareColumns(rule: OrderRule, a: Ordered, b: Ordered): number {
  for (let i = 0; i < rule.directions.length; i++) {
    const difference =
      normalValue(a.values[i]!, rule.directions[i]!) - normalValue(b.values[i]!, rule.directions[i]!);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The total order: negative if `a` stands before `b`; zero only for one and the same player. */
export function compareKeys(rule: OrderRule, a: OrderKey, b: OrderKey): number {
  return compareStandings(rule, a, b) || compareBytes(a.playerId, b.playerId);
}

/** The order of what one player may have: negative if `a` would stand before `b`. */
export function compareStandings(rule: OrderRule, a: Ordered, b: Ordered): number {
  const columns = compareColumns(rule, a, b);
  if (columns !== 0) return columns;
  return normalReachedAt(a.reachedAt, rule.ties) - normalReachedAt(b.reachedAt, rule.ties);
}

/**
 * The 1-based rank shown for a member, from whole counts.
 *
 * @param ahead members before it in the order
 * @param better members with strictly better columns
 * @param distinctBetter distinct column tuples that are strictly better
 */
export function shownRank(ties: Ties, ahead: number, better: number, distinctBetter: number): number {
  if (ties === "shared") return better + 1;
  if (ties === "dense") return distinctBetter + 1;
  return ahead + 1;
}

/** Members ahead, as percentiles count them: in the order under `first` and `last`, in columns otherwise. */
export function membersAhead(ties: Ties, ahead: number, better: number): number {
  return ties === "first" || ties === "last" ? ahead : better;
}

/** ⌈1000 × (ahead + 1) / members⌉ / 10: never 0, 100 for a lone member. */
export function topPercent(ahead: number, members: number): number {
  return Math.ceil((1000 * (ahead + 1)) / members) / 10;
}

/** ⌊1000 × (members with strictly worse columns) / members⌋ / 10: the share that the member leaves behind. */
export function percentile(worse: number, members: number): number {
  return Math.floor((1000 * worse) / members) / 10;
}
