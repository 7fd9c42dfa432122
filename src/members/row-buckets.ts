/**
 * The hash table of member rows: (handle of the index, player) -> row, for all indexes in one.
 */
import { Buckets } from "./buckets.ts";
import { handleWord, wordsPerRow } from "./row-layout.ts";
import { witness } from "./witness.ts";

export class RowBuckets extends Buckets {
  readonly #words: readonly Uint32Array[];
  readonly #segmentBits: number;
  readonly #segmentMask: number;

  /** `words`: the segments of the rows' words. */
  constructor(words: readonly Uint32Array[], segmentBits: number, slotBits?: number) {
    super(slotBits);
    this.#words = words;
    this.#segmentBits = segmentBits;
    this.#segmentMask = 2 ** segmentBits - 1;
  }

  find(handle: number, player: number): number {
    const hash = memberHash(handle, player);
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const words = this.#words;
    const segmentBits = this.#segmentBits;
    const segmentMask = this.#segmentMask;
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const slots = this.slots.list[bucket >>> bucketBits]!;
    const base = (bucket & bucketMask) << slotBits;
    const mask = this.masks[bucket]!;
    for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
      const entry = slots[base + slot]!;
      if (entry === 0) return 0;
      if (((entry ^ hash) & ~mask) !== 0) continue;
      const row = (entry & mask) >>> 0;
      const segment = words[row >>> segmentBits]!;
      const at = (row & segmentMask) * wordsPerRow;
      if (segment[at] === player && segment[at + handleWord] === handle) return row;
    }
  }

  /** The first row whose hash may be the member's: all but certainly its own. 0 if there is none. */
  guess(handle: number, player: number): number {
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const hash = memberHash(handle, player);
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const slots = this.slots.list[bucket >>> bucketBits]!;
    const base = (bucket & bucketMask) << slotBits;
    const mask = this.masks[bucket]!;
    for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
      const entry = slots[base + slot]!;
      if (entry === 0 || ((entry ^ hash) & ~mask) === 0) return (entry & mask) >>> 0;
    }
  }

  /** Reads the home slot of a member, to have it in the cache. */
  touchSlot(handle: number, player: number): void {
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const hash = memberHash(handle, player);
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const base = (bucket & bucketMask) << slotBits;
    witness[0]! ^= this.slots.list[bucket >>> bucketBits]![base + (hash & slotMask)]!;
  }

  /** Reads the row that is all but certainly a member's. */
  touchRow(handle: number, player: number): void {
    const row = this.guess(handle, player);
    witness[0]! ^= this.#words[row >>> this.#segmentBits]![(row & this.#segmentMask) * wordsPerRow]!;
  }

  override hashAt(row: number): number {
    const segment = this.#words[row >>> this.#segmentBits]!;
    const at = (row & this.#segmentMask) * wordsPerRow;
    return memberHash(segment[at + handleWord]!, segment[at]!);
  }
}

/** Numbers given out in turn land far from each other: a product each, then the finish of MurmurHash3. */
export function memberHash(handle: number, player: number): number {
  let hash = Math.imul(player, 0x9e3779b1) ^ Math.imul(handle, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
