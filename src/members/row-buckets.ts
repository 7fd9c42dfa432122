/**
 * The hash table of member rows: (handle of the index, player) -> row, for all indexes in one.
 */
import { Buckets } from "./buckets.ts";
import { handleWord, wordsPerRow } from "./row-layout.ts";

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

  /** The row in the home slot of a member: most often its own. */
  guess(handle: number, player: number): number {
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const hash = memberHash(handle, player);
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const base = (bucket & bucketMask) << slotBits;
    return (this.slots.list[bucket >>> bucketBits]![base + (hash & slotMask)]! & this.masks[bucket]!) >>> 0;
  }

  /** Brings what `find` reads for each of the players into the cache; `scratch` is written over. */
  touch(handle: number, players: Uint32Array, scratch: Uint32Array, count: number): number {
    let seen = 0;
    for (let i = 0; i < count; i++) scratch[i] = this.guess(handle, players[i]!);
    for (let i = 0; i < count; i++) {
      const row = scratch[i]!;
      seen ^= this.#words[row >>> this.#segmentBits]![(row & this.#segmentMask) * wordsPerRow]!;
    }
    // Returned for one reason: loads that lead to nothing may be left out.
    return seen;
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
