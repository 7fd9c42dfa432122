/**
 * The branches of a forest: nodes above the leaves, in a pool of segments.
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
import { floatSegments, type Segments, wordSegments } from "../../members/segments.ts";
import { witness } from "../../members/witness.ts";
import { type Bound, isPlayerBefore } from "./bound.ts";
import type { MemberOrder } from "./member-order.ts";

const parentWord = 1;
const levelWord = 2;
const headWords = 4;

/** Some 4 MiB of words and 4 of keys. */
const segmentBitsDefault = 12;

export class Branches {
  readonly fanout: number;
  readonly #order: MemberOrder;
  readonly #dense: boolean;
  /** Parts of a key behind the first. */
  readonly #rest: number;
  readonly #stride: number;
  readonly #keyStride: number;
  readonly #segmentBits: number;
  readonly #segmentMask: number;
  readonly #words: Segments<Uint32Array>;
  readonly #keys: Segments<Float64Array>;
  #end = 1;
  #free = 0;

  /** `segmentBits`: branches a segment, as a power of two. */
  constructor(order: MemberOrder, fanout: number, segmentBits = segmentBitsDefault) {
    this.fanout = fanout;
    this.#order = order;
    this.#dense = order.ties === "dense";
    this.#rest = order.columns;
    this.#stride = headWords + fanout * (this.#dense ? 4 : 3);
    this.#keyStride = fanout * (1 + this.#rest);
    this.#segmentBits = segmentBits;
    this.#segmentMask = 2 ** segmentBits - 1;
    this.#words = wordSegments(this.#stride * 2 ** segmentBits);
    this.#keys = floatSegments(this.#keyStride * 2 ** segmentBits);
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
      branch = this.#end++;
      this.#reach();
    }
    this.#wordsOf(branch)[this.#head(branch) + levelWord] = level;
    return branch;
  }

  /** Gives a branch without children back. */
  free(branch: number): void {
    const head = this.#head(branch);
    const words = this.#wordsOf(branch);
    words.fill(0, head, head + headWords);
    words[head + parentWord] = this.#free;
    this.#free = branch;
  }

  count(branch: number): number {
    return this.#wordsOf(branch)[this.#head(branch)]!;
  }

  parent(branch: number): number {
    return this.#wordsOf(branch)[this.#head(branch) + parentWord]!;
  }

  setParent(branch: number, parent: number): void {
    this.#wordsOf(branch)[this.#head(branch) + parentWord] = parent;
  }

  /** 1 for a branch whose children are leaves. */
  level(branch: number): number {
    return this.#wordsOf(branch)[this.#head(branch) + levelWord]!;
  }

  child(branch: number, slot: number): number {
    return this.#wordsOf(branch)[this.#head(branch) + headWords + slot]!;
  }

  /** Rows below the child in a slot. */
  size(branch: number, slot: number): number {
    return this.#wordsOf(branch)[this.#head(branch) + headWords + this.fanout + slot]!;
  }

  addSize(branch: number, slot: number, difference: number): void {
    this.#wordsOf(branch)[this.#head(branch) + headWords + this.fanout + slot]! += difference;
  }

  /** The player of the separator in a slot. */
  player(branch: number, slot: number): number {
    return this.#wordsOf(branch)[this.#head(branch) + headWords + 2 * this.fanout + slot]!;
  }

  /** A part of the separator in a slot. */
  part(branch: number, slot: number, part: number): number {
    const base = this.#keyBase(branch);
    return this.#keysOf(branch)[
      part === 0 ? base + slot : base + this.fanout + slot * this.#rest + part - 1
    ]!;
  }

  /** Starts below the child in a slot; dense trees only. */
  starts(branch: number, slot: number): number {
    return this.#wordsOf(branch)[this.#head(branch) + headWords + 3 * this.fanout + slot]!;
  }

  addStarts(branch: number, slot: number, difference: number): void {
    this.#wordsOf(branch)[this.#head(branch) + headWords + 3 * this.fanout + slot]! += difference;
  }

  /** Rows below the children before a slot. */
  sizeBefore(branch: number, slot: number): number {
    return this.#sum(branch, this.#head(branch) + headWords + this.fanout, slot);
  }

  /** Starts below the children before a slot. */
  startsBefore(branch: number, slot: number): number {
    return this.#sum(branch, this.#head(branch) + headWords + 3 * this.fanout, slot);
  }

  /** The slot of a child that is there. */
  slotOf(branch: number, child: number): number {
    const words = this.#wordsOf(branch);
    const base = this.#head(branch) + headWords;
    let at = base;
    while (words[at] !== child) at += 1;
    return at - base;
  }

  /** Rows below the children before a child that is there. */
  sizeBeforeChild(branch: number, child: number): number {
    const words = this.#wordsOf(branch);
    const { fanout } = this;
    let sum = 0;
    for (let at = this.#head(branch) + headWords; words[at] !== child; at++) sum += words[at + fanout]!;
    return sum;
  }

  /** Reads a word of a branch, to have it in the cache. */
  touch(branch: number): void {
    const words = this.#wordsOf(branch);
    const at = this.#head(branch);
    witness[0]! ^= words[at]! ^ words[at + 16]! ^ words[at + this.fanout]! ^ words[at + this.fanout + 16]!;
  }

  /** The slot of the child with the row at a 0-based place below the branch. */
  slotAt(branch: number, place: number): number {
    const words = this.#wordsOf(branch);
    const base = this.#head(branch) + headWords + this.fanout;
    let at = base;
    for (let left = place; left >= words[at]!; at++) left -= words[at]!;
    return at - base;
  }

  /** The slot of the last child that a bound can lie in: all before it are before the bound as a whole. */
  find(branch: number, bound: Bound): number {
    const keys = this.#keysOf(branch);
    const base = this.#keyBase(branch);
    const first = bound.parts[0]!;
    let low = 1;
    let high = this.#wordsOf(branch)[this.#head(branch)]!;
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
    const words = this.#wordsOf(branch);
    const at = this.#head(branch) + headWords + slot;
    words[at] = child;
    words[at + this.fanout] = size;
    if (this.#dense) words[at + 3 * this.fanout] = 0;
    this.#wordsOf(branch)[this.#head(branch)] = count + 1;
    this.setSeparator(branch, slot, firstRow);
  }

  /** Takes the child in a slot out. */
  remove(branch: number, slot: number): void {
    const count = this.count(branch);
    this.#shift(branch, slot + 1, count, slot);
    this.#wordsOf(branch)[this.#head(branch)] = count - 1;
  }

  /** Copies the key of a row as the separator in a slot. */
  setSeparator(branch: number, slot: number, row: number): void {
    const order = this.#order;
    const base = this.#keyBase(branch);
    const rest = base + this.fanout + slot * this.#rest - 1;
    const keys = this.#keysOf(branch);
    keys[base + slot] = order.part(row, 0);
    for (let part = 1; part <= this.#rest; part++) keys[rest + part] = order.part(row, part);
    this.#wordsOf(branch)[this.#head(branch) + headWords + 2 * this.fanout + slot] = order.rows.player(row);
  }

  /** Moves the children from a slot on to the end of another branch. Their parents are not told. */
  move(branch: number, slot: number, to: number): void {
    const count = this.count(branch);
    const offset = this.count(to);
    const { fanout } = this;
    const words = this.#wordsOf(branch);
    const wordsTo = this.#wordsOf(to);
    const head = this.#head(branch);
    const headTo = this.#head(to);
    for (let run = headWords; run < this.#stride; run += fanout)
      wordsTo.set(words.subarray(head + run + slot, head + run + count), headTo + run + offset);
    const keys = this.#keysOf(branch);
    const keysTo = this.#keysOf(to);
    const base = this.#keyBase(branch);
    const baseTo = this.#keyBase(to);
    const rest = this.#rest;
    keysTo.set(keys.subarray(base + slot, base + count), baseTo + offset);
    const rests = keys.subarray(base + fanout + slot * rest, base + fanout + count * rest);
    keysTo.set(rests, baseTo + fanout + offset * rest);
    words[head] = slot;
    wordsTo[headTo] = offset + count - slot;
  }

  /** The bytes of all branches. */
  views(): Uint8Array[] {
    return [...this.#words.views(this.#end * this.#stride), ...this.#keys.views(this.#end * this.#keyStride)];
  }

  get bytes(): number {
    return this.#end * (4 * this.#stride + 8 * this.#keyStride);
  }

  describe(): BranchesDescription {
    return { end: this.#end, free: this.#free };
  }

  /** Makes an empty pool that of a description, with views to be filled in. */
  restore({ end, free }: BranchesDescription): void {
    this.#end = end;
    this.#free = free;
    this.#reach();
  }

  /** Moves the slots from `from` to before `end` within a branch, so that they begin at `to`. */
  #shift(branch: number, from: number, end: number, to: number): void {
    const { fanout } = this;
    const words = this.#wordsOf(branch);
    const keys = this.#keysOf(branch);
    const head = this.#head(branch);
    for (let run = headWords; run < this.#stride; run += fanout)
      words.copyWithin(head + run + to, head + run + from, head + run + end);
    const base = this.#keyBase(branch);
    const rest = this.#rest;
    keys.copyWithin(base + to, base + from, base + end);
    keys.copyWithin(base + fanout + to * rest, base + fanout + from * rest, base + fanout + end * rest);
  }

  #isSeparatorBefore(branch: number, slot: number, bound: Bound): boolean {
    const { parts, depth } = bound;
    const keys = this.#keysOf(branch);
    const at = this.#keyBase(branch) + this.fanout + slot * this.#rest - 1;
    for (let i = 1; i < depth; i++) {
      const part = keys[at + i]!;
      if (part !== parts[i]) return part < parts[i]!;
    }
    return bound.whole ? isPlayerBefore(this.#order, this.player(branch, slot), bound) : bound.behind;
  }

  #sum(branch: number, base: number, length: number): number {
    const words = this.#wordsOf(branch);
    let sum = 0;
    for (let at = base; at < base + length; at++) sum += words[at]!;
    return sum;
  }

  #head(branch: number): number {
    return (branch & this.#segmentMask) * this.#stride;
  }

  #wordsOf(branch: number): Uint32Array {
    return this.#words.list[branch >>> this.#segmentBits]!;
  }

  #keysOf(branch: number): Float64Array {
    return this.#keys.list[branch >>> this.#segmentBits]!;
  }

  #keyBase(branch: number): number {
    return (branch & this.#segmentMask) * this.#keyStride;
  }

  #reach(): void {
    this.#words.reach(this.#end * this.#stride);
    this.#keys.reach(this.#end * this.#keyStride);
  }
}

export interface BranchesDescription {
  readonly end: number;
  readonly free: number;
}
