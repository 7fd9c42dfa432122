/**
 * The leaves of a tree: runs of rows in order, in a pool of leaves that grows.
 *
 * Layout. Leaves are numbered from 1; 0 is none.
 * - `words`, 4 + fanout a leaf: count, parent branch, previous leaf, next leaf, then the rows. A free leaf has
 *   the next free one as its `next`.
 * - `firsts`, fanout a leaf: the first part of each row's key, so that a search looks at rows only where it is
 *   equal.
 * - `starts`, fanout a leaf, in dense trees only: 1 where the row before has other columns.
 * The only leaf of a small tree has less room than the others: `#room` grows with it up to the fanout.
 */
import {
  grownBytes,
  grownFloats,
  grownWords,
  nextCapacity,
  noBytes,
  noFloats,
  noWords,
} from "../../members/grown.ts";
import { type Bound, isRowBefore } from "./bound.ts";
import type { MemberOrder } from "./member-order.ts";

const parentWord = 1;
const previousWord = 2;
const nextWord = 3;
const headWords = 4;

const roomMin = 4;

export class Leaves {
  readonly fanout: number;
  readonly #order: MemberOrder;
  readonly #dense: boolean;
  readonly #stride: number;
  #words: Uint32Array = noWords;
  #firsts: Float64Array = noFloats;
  #starts: Uint8Array = noBytes;
  #room = 0;
  #capacity = 0;
  #end = 1;
  #free = 0;

  constructor(order: MemberOrder, fanout: number) {
    this.fanout = fanout;
    this.#order = order;
    this.#dense = order.ties === "dense";
    this.#stride = headWords + fanout;
  }

  /** The leaf after the last that was ever used. */
  get end(): number {
    return this.#end;
  }

