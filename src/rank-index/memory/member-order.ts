/**
 * The order of core/order.ts over member rows.
 *
 * A key is compared in parts: the columns, then reachedAt, all as ascending numbers (a sign a part puts them so),
 * then the player's id. Only a part's sign is looked at here, never a direction or a tie rule.
 */
import { normalReachedAt, normalValue, type OrderRule, type Ties } from "../../core/order.ts";
import type { MemberRows } from "../../members/member-rows.ts";
import type { Players } from "../../members/players.ts";

export class MemberOrder {
  readonly rule: OrderRule;
  readonly rows: MemberRows;
  readonly players: Players;
  readonly ties: Ties;
  readonly columns: number;
  /** 1 or -1 a part: the columns, then reachedAt. */
  readonly signs: readonly number[];

  constructor(rows: MemberRows, players: Players, rule: OrderRule) {
    if (rule.directions.length !== rows.columns)
      throw new Error(`an order of ${rule.directions.length} columns was given to rows of ${rows.columns}`);
    this.rule = rule;
    this.rows = rows;
    this.players = players;
    this.ties = rule.ties;
    this.columns = rows.columns;
    this.signs = [
      ...rule.directions.map((direction) => normalValue(1, direction)),
      normalReachedAt(1, rule.ties),
    ];
  }

  /** A part of a row's key: 0 to columns - 1 are the columns, `columns` is reachedAt. */
  part(row: number, part: number): number {
    const { numbers, segmentBits, segmentMask, width } = this.rows;
    return this.signs[part]! * numbers[row >>> segmentBits]![(row & segmentMask) * width + part]!;
  }

  /** Compares two rows: negative if `a` stands before `b`. */
  compare(a: number, b: number): number {
    const { rows, signs } = this;
    const { segmentBits, segmentMask, width } = rows;
    const numbersA = rows.numbers[a >>> segmentBits]!;
    const numbersB = rows.numbers[b >>> segmentBits]!;
    const atA = (a & segmentMask) * width;
    const atB = (b & segmentMask) * width;
    for (let i = 0; i < width; i++) {
      const difference = numbersA[atA + i]! - numbersB[atB + i]!;
      if (difference !== 0) return difference * signs[i]!;
    }
    return this.players.compare(rows.player(a), rows.player(b));
  }

  /** Whether two rows are equal in all columns. */
  sameColumns(a: number, b: number): boolean {
    const { numbers, columns, segmentBits, segmentMask, width } = this.rows;
    const numbersA = numbers[a >>> segmentBits]!;
    const numbersB = numbers[b >>> segmentBits]!;
    const atA = (a & segmentMask) * width;
    const atB = (b & segmentMask) * width;
    for (let i = 0; i < columns; i++) if (numbersA[atA + i] !== numbersB[atB + i]) return false;
    return true;
  }
}
