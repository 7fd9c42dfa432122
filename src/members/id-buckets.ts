/** The hash table of ids: an id -> the address of its record. */
import { Buckets } from "./buckets.ts";
import type { IdRecords } from "./id-records.ts";
import { witness } from "./witness.ts";

export class IdBuckets extends Buckets {
  readonly #records: IdRecords;
  readonly #seedLow: number;
  readonly #seedHigh: number;

  constructor(records: IdRecords, seedLow: number, seedHigh: number, slotBits?: number) {
    super(slotBits);
    this.#records = records;
    this.#seedLow = seedLow;
    this.#seedHigh = seedHigh;
  }

  /** The hash of an id in the form of a record, at `from` of `id`. */
  hash(id: Uint32Array, from: number, idWords: number): number {
    return keyedHash(id, from, idWords, this.#seedLow, this.#seedHigh);
  }

  /** The address of the record with an id, 0 if there is none. */
  find(hash: number, id: Uint32Array, from: number, idWords: number): number {
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const { words, segmentBits, segmentMask } = this.#records;
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const slots = this.slots.list[bucket >>> bucketBits]!;
    const base = (bucket & bucketMask) << slotBits;
    const mask = this.masks[bucket]!;
    for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
      const entry = slots[base + slot]!;
      if (entry === 0) return 0;
      if (((entry ^ hash) & ~mask) !== 0) continue;
      const address = (entry & mask) >>> 0;
      const segment = words[address >>> segmentBits]!;
      const at = (address & segmentMask) + 1;
      let i = 0;
      while (i < idWords && segment[at + i] === id[from + i]) i += 1;
      if (i === idWords) return address;
    }
  }

  /** The first record whose hash may be the one: all but certainly that which is looked for. 0 if there is none. */
  guess(hash: number): number {
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const slots = this.slots.list[bucket >>> bucketBits]!;
    const base = (bucket & bucketMask) << slotBits;
    const mask = this.masks[bucket]!;
    for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
      const entry = slots[base + slot]!;
      if (entry === 0 || ((entry ^ hash) & ~mask) === 0) return (entry & mask) >>> 0;
    }
  }

  /** Reads the home slot of a hash, to have it in the cache. */
  touch(hash: number): void {
    const { directory, slotBits, slotMask, bucketBits, bucketMask } = this;
    const bucket = directory[(hash >>> slotBits) & (directory.length - 1)]!;
    const base = (bucket & bucketMask) << slotBits;
    witness[0]! ^= this.slots.list[bucket >>> bucketBits]![base + (hash & slotMask)]!;
  }

  override hashAt(address: number): number {
    const records = this.#records;
    const words = records.words[address >>> records.segmentBits]!;
    return this.hash(words, (address & records.segmentMask) + 1, records.idWordsAt(address));
  }
}

/** HalfSipHash-1-3 over whole words: keyed, so that nobody can choose ids that collide, at some 25 ns an id. */
function keyedHash(
  record: Uint32Array,
  start: number,
  words: number,
  seedLow: number,
  seedHigh: number,
): number {
  let v0 = seedLow;
  let v1 = seedHigh;
  let v2 = 0x6c796765 ^ seedLow;
  let v3 = 0x74656462 ^ seedHigh;
  for (let i = 0; i < words + 3; i++) {
    // Three rounds without input come last.
    const word = i < words ? record[start + i]! : 0;
    if (i === words) v2 ^= 0xff;
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return v1 ^ v3;
}
