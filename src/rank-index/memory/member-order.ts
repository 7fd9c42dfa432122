/**
 * The order of core/order.ts over the rows of a member table.
 *
 * A key is compared in parts: the columns, then reachedAt, all as ascending numbers (a sign a part puts them so),
 * then the player's id. Only a part's sign is looked at here, never a direction or a tie rule.
 */
import { normalReachedAt, normalValue, type OrderRule, type Ties } from "../../core/order.ts";
import type { MemberTable } from "../../members/member-table.ts";
import type { Players } from "../../members/players.ts";

export class MemberOrder {
  readonly table: MemberTable;
  readonly players: Players;
  readonly ties: Ties;
  readonly columns: number;
  /** 1 or -1 a part: the columns, then reachedAt. */
  readonly signs: readonly number[];

  constructor(table: MemberTable, players: Players, rule: OrderRule) {
    if (rule.directions.length !== table.columns) {
      throw new Error(
        `an order of ${rule.directions.length} columns was given to a table of ${table.columns}`,
      );
    }
    this.table = table;
    this.players = players;
    this.ties = rule.ties;
    this.columns = table.columns;
    this.signs = [
      ...rule.directions.map((direction) => normalValue(1, direction)),
      normalReachedAt(1, rule.ties),
    ];
  }

  /** A part of a row's key: 0 to columns - 1 are the columns, `columns` is reachedAt. */
  part(row: number, part: number): number {
    return this.signs[part]! * this.table.numbers[row * this.table.numbersPerRow + part]!;
  }

  /** Compares two rows: negative if `a` stands before `b`. */
  compare(a: number, b: number): number {
    const { table, signs } = this;
    const { numbers, numbersPerRow } = table;
    const atA = a * numbersPerRow;
    const atB = b * numbersPerRow;
    for (let i = 0; i < signs.length; i++) {
      const difference = numbers[atA + i]! - numbers[atB + i]!;
      if (difference !== 0) return difference * signs[i]!;
    }
    return this.players.compare(table.player(a), table.player(b));
  }

  /** Whether two rows are equal in all columns. */
  sameColumns(a: number, b: number): boolean {
    const { numbers, numbersPerRow, columns } = this.table;
    const atA = a * numbersPerRow;
    const atB = b * numbersPerRow;
    for (let i = 0; i < columns; i++) if (numbers[atA + i] !== numbers[atB + i]) return false;
    return true;
  }
}
