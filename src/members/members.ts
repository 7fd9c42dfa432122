/**
 * All current standings: the players, and the rows of the members of every index.
 *
 * Indexes with the same number of columns share their rows, and one hash table finds them: a small board costs
 * its members and little more.
 */
import type { Standing } from "../core/fold.ts";
import type { Filling, ImagePart } from "./image.ts";
import { type HandlesDescription, IndexHandles } from "./index-handles.ts";
import { MemberRows, type RowSizes, type RowsDescription } from "./member-rows.ts";
import type { Players } from "./players.ts";
import { readRun, writeRun } from "./row-run.ts";

/** What freeing a row costs, in rows looked at: its hash slot and the rows that close the gap are cache misses. */
const freeCost = 20;

export class Members {
  readonly players: Players;
  readonly handles: IndexHandles;
  readonly #sizes: RowSizes;
  /** By columns. */
  readonly #rows = new Map<number, MemberRows>();
  /** How far the freeing of dropped indexes' rows has come: the columns, and the next row to look at. */
  #sweptColumns = 1;
  #sweptRow = 1;

  /** `sizes`: small segments and buckets, for tests. */
  constructor(players: Players, sizes: RowSizes = {}, handles = new IndexHandles()) {
    this.players = players;
    this.handles = handles;
    this.#sizes = sizes;
  }

  /** What rows, their hash tables and the players take. */
  get bytes(): number {
    let bytes = this.players.bytes;
    for (const rows of this.#rows.values()) bytes += rows.bytes;
    return bytes;
  }

  /** The rows of all indexes with as many columns. */
  rowsOf(columns: number): MemberRows {
    let rows = this.#rows.get(columns);
    if (rows === undefined) {
      rows = new MemberRows(columns, this.handles, this.#sizes);
      this.#rows.set(columns, rows);
    }
    return rows;
  }

  /** Every open index. */
  *indexes(): Iterable<number> {
    for (const [index] of this.handles.all()) yield index;
  }

  /** How many members of an index have a row: a standing, or a tombstone. */
  sizeOf(index: number): number {
    return this.handles.rowsOf(this.handles.find(index));
  }

  /** The standing of a player on an index, null for *none*. */
  standing(index: number, player: number): Standing | null {
    const handle = this.handles.find(index);
    if (handle === 0) return null;
    const rows = this.#of(handle);
    const row = rows.find(handle, player);
    return row === 0 ? null : rows.standing(row);
  }

  /** Sequence of the last record that touched the player's standing on an index; 0 if nothing is known. */
  revision(index: number, player: number): number {
    const handle = this.handles.find(index);
    if (handle === 0) return 0;
    const rows = this.#of(handle);
    const row = rows.find(handle, player);
    return row === 0 ? 0 : rows.revision(row);
  }

  /**
   * Writes what a record made of a standing where no tree holds the member, or none that would notice. A standing
   * opens its index; *none* is written only where there is a row. Nothing reaches an index that was dropped.
   */
  write(index: number, player: number, standing: Standing | null, revision: number): void {
    const handle =
      standing === null ? this.handles.find(index) : this.handles.open(index, standing.values.length);
    if (handle === 0) return;
    const rows = this.#of(handle);
    const row = rows.find(handle, player);
    if (row === 0 && standing === null) return;
    rows.write(row || rows.add(handle, player), standing, revision);
  }

  /** Forgets a member whom no tree holds, its revision too. */
  forget(index: number, player: number): void {
    const handle = this.handles.find(index);
    if (handle === 0) return;
    const rows = this.#of(handle);
    const row = rows.find(handle, player);
    if (row !== 0) rows.free(row);
  }

  /** Throws an index's members away; its number is never opened again. `sweep` frees their rows. */
  drop(index: number): void {
    this.handles.drop(index);
  }

  /**
   * Frees rows of dropped indexes, at the cost of looking at `rowsMax` rows at most; whether some are left. A slice
   * of a few ten thousand takes a millisecond or two.
   */
  sweep(rowsMax: number): boolean {
    for (let left = rowsMax; left > 0 && this.handles.orphans > 0; left--) {
      const rows = this.#rows.get(this.#sweptColumns);
      if (rows === undefined || this.#sweptRow >= rows.end) {
        this.#sweptColumns = (this.#sweptColumns + 1) % (1 + Math.max(...this.#rows.keys()));
        this.#sweptRow = 1;
        continue;
      }
      const row = this.#sweptRow++;
      if (rows.player(row) === 0 || this.handles.indexOf(rows.handle(row)) !== 0) continue;
      rows.free(row);
      left -= freeCost;
    }
    return this.handles.orphans > 0;
  }

  /** The rows of each number of columns: those in use run from 1 to before `end`, free ones between them. */
  *rowRuns(): Iterable<{ columns: number; end: number }> {
    for (const [columns, { end }] of this.#rows) yield { columns, end };
  }

  /**
   * A copy of the rows from `from` to before `to` (or to the end, where that comes first) in a form of their own:
   * whatever happens between the copies of two runs, each can be taken by itself.
   */
  copyRows(columns: number, from: number, to: number): Uint8Array {
    const rows = this.rowsOf(columns);
    return writeRun(rows, this.handles, from, Math.min(to, rows.end));
  }

  /** Makes room for so many players, and rows of each number of columns, where there are none yet. */
  reserve(players: number, rows: readonly { readonly columns: number; readonly end: number }[]): void {
    this.players.reserve(players);
    for (const { columns, end } of rows) this.rowsOf(columns).reserve(end - 1);
  }

  /**
   * Takes the rows of a copy whose revisions are above what is known of their members. To be done before there are
   * trees. Throws where the bytes are no such copy.
   */
  takeRows(columns: number, bytes: Uint8Array): void {
    readRun(this.rowsOf(columns), this.handles, bytes);
  }

  /** All rows, for an image; the players have one of their own. */
  image(): ImagePart {
    const description: MembersDescription = {
      handles: this.handles.describe(),
      rows: [...this.#rows.values()].map((rows) => rows.describe()),
    };
    return { description, segments: this.#views() };
  }

  /** The members of an image over its players. */
  static fromImage(description: unknown, players: Players, sizes: RowSizes = {}): Filling<Members> {
    const { handles, rows } = description as MembersDescription;
    const members = new Members(players, sizes, IndexHandles.from(handles));
    for (const one of rows) members.rowsOf(one.columns).restore(one);
    return { value: members, segments: members.#views() };
  }

  #views(): Uint8Array[] {
    return [...this.#rows.values()].flatMap((rows) => rows.views());
  }

  #of(handle: number): MemberRows {
    return this.rowsOf(this.handles.columnsOf(handle));
  }
}

interface MembersDescription {
  readonly handles: HandlesDescription;
  readonly rows: readonly RowsDescription[];
}
