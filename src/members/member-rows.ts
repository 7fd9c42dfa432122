/**
 * The members of all indexes with the same number of columns: one row each, its current standing. The local
 * ledger's state and the memory index's members are the same rows.
 */
import type { Standing } from "../core/fold.ts";
import type { IndexHandles } from "./index-handles.ts";
import { memberHash, RowBuckets } from "./row-buckets.ts";
import {
  attemptsWord,
  eventWord,
  handleWord,
  highBits,
  highsWord,
  leafWord,
  moved,
  present,
  revisionWord,
  sequenceLimit,
  wordsPerRow,
} from "./row-layout.ts";
import { floatSegments, type Segments, wordSegments } from "./segments.ts";
import { witness } from "./witness.ts";

/** Rows a segment, as a power of two: 11 MiB with one column. */
const segmentBitsDefault = 18;

export interface RowSizes {
  readonly segmentBits?: number;
  readonly slotBits?: number;
}

export class MemberRows {
  readonly columns: number;
  /** Numbers a row: its values come first, reachedAt right behind them. */
  readonly width: number;
  readonly segmentBits: number;
  readonly segmentMask: number;
  /** For hot loops that only read: a segment each item. */
  readonly words: Uint32Array[];
  /** For hot loops that only read: a segment each item. */
  readonly numbers: Float64Array[];
  readonly #handles: IndexHandles;
  readonly #words: Segments<Uint32Array>;
  readonly #numbers: Segments<Float64Array>;
  readonly #buckets: RowBuckets;
  #end = 1;
  #free = 0;
  #rows = 0;

  constructor(columns: number, handles: IndexHandles, sizes: RowSizes = {}) {
    this.columns = columns;
    this.width = columns + 1;
    this.segmentBits = sizes.segmentBits ?? segmentBitsDefault;
    this.segmentMask = 2 ** this.segmentBits - 1;
    this.#handles = handles;
    this.#words = wordSegments(wordsPerRow * 2 ** this.segmentBits);
    this.#numbers = floatSegments(this.width * 2 ** this.segmentBits);
    this.words = this.#words.list;
    this.numbers = this.#numbers.list;
    this.#buckets = new RowBuckets(this.words, this.segmentBits, sizes.slotBits);
    this.#reach();
  }

  /** Rows in use: standings and tombstones. */
  get rows(): number {
    return this.#rows;
  }

  /** The row after the last that was ever used: all rows are from 1 to before it, free ones between them. */
  get end(): number {
    return this.#end;
  }

  /** What the rows and their hash table take. */
  get bytes(): number {
    return this.#end * (4 * wordsPerRow + 8 * this.width) + this.#buckets.bytes;
  }

  /** Makes room for so many rows, where there is none yet. */
  reserve(rows: number): void {
    this.#buckets.reserve(rows, rows);
  }

  /** The row of a player on the index with a handle, 0 if there is none. */
  find(handle: number, player: number): number {
    return this.#buckets.find(handle, player);
  }

  /** Reads the slot where a member's row is looked for, to have it in the cache. */
  touchSlot(handle: number, player: number): void {
    this.#buckets.touchSlot(handle, player);
  }

  /** Reads a member's row, to have it in the cache. */
  touchRow(handle: number, player: number): void {
    this.#buckets.touchRow(handle, player);
  }

  /** Reads a row's numbers, to have them in the cache. */
  touchNumbers(row: number): void {
    witness[0]! ^= this.numbers[row >>> this.segmentBits]![(row & this.segmentMask) * this.width]!;
  }

  /**
   * The rows of the first `count` players on an index, 0 where there is none. The cache misses of all overlap, which
   * those of single calls do not.
   */
  findMany(handle: number, players: Uint32Array, rows: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#buckets.touchSlot(handle, players[i]!);
    for (let i = 0; i < count; i++) this.#buckets.touchRow(handle, players[i]!);
    for (let i = 0; i < count; i++) rows[i] = players[i] === 0 ? 0 : this.#buckets.find(handle, players[i]!);
  }

