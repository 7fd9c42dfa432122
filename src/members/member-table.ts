/**
 * The members of one index: the current standing of each, in typed arrays. The local ledger's state and the
 * memory index's members are the same rows.
 *
 * Layout. Rows are numbered from 1; row 0 is nobody. A row is one record in each of two arrays, not an item in
 * each of eight: its fields lie on one or two cache lines, and a board of 20 members pays for three array
 * objects (some 200 bytes each) instead of nine.
 * - `numbers`, `columns + 3` a row: a scaled integer a column (never -0), reachedAt, event, revision
 * - `words`, 4 a row: player, leaf, attempts, flags
 * - `#slots`: rows by player, open addressing with linear probing, at most three quarters full; 0 is empty
 *
 * A row is free (player 0, `leaf` names the next free row), standing (flag `present`) or a tombstone: its
 * standing is *none*, and it stays for its revision. `leaf` is 0 unless a tree holds the row.
 */
import type { Standing } from "../core/fold.ts";
import { grownFloats, grownWords, nextCapacity, noFloats, noWords } from "./grown.ts";

const wordsPerRow = 4;
const leafWord = 1;
const attemptsWord = 2;
const flagsWord = 3;

const present = 1;
const moved = 2;

const slotsMin = 8;

export class MemberTable {
  readonly columns: number;
  /** Numbers a row: its values come first, reachedAt right behind them. */
  readonly numbersPerRow: number;
  /** For hot loops that only read. Growing puts another array in its place. */
  numbers: Float64Array = noFloats;
  /** For hot loops that only read. Growing puts another array in its place. */
  words: Uint32Array = noWords;
  #slots = new Uint32Array(slotsMin);
  #slotShift = 32 - Math.log2(slotsMin);
  #end = 1;
  #free = 0;
  #rows = 0;

  constructor(columns: number) {
    this.columns = columns;
    this.numbersPerRow = columns + 3;
  }

  /** Rows in use: standings and tombstones. */
  get rows(): number {
    return this.#rows;
  }

  /** The row after the last that was ever used: all rows are from 1 to before it, free ones between them. */
  get end(): number {
    return this.#end;
  }

