/**
 * A hash table that grows a bucket at a time: extendible hashing (Fagin, Nievergelt, Pippenger, Strong 1979).
 *
 * Layout.
 * - `directory`: the bucket of a hash, by the bits of the hash above those of the slot. It doubles when a bucket
 *   must be split that owns one entry of it: some ten thousand words for 25 million keys.
 * - `slots`: buckets of 2^slotBits slots, open addressing with linear probing inside the bucket. A slot is 0 or
 *   an entry: the address of a record (from 1 up) and, in the bits above `masks[bucket]`, those of its hash. So a
 *   wrong slot is mostly passed by without a look at its record, which would be a cache miss.
 *
 * A full bucket is split in two, and one that meets an address wider than its mask is written anew with a wider
 * one: some 1,600 records are hashed, a fraction of a millisecond, where one table for all would stall for seconds.
 */
import { type Segments, wordSegments } from "./segments.ts";

/** Slots a segment, as a power of two: 8 MiB. */
const segmentBits = 21;

export const slotBitsDefault = 11;

/** How full the buckets of a reserved table become: few are then split in spite of it. */
const reservedFill = 0.76;

export abstract class Buckets {
  readonly slotBits: number;
  readonly slotMask: number;
  /** Buckets a segment, as a power of two. */
  readonly bucketBits: number;
  readonly bucketMask: number;
  readonly slots: Segments<Uint32Array>;
  directory = new Uint32Array(1);
  /** The bits of a slot that hold the address, by bucket. */
  readonly masks: number[] = [];
  /** Bits of the hash that a bucket's entries have in common, above those of the slot. */
  readonly #depths: number[] = [];
  readonly #counts: number[] = [];
  readonly #full: number;
  /** The addresses of a bucket that is written anew, and their hashes. */
  readonly #scratch: Uint32Array;
  readonly #hashes: Int32Array;

  constructor(slotBits = slotBitsDefault) {
    this.slotBits = slotBits;
    this.slotMask = 2 ** slotBits - 1;
    this.bucketBits = Math.max(0, segmentBits - slotBits);
    this.bucketMask = 2 ** this.bucketBits - 1;
    this.slots = wordSegments(2 ** (slotBits + this.bucketBits));
    this.#scratch = new Uint32Array(2 ** slotBits);
    this.#hashes = new Int32Array(2 ** slotBits);
    // Probes stay short up to here, as tags spare the look at records.
    this.#full = Math.floor((13 * 2 ** slotBits) / 16);
    this.#addBucket(0);
  }

  /** The hash of the record at an address. */
  abstract hashAt(address: number): number;

  /** Adds a record that is not there. */
  add(hash: number, address: number): void {
    let bucket = this.#bucketOf(hash);
    while (this.#counts[bucket]! >= this.#full) {
      this.#split(bucket, hash);
      bucket = this.#bucketOf(hash);
    }
    if ((address & ~this.masks[bucket]!) !== 0) this.#widen(bucket, address);
    this.#place(bucket, hash, address);
  }

  /**
   * Makes an empty table as large as so many entries will need, with room in each slot for addresses up to
   * `addressMax`: filling it then writes no bucket anew.
   */
  reserve(entries: number, addressMax: number): void {
    if (this.masks.length > 1 || this.#counts[0]! > 0) return;
    const slots = 2 ** this.slotBits;
    const depth = Math.ceil(Math.log2(Math.max(1, entries / (reservedFill * slots))));
    if (this.slotBits + depth >= 32) return;
    const mask = 2 ** (32 - Math.clz32(addressMax)) - 1;
    while (this.masks.length < 2 ** depth) this.#addBucket(depth);
    this.directory = Uint32Array.from(this.masks, (_, bucket) => bucket);
    this.#depths.fill(depth);
    // The bits of the slot tell nothing as a tag: all entries near it have them.
    this.masks.fill((mask | this.slotMask) >> 0);
  }

  /** Takes a record out that is there, closing the gap behind it, so that probing needs no marks. */
  remove(hash: number, address: number): void {
    const bucket = this.#bucketOf(hash);
    const { slotMask } = this;
    const mask = this.masks[bucket]!;
    const slots = this.#slotsOf(bucket);
    const base = this.#baseOf(bucket);
    let gap = hash & slotMask;
    while ((slots[base + gap]! & mask) >>> 0 !== address) {
      if (slots[base + gap] === 0) throw new Error(`the record at ${address} is in no bucket`);
      gap = (gap + 1) & slotMask;
    }
    for (let slot = (gap + 1) & slotMask; slots[base + slot] !== 0; slot = (slot + 1) & slotMask) {
      const home = this.hashAt((slots[base + slot]! & mask) >>> 0) & slotMask;
      if (((slot - home) & slotMask) < ((slot - gap) & slotMask)) continue;
      slots[base + gap] = slots[base + slot]!;
      gap = slot;
    }
    slots[base + gap] = 0;
    this.#counts[bucket]! -= 1;
  }

  get bytes(): number {
    return 4 * (this.directory.length + this.masks.length * 2 ** this.slotBits);
  }

  /** What an image says of the table beside its slots. */
  describe(): BucketsDescription {
    return {
      directory: [...this.directory],
      masks: [...this.masks],
      depths: [...this.#depths],
      counts: [...this.#counts],
    };
  }

  /** The bytes of all slots. */
  views(): Uint8Array[] {
    return this.slots.views(this.masks.length * 2 ** this.slotBits);
  }

  /** Makes an empty table that of a description, with slots to be filled in. */
  restore({ directory, masks, depths, counts }: BucketsDescription): void {
    this.directory = Uint32Array.from(directory);
    this.masks.splice(0, 1, ...masks);
    this.#depths.splice(0, 1, ...depths);
    this.#counts.splice(0, 1, ...counts);
    this.slots.reach(masks.length * 2 ** this.slotBits);
  }

  #bucketOf(hash: number): number {
    return this.directory[(hash >>> this.slotBits) & (this.directory.length - 1)]!;
  }

  #slotsOf(bucket: number): Uint32Array {
    return this.slots.list[bucket >>> this.bucketBits]!;
  }

  #baseOf(bucket: number): number {
    return (bucket & this.bucketMask) << this.slotBits;
  }

