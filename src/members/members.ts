/**
 * All current standings: the players and a member table an index.
 */
import type { Standing } from "../core/fold.ts";
import { MemberTable } from "./member-table.ts";
import type { Players } from "./players.ts";

const bitsPerWord = 32;

export class Members {
  readonly players: Players;
  readonly #tables = new Map<number, MemberTable>();
  /** Dropped index numbers, a bit each: those of one period lie side by side. */
  readonly #dropped = new Map<number, number>();

  constructor(players: Players) {
    this.players = players;
  }

  /** The table of an index, made if it is not there yet; null for a number that was dropped. */
  open(index: number, columns: number): MemberTable | null {
    let table = this.#tables.get(index);
    if (table === undefined) {
      if (this.#wasDropped(index)) return null;
      table = new MemberTable(columns);
      this.#tables.set(index, table);
    } else if (table.columns !== columns) {
      throw new Error(`index ${index} has ${table.columns} columns; it was opened with ${columns}`);
    }
    return table;
  }

  /** The table of an index, null if it is not open. */
  table(index: number): MemberTable | null {
    return this.#tables.get(index) ?? null;
  }

  /** Every open table with the number of its index. */
  all(): Iterable<[index: number, table: MemberTable]> {
    return this.#tables;
  }

  /** Throws an index's members away; its number is never opened again. */
  drop(index: number): void {
    this.#tables.delete(index);
    const word = Math.floor(index / bitsPerWord);
    this.#dropped.set(word, (this.#dropped.get(word) ?? 0) | (1 << (index % bitsPerWord)));
  }

  /** The standing of a player on an index, null for *none*. */
  standing(index: number, player: number): Standing | null {
    const table = this.#tables.get(index);
    const row = table === undefined ? 0 : table.find(player);
    return row === 0 ? null : table!.standing(row);
  }

  /** Sequence of the last record that touched the player's standing on an index; 0 if nothing is known. */
  revision(index: number, player: number): number {
    const table = this.#tables.get(index);
    const row = table === undefined ? 0 : table.find(player);
    return row === 0 ? 0 : table!.revision(row);
  }

  #wasDropped(index: number): boolean {
    return (((this.#dropped.get(Math.floor(index / bitsPerWord)) ?? 0) >>> (index % bitsPerWord)) & 1) === 1;
  }
}