  /** The row of a player, 0 if there is none. */
  find(player: number): number {
    const slots = this.#slots;
    const words = this.words;
    const mask = slots.length - 1;
    for (let slot = homeOf(player, this.#slotShift); ; slot = (slot + 1) & mask) {
      const row = slots[slot]!;
      if (row === 0 || words[row * wordsPerRow] === player) return row;
    }
  }

  /** A new row for a player who has none: its standing is *none*, its revision 0. */
  add(player: number): number {
    if (4 * (this.#rows + 1) > 3 * this.#slots.length) this.#rehash();
    let row = this.#free;
    if (row !== 0) {
      this.#free = this.words[row * wordsPerRow + leafWord]!;
      this.words[row * wordsPerRow + leafWord] = 0;
    } else {
      row = this.#end;
      if ((row + 1) * wordsPerRow > this.words.length) this.#grow();
      this.#end += 1;
    }
    this.#rows += 1;
    this.words[row * wordsPerRow] = player;
    this.#fillSlot(player, row);
    return row;
  }

  /** Gives a row back. No tree may hold it. */
  free(row: number): void {
    const at = row * wordsPerRow;
    if (this.words[at + leafWord] !== 0)
      throw new Error(`row ${row} is freed while leaf ${this.words[at + leafWord]} holds it`);
    this.#emptySlot(this.words[at]!);
    this.words.fill(0, at, at + wordsPerRow);
    this.numbers.fill(0, row * this.numbersPerRow, (row + 1) * this.numbersPerRow);
    this.words[at + leafWord] = this.#free;
    this.#free = row;
    this.#rows -= 1;
  }

  /** The standing of a row, null for *none*. */
  standing(row: number): Standing | null {
    if (!this.isPresent(row)) return null;
    return {
      values: this.values(row),
      reachedAt: this.reachedAt(row),
      attempts: this.attempts(row),
      event: this.event(row),
      moved: (this.words[row * wordsPerRow + flagsWord]! & moved) !== 0,
    };
  }

  /** Writes a standing, or *none*, and its revision. A tree that holds the row must not notice: its order key stays. */
  write(row: number, standing: Standing | null, revision: number): void {
    const { numbers, words, columns } = this;
    const at = row * this.numbersPerRow;
    const wordAt = row * wordsPerRow;
    // Adding 0 makes a zero of a negative zero.
    for (let i = 0; i < columns; i++) numbers[at + i] = standing === null ? 0 : standing.values[i]! + 0;
    numbers[at + columns] = standing === null ? 0 : standing.reachedAt;
    numbers[at + columns + 1] = standing === null ? 0 : standing.event;
    numbers[at + columns + 2] = revision;
    words[wordAt + attemptsWord] = standing === null ? 0 : standing.attempts;
    words[wordAt + flagsWord] = standing === null ? 0 : standing.moved ? present | moved : present;
  }

  /** Whether a standing's order key, its values and reachedAt, is that of the row. */
  hasKey(row: number, standing: Standing): boolean {
    const { numbers, columns } = this;
    const at = row * this.numbersPerRow;
    for (let i = 0; i < columns; i++) if (numbers[at + i] !== standing.values[i]) return false;
    return numbers[at + columns] === standing.reachedAt;
  }

  /** Whether the row has a standing. */
  isPresent(row: number): boolean {
    return (this.words[row * wordsPerRow + flagsWord]! & present) !== 0;
  }

  /** The row's player; 0 for a free row. */
  player(row: number): number {
    return this.words[row * wordsPerRow]!;
  }

  values(row: number): number[] {
    const at = row * this.numbersPerRow;
    const values = [this.numbers[at]!];
    for (let i = 1; i < this.columns; i++) values.push(this.numbers[at + i]!);
    return values;
  }

  reachedAt(row: number): number {
    return this.numbers[row * this.numbersPerRow + this.columns]!;
  }

  event(row: number): number {
    return this.numbers[row * this.numbersPerRow + this.columns + 1]!;
  }

  revision(row: number): number {
    return this.numbers[row * this.numbersPerRow + this.columns + 2]!;
  }

  attempts(row: number): number {
    return this.words[row * wordsPerRow + attemptsWord]!;
  }

  /** The leaf that holds the row, 0 if no tree does. */
  leaf(row: number): number {
    return this.words[row * wordsPerRow + leafWord]!;
  }

  setLeaf(row: number, leaf: number): void {
    this.words[row * wordsPerRow + leafWord] = leaf;
  }

  #grow(): void {
    const capacity = nextCapacity(this.words.length / wordsPerRow);
    this.numbers = grownFloats(this.numbers, capacity * this.numbersPerRow);
    this.words = grownWords(this.words, capacity * wordsPerRow);
  }

  #rehash(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    this.#slotShift -= 1;
    for (let row = 1; row < this.#end; row++) {
      const player = this.words[row * wordsPerRow]!;
      if (player !== 0) this.#fillSlot(player, row);
    }
  }

  #fillSlot(player: number, row: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = homeOf(player, this.#slotShift);
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = row;
  }

  /** Takes a player's slot out and closes the gap behind it, so that probing needs no marks of what was there. */
  #emptySlot(player: number): void {
    const slots = this.#slots;
    const words = this.words;
    const mask = slots.length - 1;
    let gap = homeOf(player, this.#slotShift);
    while (words[slots[gap]! * wordsPerRow] !== player) gap = (gap + 1) & mask;
    for (let slot = (gap + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = homeOf(words[slots[slot]! * wordsPerRow]!, this.#slotShift);
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      slots[gap] = slots[slot]!;
      gap = slot;
    }
    slots[gap] = 0;
  }
}

/** Numbers given out in turn land far from each other: 2^32 over the golden ratio, the upper bits. */
function homeOf(player: number, shift: number): number {
  return Math.imul(player, 0x9e3779b1) >>> shift;
}