  #addBucket(depth: number): number {
    const bucket = this.masks.length;
    this.slots.reach((bucket + 1) * 2 ** this.slotBits);
    this.masks.push(this.slotMask);
    this.#depths.push(depth);
    this.#counts.push(0);
    return bucket;
  }

  #place(bucket: number, hash: number, address: number): void {
    const slots = this.#slotsOf(bucket);
    const base = this.#baseOf(bucket);
    const { slotMask } = this;
    let slot = hash & slotMask;
    while (slots[base + slot] !== 0) slot = (slot + 1) & slotMask;
    slots[base + slot] = (hash & ~this.masks[bucket]!) | address;
    this.#counts[bucket]! += 1;
  }

  /** Gives half of the entries of the bucket of a hash, by the next bit of their hashes, to a new one. */
  #split(bucket: number, hash: number): void {
    const depth = this.#depths[bucket]!;
    if (this.slotBits + depth >= 32) throw new Error("a hash table meets too many equal hashes");
    if (2 ** depth === this.directory.length) {
      const doubled = new Uint32Array(2 * this.directory.length);
      doubled.set(this.directory);
      doubled.set(this.directory, this.directory.length);
      this.directory = doubled;
    }
    const count = this.#empty(bucket);
    const other = this.#addBucket(depth + 1);
    this.masks[other] = this.masks[bucket]!;
    this.#depths[bucket] = depth + 1;
    const bit = 2 ** (this.slotBits + depth);
    const { directory } = this;
    const low = (hash >>> this.slotBits) & (2 ** depth - 1);
    for (let i = low + 2 ** depth; i < directory.length; i += 2 ** (depth + 1)) directory[i] = other;
    for (let i = 0; i < count; i++) this.#hashes[i] = this.hashAt(this.#scratch[i]!);
    for (let i = 0; i < count; i++) {
      const hash = this.#hashes[i]!;
      this.#place((hash & bit) === 0 ? bucket : other, hash, this.#scratch[i]!);
    }
  }

  /** Widens a bucket's mask for an address, with room for as many again. */
  #widen(bucket: number, address: number): void {
    const count = this.#empty(bucket);
    const bits = 33 - Math.clz32(address);
    this.masks[bucket] = bits >= 32 ? -1 : 2 ** bits - 1;
    for (let i = 0; i < count; i++) this.#place(bucket, this.hashAt(this.#scratch[i]!), this.#scratch[i]!);
  }

  /** Takes a bucket's addresses out into the scratch: how many. */
  #empty(bucket: number): number {
    const slots = this.#slotsOf(bucket);
    const base = this.#baseOf(bucket);
    const mask = this.masks[bucket]!;
    let count = 0;
    for (let at = base; at <= base + this.slotMask; at++) {
      if (slots[at] !== 0) this.#scratch[count++] = slots[at]! & mask;
      slots[at] = 0;
    }
    this.#counts[bucket] = 0;
    return count;
  }
}

export interface BucketsDescription {
  readonly directory: readonly number[];
  readonly masks: readonly number[];
  readonly depths: readonly number[];
  readonly counts: readonly number[];
}