  /** An empty leaf without neighbours or parent. */
  add(): number {
    const leaf = this.#free;
    if (leaf === 0) {
      if (this.#end > this.#capacity) this.reserve(this.#capacity === 0 ? 1 : nextCapacity(this.#capacity));
      return this.#end++;
    }
    const head = this.#head(leaf);
    this.#free = this.#words[head + nextWord]!;
    this.#words[head + nextWord] = 0;
    return leaf;
  }

  /** Gives an empty leaf back, closing the chain of its neighbours. */
  free(leaf: number): void {
    const head = this.#head(leaf);
    const previous = this.#words[head + previousWord]!;
    const next = this.#words[head + nextWord]!;
    if (previous !== 0) this.#words[this.#head(previous) + nextWord] = next;
    if (next !== 0) this.#words[this.#head(next) + previousWord] = previous;
    this.#words.fill(0, head, head + headWords);
    this.#words[head + nextWord] = this.#free;
    this.#free = leaf;
  }

  /** Puts `next` behind `leaf` in the chain. */
  chain(leaf: number, next: number): void {
    const after = this.next(leaf);
    this.#words[this.#head(leaf) + nextWord] = next;
    this.#words[this.#head(next) + previousWord] = leaf;
    this.#words[this.#head(next) + nextWord] = after;
    if (after !== 0) this.#words[this.#head(after) + previousWord] = next;
  }

  /** Makes room for a number of leaves. */
  reserve(leaves: number): void {
    if (leaves <= this.#capacity) return;
    this.#capacity = leaves;
    this.#room = leaves === 1 ? Math.min(roomMin, this.fanout) : this.fanout;
    this.#resize();
  }

  count(leaf: number): number {
    return this.#words[this.#head(leaf)]!;
  }

  parent(leaf: number): number {
    return this.#words[this.#head(leaf) + parentWord]!;
  }

  setParent(leaf: number, branch: number): void {
    this.#words[this.#head(leaf) + parentWord] = branch;
  }

  previous(leaf: number): number {
    return this.#words[this.#head(leaf) + previousWord]!;
  }

  next(leaf: number): number {
    return this.#words[this.#head(leaf) + nextWord]!;
  }

  row(leaf: number, slot: number): number {
    return this.#words[this.#head(leaf) + headWords + slot]!;
  }

  /** The copy of the row's first part. */
  first(leaf: number, slot: number): number {
    return this.#firsts[(leaf - 1) * this.fanout + slot]!;
  }

  isStart(leaf: number, slot: number): boolean {
    return this.#starts[(leaf - 1) * this.fanout + slot] === 1;
  }

  setStart(leaf: number, slot: number, start: boolean): void {
    this.#starts[(leaf - 1) * this.fanout + slot] = start ? 1 : 0;
  }

  /** How many of the first `slots` rows are starts. */
  startsBefore(leaf: number, slots: number): number {
    const starts = this.#starts;
    const base = (leaf - 1) * this.fanout;
    let sum = 0;
    for (let at = base; at < base + slots; at++) sum += starts[at]!;
    return sum;
  }

  /** The slot of a row that is in the leaf. */
  slotOf(leaf: number, row: number): number {
    const words = this.#words;
    const base = this.#head(leaf) + headWords;
    let at = base;
    while (words[at] !== row) at += 1;
    return at - base;
  }

  /** How many of the leaf's rows stand before a bound. */
  find(leaf: number, bound: Bound): number {
    const words = this.#words;
    const firsts = this.#firsts;
    const base = (leaf - 1) * this.fanout;
    const rows = this.#head(leaf) + headWords;
    const first = bound.parts[0]!;
    let low = 0;
    let high = words[this.#head(leaf)]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = firsts[base + middle]!;
      if (found < first || (found === first && isRowBefore(this.#order, words[rows + middle]!, bound)))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Puts a row into a leaf that is not full. */
  insert(leaf: number, slot: number, row: number): void {
    const count = this.count(leaf);
    if (count === this.#room) this.#growRoom();
    const words = this.#words;
    const firsts = this.#firsts;
    const rows = this.#head(leaf) + headWords;
    const base = (leaf - 1) * this.fanout;
    for (let i = count; i > slot; i--) {
      words[rows + i] = words[rows + i - 1]!;
      firsts[base + i] = firsts[base + i - 1]!;
    }
    words[rows + slot] = row;
    firsts[base + slot] = this.#order.part(row, 0);
    words[rows - headWords] = count + 1;
    if (this.#dense) {
      this.#starts.copyWithin(base + slot + 1, base + slot, base + count);
      this.#starts[base + slot] = 0;
    }
    this.#order.table.setLeaf(row, leaf);
  }

  /** Takes the row at a slot out. */
  remove(leaf: number, slot: number): void {
    const words = this.#words;
    const firsts = this.#firsts;
    const rows = this.#head(leaf) + headWords;
    const base = (leaf - 1) * this.fanout;
    const last = words[rows - headWords]! - 1;
    this.#order.table.setLeaf(words[rows + slot]!, 0);
    for (let i = slot; i < last; i++) {
      words[rows + i] = words[rows + i + 1]!;
      firsts[base + i] = firsts[base + i + 1]!;
    }
    words[rows - headWords] = last;
    if (this.#dense) this.#starts.copyWithin(base + slot, base + slot + 1, base + last + 1);
  }

  /** Moves the rows from a slot on to the end of another leaf. */
  move(leaf: number, slot: number, to: number): void {
    const words = this.#words;
    const firsts = this.#firsts;
    const { table } = this.#order;
    const count = this.count(leaf);
    const offset = this.count(to);
    const rows = this.#head(leaf) + headWords;
    const rowsTo = this.#head(to) + headWords + offset;
    const base = (leaf - 1) * this.fanout;
    const baseTo = (to - 1) * this.fanout + offset;
    for (let i = slot; i < count; i++) {
      const row = words[rows + i]!;
      words[rowsTo + i - slot] = row;
      firsts[baseTo + i - slot] = firsts[base + i]!;
      table.setLeaf(row, to);
    }
    words[rows - headWords] = slot;
    words[this.#head(to)] = offset + count - slot;
    if (this.#dense) this.#starts.set(this.#starts.subarray(base + slot, base + count), baseTo);
  }

  /** Copies rows from a slot on into `rows` at `at`: how many, at most `limit`. */
  copy(leaf: number, slot: number, rows: Uint32Array, at: number, limit: number): number {
    const words = this.#words;
    const base = this.#head(leaf) + headWords + slot;
    const count = Math.min(words[this.#head(leaf)]! - slot, limit);
    for (let i = 0; i < count; i++) rows[at + i] = words[base + i]!;
    return count;
  }

  #head(leaf: number): number {
    return (leaf - 1) * this.#stride;
  }

  #growRoom(): void {
    this.#room = Math.min(nextCapacity(this.#room), this.fanout);
    this.#resize();
  }

  #resize(): void {
    // Only the last leaf may lack room, and only where it is the first, too.
    const entries = (this.#capacity - 1) * this.fanout + this.#room;
    this.#words = grownWords(this.#words, this.#capacity * headWords + entries);
    this.#firsts = grownFloats(this.#firsts, entries);
    if (this.#dense) this.#starts = grownBytes(this.#starts, entries);
  }
}
