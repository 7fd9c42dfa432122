/**
 * The branches of a tree: nodes above the leaves, in a pool that grows.
 *
 * Layout. Branches are numbered from 1; 0 is none. Children are leaves on level 1, branches above.
 * - `words`, 4 + 3 (dense: 4) runs of fanout a branch: count, parent, level, unused; then a run each of the
 *   children, their sizes (rows below), the players of their separators and, in dense trees, their starts. A
 *   free branch has the next free one as its parent.
 * - `keys`, fanout × (columns + 1) a branch: the first parts of all separators, for searching, then the other
 *   parts of each.
 *
 * A separator is a copy of the smallest key below its child: a reference would have to be followed to the row,
 * a cache miss a step where scores tie. The separator in slot 0 is not kept: a search never looks at it.
 */
import { grownFloats, grownWords, nextCapacity, noFloats, noWords } from "../../members/grown.ts";
import { type Bound, isPlayerBefore } from "./bound.ts";
import type { MemberOrder } from "./member-order.ts";

const parentWord = 1;
const levelWord = 2;
const headWords = 4;

export class Branches {
  readonly fanout: number;
  readonly #order: MemberOrder;
  readonly #dense: boolean;
  /** Parts of a key behind the first. */
  readonly #rest: number;
  readonly #stride: number;
  readonly #keyStride: number;
  #words: Uint32Array = noWords;
  #keys: Float64Array = noFloats;
  #capacity = 0;
  #end = 1;
  #free = 0;

  constructor(order: MemberOrder, fanout: number) {
    this.fanout = fanout;
    this.#order = order;
    this.#dense = order.ties === "dense";
    this.#rest = order.columns;
    this.#stride = headWords + fanout * (this.#dense ? 4 : 3);
    this.#keyStride = fanout * (1 + this.#rest);
  }

  /** The branch after the last that was ever used. */
  get end(): number {
    return this.#end;
  }