  /** A new row for a player who has none on an index: its standing is *none*, its revision 0. */
  add(handle: number, player: number): number {
    let row = this.#free;
    if (row === 0) {
      row = this.#end;
      this.#end += 1;
      this.#reach();
    }
    const words = this.words[row >>> this.segmentBits]!;
    const at = (row & this.segmentMask) * wordsPerRow;
    if (row === this.#free) this.#free = words[at + leafWord]!;
    words[at] = player;
    words[at + leafWord] = 0;
    words[at + handleWord] = handle;
    this.#rows += 1;
    this.#handles.addRow(handle);
    this.#buckets.add(memberHash(handle, player), row);
    return row;
  }

  /** Gives a row back. No tree may hold it, unless the index was dropped and the tree with it. */
  free(row: number): void {
    const words = this.words[row >>> this.segmentBits]!;
    const at = (row & this.segmentMask) * wordsPerRow;
    const handle = words[at + handleWord]!;
    const leaf = words[at + leafWord]!;
    if (leaf !== 0 && this.#handles.indexOf(handle) !== 0)
      throw new Error(`row ${row} is freed while leaf ${leaf} holds it`);
    this.#buckets.remove(memberHash(handle, words[at]!), row);
    words.fill(0, at, at + wordsPerRow);
    const numbersAt = (row & this.segmentMask) * this.width;
    this.numbers[row >>> this.segmentBits]!.fill(0, numbersAt, numbersAt + this.width);
    words[at + leafWord] = this.#free;
    this.#free = row;
    this.#rows -= 1;
    this.#handles.removeRow(handle);
  }

  /** The standing of a row, null for *none*. */
  standing(row: number): Standing | null {
    if (!this.isPresent(row)) return null;
    return {
      values: this.values(row),
      reachedAt: this.reachedAt(row),
      attempts: this.attempts(row),
      event: this.event(row),
      moved: (this.#word(row, highsWord) & moved) !== 0,
    };
  }

  /** Writes a standing, or *none*, and its revision. A tree that holds the row must not notice: its order key stays. */
  write(row: number, standing: Standing | null, revision: number): void {
    const numbers = this.numbers[row >>> this.segmentBits]!;
    const words = this.words[row >>> this.segmentBits]!;
    const at = (row & this.segmentMask) * this.width;
    const wordsAt = (row & this.segmentMask) * wordsPerRow;
    const { columns } = this;
    if (!(revision < sequenceLimit && (standing === null || standing.event < sequenceLimit)))
      throw new Error(`revision ${revision} or event ${standing?.event} is beyond 2^47`);
    words[wordsAt + revisionWord] = revision;
    let highs = Math.floor(revision / 2 ** 32) << 16;
    if (standing === null) {
      numbers.fill(0, at, at + this.width);
      words[wordsAt + attemptsWord] = 0;
      words[wordsAt + eventWord] = 0;
    } else {
      const { values, event } = standing;
      // Adding 0 makes a zero of a negative zero.
      for (let i = 0; i < columns; i++) numbers[at + i] = values[i]! + 0;
      numbers[at + columns] = standing.reachedAt;
      words[wordsAt + attemptsWord] = standing.attempts;
      words[wordsAt + eventWord] = event;
      highs |= Math.floor(event / 2 ** 32) | (standing.moved ? moved : 0) | present;
    }
    words[wordsAt + highsWord] = highs;
  }

  /** Whether a standing's order key, its values and reachedAt, is that of the row. */
  hasKey(row: number, standing: Standing): boolean {
    const numbers = this.numbers[row >>> this.segmentBits]!;
    const at = (row & this.segmentMask) * this.width;
    const { columns } = this;
    for (let i = 0; i < columns; i++) if (numbers[at + i] !== standing.values[i]) return false;
    return numbers[at + columns] === standing.reachedAt;
  }

  /** Whether the row has a standing. */
  isPresent(row: number): boolean {
    return (this.#word(row, highsWord) & present) !== 0;
  }

  /** The row's player; 0 for a free row. */
  player(row: number): number {
    return this.#word(row, 0);
  }

  /** The handle of the row's index. */
  handle(row: number): number {
    return this.#word(row, handleWord);
  }

  values(row: number): number[] {
    const numbers = this.numbers[row >>> this.segmentBits]!;
    const at = (row & this.segmentMask) * this.width;
    const values = [numbers[at]!];
    for (let i = 1; i < this.columns; i++) values.push(numbers[at + i]!);
    return values;
  }

  reachedAt(row: number): number {
    return this.numbers[row >>> this.segmentBits]![(row & this.segmentMask) * this.width + this.columns]!;
  }

  event(row: number): number {
    return this.#word(row, eventWord) + (this.#word(row, highsWord) & highBits) * 2 ** 32;
  }

  revision(row: number): number {
    return this.#word(row, revisionWord) + ((this.#word(row, highsWord) >>> 16) & highBits) * 2 ** 32;
  }

  attempts(row: number): number {
    return this.#word(row, attemptsWord);
  }

  /** The leaf that holds the row, 0 if no tree does. */
  leaf(row: number): number {
    return this.#word(row, leafWord);
  }

  setLeaf(row: number, leaf: number): void {
    this.words[row >>> this.segmentBits]![(row & this.segmentMask) * wordsPerRow + leafWord] = leaf;
  }

  /** Takes a raw record over, all but its leaf and the handle, which is another's. */
  takeRecord(
    row: number,
    words: Uint32Array,
    wordsFrom: number,
    numbers: Float64Array,
    numbersFrom: number,
  ): void {
    const own = this.words[row >>> this.segmentBits]!;
    const at = (row & this.segmentMask) * wordsPerRow;
    for (let i = attemptsWord; i < wordsPerRow; i++) own[at + i] = words[wordsFrom + i]!;
    const ownNumbers = this.numbers[row >>> this.segmentBits]!;
    const numbersAt = (row & this.segmentMask) * this.width;
    for (let i = 0; i < this.width; i++) ownNumbers[numbersAt + i] = numbers[numbersFrom + i]!;
  }

  describe(): RowsDescription {
    const { columns } = this;
    return { columns, end: this.#end, free: this.#free, rows: this.#rows, buckets: this.#buckets.describe() };
  }

  /** The bytes of rows and hash table. */
  views(): Uint8Array[] {
    return [
      ...this.#words.views(this.#end * wordsPerRow),
      ...this.#numbers.views(this.#end * this.width),
      ...this.#buckets.views(),
    ];
  }

  /** Makes empty rows those of a description, with views to be filled in. */
  restore({ end, free, rows, buckets }: RowsDescription): void {
    this.#end = end;
    this.#free = free;
    this.#rows = rows;
    this.#reach();
    this.#buckets.restore(buckets);
  }

  #word(row: number, word: number): number {
    return this.words[row >>> this.segmentBits]![(row & this.segmentMask) * wordsPerRow + word]!;
  }

  #reach(): void {
    this.#words.reach(this.#end * wordsPerRow);
    this.#numbers.reach(this.#end * this.width);
  }
}

export interface RowsDescription {
  readonly columns: number;
  readonly end: number;
  readonly free: number;
  readonly rows: number;
  readonly buckets: ReturnType<RowBuckets["describe"]>;
}
