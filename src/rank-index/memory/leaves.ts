/**
 * The leaves of a forest: runs of rows in order, in a pool of segments.
 *
 * Layout. The pool is an array of slots in segments, and a leaf takes 1 to 8 units of 8 slots: its number is that
 * of its first unit, and 0 is none. A tree of one leaf has a small one, so that a board of 20 members takes 24
 * slots; all others have eight units, of which the first 4 slots are the head.
 * - `words`: count (8 bits) and units, parent branch, previous leaf, next leaf; then the rows. A free leaf has the
 *   next free one of as many units as its `next`.
 * - `firsts`: the first part of each row's key, in the slot of the row, so that a search looks at rows only where
 *   it is equal.
 * - `starts`, in dense forests only: 1 where the row before has other columns.
 */
import { byteSegments, floatSegments, type Segments, wordSegments } from "../../members/segments.ts";
import { witness } from "../../members/witness.ts";
import { type Bound, isRowBefore } from "./bound.ts";
import type { MemberOrder } from "./member-order.ts";

const parentWord = 1;
const previousWord = 2;
const nextWord = 3;
const headSlots = 4;

const unitBits = 3;
const unitsMax = 8;
const countMask = 0xff;
/** A cache line in words of 32 bits. */
const lineWords = 16;
/** What a leaf may take: each room is a third to a half more than the one before, or a unit. */
const unitClasses = [1, 2, 3, 4, 6, 8];

/** Units a segment, as a power of two: 8 MiB of words and 16 of first parts. */
const segmentBitsDefault = 18;

/** The most rows that a leaf may hold. */
export const leafRowsMax = unitsMax * 2 ** unitBits - headSlots;

export class Leaves {
  /** Rows of a leaf of a larger tree. */
  readonly fanout: number;
  readonly #order: MemberOrder;
  readonly #dense: boolean;
  readonly #segmentBits: number;
  readonly #segmentMask: number;
  readonly #words: Segments<Uint32Array>;
  readonly #firsts: Segments<Float64Array>;
  readonly #starts: Segments<Uint8Array>;
  /** The first free leaf by its units. */
  readonly #free = new Array<number>(unitsMax + 1).fill(0);
  /** In units. */
  #end = 1;
  #leftOut = 0;

  /** `segmentBits`: units a segment, as a power of two, 3 or more. */
  constructor(order: MemberOrder, fanout: number, segmentBits = segmentBitsDefault) {
    if (fanout > leafRowsMax) throw new Error(`a leaf holds ${leafRowsMax} rows at most, not ${fanout}`);
    this.fanout = fanout;
    this.#order = order;
    this.#dense = order.ties === "dense";
    this.#segmentBits = segmentBits;
    this.#segmentMask = 2 ** segmentBits - 1;
    const slots = 2 ** (segmentBits + unitBits);
    this.#words = wordSegments(slots);
    this.#firsts = floatSegments(slots);
    this.#starts = byteSegments(slots);
  }

  get bytes(): number {
    return this.#end * 2 ** unitBits * (this.#dense ? 13 : 12);
  }

  /** An empty leaf without neighbours or parent, with room for at least `room` rows: a whole one by default. */
  add(room = this.fanout): number {
    const units = unitClasses.find((one) => one * 2 ** unitBits - headSlots >= room)!;
    let leaf = this.#free[units]!;
    if (leaf !== 0) this.#free[units] = this.next(leaf);
    else leaf = this.#extend(units);
    const head = this.#head(leaf);
    const words = this.#wordsOf(leaf);
    words[head] = units << 8;
    words[head + nextWord] = 0;
    return leaf;
  }

  /** Gives a leaf back, closing the chain of its neighbours. */
  free(leaf: number): void {
    const previous = this.previous(leaf);
    const next = this.next(leaf);
    if (previous !== 0) this.#wordsOf(previous)[this.#head(previous) + nextWord] = next;
    if (next !== 0) this.#wordsOf(next)[this.#head(next) + previousWord] = previous;
    this.discard(leaf);
  }

  /** Gives a leaf back whose neighbours go as well. */
  discard(leaf: number): void {
    const words = this.#wordsOf(leaf);
    const head = this.#head(leaf);
    const units = words[head]! >>> 8;
    words.fill(0, head, head + headSlots);
    words[head] = units << 8;
    words[head + nextWord] = this.#free[units]!;
    this.#free[units] = leaf;
  }

  /** Puts `next` behind `leaf` in the chain. */
  chain(leaf: number, next: number): void {
    const after = this.next(leaf);
    this.#wordsOf(leaf)[this.#head(leaf) + nextWord] = next;
    this.#wordsOf(next)[this.#head(next) + previousWord] = leaf;
    this.#wordsOf(next)[this.#head(next) + nextWord] = after;
    if (after !== 0) this.#wordsOf(after)[this.#head(after) + previousWord] = next;
  }

  /** The leaf after the last that was ever used. */
  get end(): number {
    return this.#end;
  }