  /** A branch without children or parent. */
  add(level: number): number {
    let branch = this.#free;
    if (branch !== 0) {
      this.#free = this.parent(branch);
      this.setParent(branch, 0);
    } else {
      if (this.#end > this.#capacity) this.#grow();
      branch = this.#end++;
    }
    this.#words[this.#head(branch) + levelWord] = level;
    return branch;
  }

  /** Gives a branch without children back. */
  free(branch: number): void {
    const head = this.#head(branch);
    this.#words.fill(0, head, head + headWords);
    this.#words[head + parentWord] = this.#free;
    this.#free = branch;
  }

  count(branch: number): number {
    return this.#words[this.#head(branch)]!;
  }

  parent(branch: number): number {
    return this.#words[this.#head(branch) + parentWord]!;
  }

  setParent(branch: number, parent: number): void {
    this.#words[this.#head(branch) + parentWord] = parent;
  }

  /** 1 for a branch whose children are leaves. */
  level(branch: number): number {
    return this.#words[this.#head(branch) + levelWord]!;
  }

  child(branch: number, slot: number): number {
    return this.#words[this.#head(branch) + headWords + slot]!;
  }

  /** Rows below the child in a slot. */
  size(branch: number, slot: number): number {
    return this.#words[this.#head(branch) + headWords + this.fanout + slot]!;
  }

  addSize(branch: number, slot: number, difference: number): void {
    this.#words[this.#head(branch) + headWords + this.fanout + slot]! += difference;
  }

  /** The player of the separator in a slot. */
  player(branch: number, slot: number): number {
    return this.#words[this.#head(branch) + headWords + 2 * this.fanout + slot]!;
  }

  /** A part of the separator in a slot. */
  part(branch: number, slot: number, part: number): number {
    const base = (branch - 1) * this.#keyStride;
    return this.#keys[part === 0 ? base + slot : base + this.fanout + slot * this.#rest + part - 1]!;
  }

  /** Starts below the child in a slot; dense trees only. */
  starts(branch: number, slot: number): number {
    return this.#words[this.#head(branch) + headWords + 3 * this.fanout + slot]!;
  }

  addStarts(branch: number, slot: number, difference: number): void {
    this.#words[this.#head(branch) + headWords + 3 * this.fanout + slot]! += difference;
  }

  /** Rows below the children before a slot. */
  sizeBefore(branch: number, slot: number): number {
    return this.#sum(this.#head(branch) + headWords + this.fanout, slot);
  }

  /** Starts below the children before a slot. */
  startsBefore(branch: number, slot: number): number {
    return this.#sum(this.#head(branch) + headWords + 3 * this.fanout, slot);
  }

  /** The slot of a child that is there. */
  slotOf(branch: number, child: number): number {
    const words = this.#words;
    const base = this.#head(branch) + headWords;
    let at = base;
    while (words[at] !== child) at += 1;
    return at - base;
  }

  /** The slot of the child with the row at a 0-based place below the branch. */
  slotAt(branch: number, place: number): number {
    const words = this.#words;
    const base = this.#head(branch) + headWords + this.fanout;
    let at = base;
    for (let left = place; left >= words[at]!; at++) left -= words[at]!;
    return at - base;
  }

  /** The slot of the last child that a bound can lie in: all before it are before the bound as a whole. */
  find(branch: number, bound: Bound): number {
    const keys = this.#keys;
    const base = (branch - 1) * this.#keyStride;
    const first = bound.parts[0]!;
    let low = 1;
    let high = this.#words[this.#head(branch)]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = keys[base + middle]!;
      if (found < first || (found === first && this.#isSeparatorBefore(branch, middle, bound)))
        low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Puts a child into a branch that is not full, with no starts; its separator is the key of `firstRow`. */
  insert(branch: number, slot: number, child: number, firstRow: number, size: number): void {
    const count = this.count(branch);
    this.#shift(branch, slot, count, slot + 1);
    const at = this.#head(branch) + headWords + slot;
    this.#words[at] = child;
    this.#words[at + this.fanout] = size;
    if (this.#dense) this.#words[at + 3 * this.fanout] = 0;
    this.#words[this.#head(branch)] = count + 1;
    this.setSeparator(branch, slot, firstRow);
  }

  /** Takes the child in a slot out. */
  remove(branch: number, slot: number): void {
    const count = this.count(branch);
    this.#shift(branch, slot + 1, count, slot);
    this.#words[this.#head(branch)] = count - 1;
  }

  /** Copies the key of a row as the separator in a slot. */
  setSeparator(branch: number, slot: number, row: number): void {
    const order = this.#order;
    const base = (branch - 1) * this.#keyStride;
    const rest = base + this.fanout + slot * this.#rest - 1;
    this.#keys[base + slot] = order.part(row, 0);
    for (let part = 1; part <= this.#rest; part++) this.#keys[rest + part] = order.part(row, part);
    this.#words[this.#head(branch) + headWords + 2 * this.fanout + slot] = order.table.player(row);
  }

  /** Moves the children from a slot on to the end of another branch. Their parents are not told. */
  move(branch: number, slot: number, to: number): void {
    const count = this.count(branch);
    const offset = this.count(to);
    const words = this.#words;
    const keys = this.#keys;
    const { fanout } = this;
    const head = this.#head(branch);
    const headTo = this.#head(to);
    for (let run = headWords; run < this.#stride; run += fanout) {
      words.copyWithin(headTo + run + offset, head + run + slot, head + run + count);
    }
    const base = (branch - 1) * this.#keyStride;
    const baseTo = (to - 1) * this.#keyStride;
    const rest = this.#rest;
    keys.copyWithin(baseTo + offset, base + slot, base + count);
    keys.copyWithin(
      baseTo + fanout + offset * rest,
      base + fanout + slot * rest,
      base + fanout + count * rest,
    );
    words[head] = slot;
    words[headTo] = offset + count - slot;
  }

  /** Moves the slots from `from` to before `end` within a branch, so that they begin at `to`. */
  #shift(branch: number, from: number, end: number, to: number): void {
    const { fanout } = this;
    const head = this.#head(branch);
    for (let run = headWords; run < this.#stride; run += fanout) {
      this.#words.copyWithin(head + run + to, head + run + from, head + run + end);
    }
    const base = (branch - 1) * this.#keyStride;
    const rest = this.#rest;
    this.#keys.copyWithin(base + to, base + from, base + end);
    this.#keys.copyWithin(base + fanout + to * rest, base + fanout + from * rest, base + fanout + end * rest);
  }

  #isSeparatorBefore(branch: number, slot: number, bound: Bound): boolean {
    const { parts, depth } = bound;
    const at = (branch - 1) * this.#keyStride + this.fanout + slot * this.#rest - 1;
    for (let i = 1; i < depth; i++) {
      const part = this.#keys[at + i]!;
      if (part !== parts[i]) return part < parts[i]!;
    }
    return bound.whole ? isPlayerBefore(this.#order, this.player(branch, slot), bound) : bound.behind;
  }

  #sum(base: number, length: number): number {
    const words = this.#words;
    let sum = 0;
    for (let at = base; at < base + length; at++) sum += words[at]!;
    return sum;
  }

  #head(branch: number): number {
    return (branch - 1) * this.#stride;
  }

  #grow(): void {
    this.#capacity = this.#capacity === 0 ? 1 : nextCapacity(this.#capacity);
    this.#words = grownWords(this.#words, this.#capacity * this.#stride);
    this.#keys = grownFloats(this.#keys, this.#capacity * this.#keyStride);
  }
}