  /** Units at the ends of segments that no leaf took. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Units of free leaves; for checking. */
  freeUnits(): number {
    let sum = 0;
    for (const [units, first] of this.#free.entries())
      for (let leaf = first; leaf !== 0; leaf = this.next(leaf)) sum += units;
    return sum;
  }

  /** The units that a leaf takes. */
  units(leaf: number): number {
    return this.#wordsOf(leaf)[this.#head(leaf)]! >>> 8;
  }

  count(leaf: number): number {
    return this.#wordsOf(leaf)[this.#head(leaf)]! & countMask;
  }

  /** How many rows the leaf may hold. */
  room(leaf: number): number {
    const units = this.units(leaf);
    return Math.min(this.fanout, (units << unitBits) - headSlots);
  }

  parent(leaf: number): number {
    return this.#wordsOf(leaf)[this.#head(leaf) + parentWord]!;
  }

  setParent(leaf: number, branch: number): void {
    this.#wordsOf(leaf)[this.#head(leaf) + parentWord] = branch;
  }

  previous(leaf: number): number {
    return this.#wordsOf(leaf)[this.#head(leaf) + previousWord]!;
  }

  next(leaf: number): number {
    return this.#wordsOf(leaf)[this.#head(leaf) + nextWord]!;
  }

  row(leaf: number, slot: number): number {
    return this.#wordsOf(leaf)[this.#head(leaf) + headSlots + slot]!;
  }

  /** The copy of the row's first part. */
  first(leaf: number, slot: number): number {
    return this.#firsts.list[leaf >>> this.#segmentBits]![this.#head(leaf) + headSlots + slot]!;
  }

  isStart(leaf: number, slot: number): boolean {
    return this.#starts.list[leaf >>> this.#segmentBits]![this.#head(leaf) + headSlots + slot] === 1;
  }

  setStart(leaf: number, slot: number, start: boolean): void {
    this.#starts.list[leaf >>> this.#segmentBits]![this.#head(leaf) + headSlots + slot] = start ? 1 : 0;
  }

  /** How many of the first `slots` rows are starts. */
  startsBefore(leaf: number, slots: number): number {
    const starts = this.#starts.list[leaf >>> this.#segmentBits]!;
    const base = this.#head(leaf) + headSlots;
    let sum = 0;
    for (let at = base; at < base + slots; at++) sum += starts[at]!;
    return sum;
  }

  /** The slot of a row that is in the leaf. */
  slotOf(leaf: number, row: number): number {
    const words = this.#wordsOf(leaf);
    const base = this.#head(leaf) + headSlots;
    let at = base;
    while (words[at] !== row) at += 1;
    return at - base;
  }

  /** How many of the leaf's rows stand before a bound. */
  find(leaf: number, bound: Bound): number {
    const words = this.#wordsOf(leaf);
    const firsts = this.#firsts.list[leaf >>> this.#segmentBits]!;
    const base = this.#head(leaf) + headSlots;
    const first = bound.parts[0]!;
    let low = base;
    let high = base + (words[base - headSlots]! & countMask);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = firsts[middle]!;
      if (found < first || (found === first && isRowBefore(this.#order, words[middle]!, bound)))
        low = middle + 1;
      else high = middle;
    }
    return low - base;
  }

  /** Reads words of a leaf, to have it in the cache. */
  touch(leaf: number): void {
    const words = this.#wordsOf(leaf);
    const at = this.#head(leaf);
    const end = at + (this.units(leaf) << unitBits);
    for (let i = at; i < end; i += lineWords) witness[0]! ^= words[i]!;
  }

  /** Reads first parts of a leaf, to have them in the cache. */
  touchFirsts(leaf: number): void {
    const firsts = this.#firsts.list[leaf >>> this.#segmentBits]!;
    const at = this.#head(leaf);
    const end = at + (this.units(leaf) << unitBits);
    for (let i = at; i < end; i += lineWords / 2) witness[0]! ^= firsts[i]!;
  }

  /** Puts a row into a leaf that has room. */
  insert(leaf: number, slot: number, row: number): void {
    const words = this.#wordsOf(leaf);
    const firsts = this.#firsts.list[leaf >>> this.#segmentBits]!;
    const base = this.#head(leaf) + headSlots;
    const end = base + (words[base - headSlots]! & countMask);
    const at = base + slot;
    for (let i = end; i > at; i--) {
      words[i] = words[i - 1]!;
      firsts[i] = firsts[i - 1]!;
    }
    words[at] = row;
    firsts[at] = this.#order.part(row, 0);
    words[base - headSlots]! += 1;
    if (this.#dense) {
      const starts = this.#starts.list[leaf >>> this.#segmentBits]!;
      starts.copyWithin(at + 1, at, end);
      starts[at] = 0;
    }
    this.#order.rows.setLeaf(row, leaf);
  }

  /** Takes the row at a slot out. */
  remove(leaf: number, slot: number): void {
    const words = this.#wordsOf(leaf);
    const firsts = this.#firsts.list[leaf >>> this.#segmentBits]!;
    const base = this.#head(leaf) + headSlots;
    const last = base + (words[base - headSlots]! & countMask) - 1;
    const at = base + slot;
    this.#order.rows.setLeaf(words[at]!, 0);
    for (let i = at; i < last; i++) {
      words[i] = words[i + 1]!;
      firsts[i] = firsts[i + 1]!;
    }
    words[base - headSlots]! -= 1;
    if (this.#dense) this.#starts.list[leaf >>> this.#segmentBits]!.copyWithin(at, at + 1, last + 1);
  }

  /** Moves a row inside its leaf to where a bound, in front of its new key, lies. Starts are left as they are. */
  reseat(leaf: number, slot: number, bound: Bound): void {
    const words = this.#wordsOf(leaf);
    const firsts = this.#firsts.list[leaf >>> this.#segmentBits]!;
    const order = this.#order;
    const first = bound.parts[0]!;
    const start = this.#head(leaf) + headSlots;
    const last = start + this.count(leaf) - 1;
    const isBefore = (at: number): boolean =>
      firsts[at]! < first || (firsts[at] === first && isRowBefore(order, words[at]!, bound));
    let at = start + slot;
    const row = words[at]!;
    for (; at < last && isBefore(at + 1); at++) {
      words[at] = words[at + 1]!;
      firsts[at] = firsts[at + 1]!;
    }
    for (; at > start && !isBefore(at - 1); at--) {
      words[at] = words[at - 1]!;
      firsts[at] = firsts[at - 1]!;
    }
    words[at] = row;
    firsts[at] = first;
  }

  /** Moves the rows from a slot on to the end of another leaf. */
  move(leaf: number, slot: number, to: number): void {
    const words = this.#wordsOf(leaf);
    const wordsTo = this.#wordsOf(to);
    const firsts = this.#firsts.list[leaf >>> this.#segmentBits]!;
    const firstsTo = this.#firsts.list[to >>> this.#segmentBits]!;
    const { rows } = this.#order;
    const moved = this.count(leaf) - slot;
    const from = this.#head(leaf) + headSlots + slot;
    const at = this.#head(to) + headSlots + this.count(to);
    for (let i = 0; i < moved; i++) {
      const row = words[from + i]!;
      wordsTo[at + i] = row;
      firstsTo[at + i] = firsts[from + i]!;
      rows.setLeaf(row, to);
    }
    words[this.#head(leaf)]! -= moved;
    wordsTo[this.#head(to)]! += moved;
    if (!this.#dense) return;
    const starts = this.#starts.list[leaf >>> this.#segmentBits]!.subarray(from, from + moved);
    this.#starts.list[to >>> this.#segmentBits]!.set(starts, at);
  }

  /** Copies rows from a slot on into `rows` at `at`: how many, at most `limit`. */
  copy(leaf: number, slot: number, rows: Uint32Array, at: number, limit: number): number {
    const words = this.#wordsOf(leaf);
    const base = this.#head(leaf) + headSlots + slot;
    const count = Math.min((words[this.#head(leaf)]! & countMask) - slot, limit);
    for (let i = 0; i < count; i++) rows[at + i] = words[base + i]!;
    return count;
  }

  /** The bytes of all leaves. */
  views(): Uint8Array[] {
    const slots = this.#end * 2 ** unitBits;
    return [
      ...this.#words.views(slots),
      ...this.#firsts.views(slots),
      ...(this.#dense ? this.#starts.views(slots) : []),
    ];
  }

  describe(): LeavesDescription {
    return { end: this.#end, leftOut: this.#leftOut, free: [...this.#free] };
  }

  /** Makes an empty pool that of a description, with views to be filled in. */
  restore({ end, leftOut, free }: LeavesDescription): void {
    this.#end = end;
    this.#leftOut = leftOut;
    for (const [units, leaf] of free.entries()) this.#free[units] = leaf;
    this.#reach();
  }

  /** Units behind the last leaf; those at the end of a segment that are too few for it are left out. */
  #extend(units: number): number {
    const left = 2 ** this.#segmentBits - (this.#end & this.#segmentMask);
    if (units > left) {
      this.#end += left;
      this.#leftOut += left;
    }
    const leaf = this.#end;
    this.#end += units;
    this.#reach();
    return leaf;
  }

  #reach(): void {
    const slots = this.#end * 2 ** unitBits;
    this.#words.reach(slots);
    this.#firsts.reach(slots);
    if (this.#dense) this.#starts.reach(slots);
  }

  #wordsOf(leaf: number): Uint32Array {
    return this.#words.list[leaf >>> this.#segmentBits]!;
  }

  #head(leaf: number): number {
    return (leaf & this.#segmentMask) << unitBits;
  }
}

export interface LeavesDescription {
  readonly end: number;
  readonly leftOut: number;
  readonly free: readonly number[];
}
