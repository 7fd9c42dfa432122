/**
 * Players by number: one table id <-> 32-bit number, once a process. Everything else names the number.
 *
 * An id is found in two cache misses, its slot (id-buckets.ts) and its record (id-records.ts), and takes some 30
 * bytes with 14 of its own. A JS Map would end at 16.7 million entries and cost over 100 bytes a player. Nothing
 * here is ever copied as a whole.
 */
import { idBytesMax } from "../core/id.ts";
import { type BucketsDescription, slotBitsDefault } from "./buckets.ts";
import { IdBuckets } from "./id-buckets.ts";
import { compareForms, formWordsMax, writeForm, writeFormOf } from "./id-form.ts";
import { IdRecords } from "./id-records.ts";
import type { Filling, ImagePart } from "./image.ts";
import { type Segments, wordSegments } from "./segments.ts";
import { witness } from "./witness.ts";

/** Numbers a segment of addresses, as a power of two: 4 MiB. */
const addressBits = 20;
const addressMask = 2 ** addressBits - 1;

/** Ids that `findMany` looks for together. */
export const manyMax = 64;

/** Words of a record with an id of 14 bytes or so: a guess at how far addresses reach. */
const idWordsUsual = 6;

export interface PlayerSizes {
  readonly segmentBits?: number;
  readonly slotBits?: number;
}

export class Players {
  readonly #seed: number;
  readonly #records: IdRecords;
  readonly #buckets: IdBuckets;
  /** The address of a number's record, 0 for an absent number. */
  readonly #addresses: Segments<Uint32Array>;
  #count = 0;
  #next = 1;
  /** The ids that are asked for, in the form of a record. */
  readonly #asked = new Uint32Array(manyMax * formWordsMax);
  readonly #askedBytes = new Uint8Array(this.#asked.buffer);
  readonly #askedWords = new Uint32Array(manyMax);
  readonly #hashes = new Int32Array(manyMax);

  /**
   * `seed`: any safe integer, not to be guessed by whoever chooses ids: it keeps them from colliding on purpose.
   * `sizes`: small segments and buckets, for tests.
   */
  constructor(seed: number, sizes: PlayerSizes = {}) {
    this.#seed = seed;
    this.#records = new IdRecords(sizes.segmentBits);
    const slotBits = sizes.slotBits ?? slotBitsDefault;
    this.#buckets = new IdBuckets(this.#records, seed | 0, Math.floor(seed / 2 ** 32) | 0, slotBits);
    this.#addresses = wordSegments(2 ** addressBits);
    this.#addresses.reach(1);
  }

  /** How many players there are. */
  get count(): number {
    return this.#count;
  }

  /** The number after the greatest so far. */
  get next(): number {
    return this.#next;
  }

  /** What ids, numbers and hash table take. */
  get bytes(): number {
    return 4 * (this.#records.end + this.#next) + this.#buckets.bytes;
  }

  /** The number of a player, 0 if the id is not there. */
  find(id: string): number {
    const words = writeForm(id, this.#askedBytes, 0);
    if (words === 0) return 0;
    const asked = this.#asked;
    const address = this.#buckets.find(this.#buckets.hash(asked, 0, words), asked, 0, words);
    return address === 0 ? 0 : this.#records.playerAt(address);
  }

  /**
   * The numbers of `ids` from `from` to before `to`, 0 for those not there. The cache misses of 64 at a time overlap,
   * which those of single calls do not.
   */
  findMany(ids: readonly string[], from: number, to: number, numbers: Uint32Array): void {
    for (let start = from; start < to; start += manyMax) {
      const count = Math.min(manyMax, to - start);
      this.#askMany(ids, start, count);
      for (let i = 0; i < count; i++) {
        const words = this.#askedWords[i]!;
        const at = i * formWordsMax;
        const address = words === 0 ? 0 : this.#buckets.find(this.#hashes[i]!, this.#asked, at, words);
        numbers[start - from + i] = address === 0 ? 0 : this.#records.playerAt(address);
      }
    }
  }

  /** Whether a number has an id. */
  has(number: number): boolean {
    return number < this.#next && this.#addresses.list[number >>> addressBits]![number & addressMask] !== 0;
  }

  /** The id of a number that is there. */
  idOf(number: number): string {
    const address = this.addressOf(number);
    const bytes = this.#records.bytesOf(address);
    const at = this.#records.startOf(address);
    return bytes.toString("utf8", at + 1, at + 1 + bytes[at]!);
  }

  /** Where the id of a number that is there is kept; to be asked about below, and until the number gets another. */
  addressOf(number: number): number {
    const address =
      number < this.#next ? this.#addresses.list[number >>> addressBits]![number & addressMask]! : 0;
    if (address === 0) throw new Error(`player number ${number} has no id`);
    return address;
  }

  /** The bytes that hold the id kept at an address, and others. */
  bytesAt(address: number): Uint8Array {
    return this.#records.bytesOf(address);
  }

  /** Where in those bytes the id kept at an address has its byte of length; its UTF-8 bytes follow. */
  startAt(address: number): number {
    return this.#records.startOf(address);
  }

  /**
   * Puts the addresses of the ids of the first `count` of `numbers` in their place, and reads a word of each id, so
   * that they are in the cache when they are asked for: the misses of one loop overlap. A page of 100 takes less than
   * half the time so where a million players are beyond the caches.
   */
  locate(numbers: Uint32Array, count: number): void {
    const { words, segmentBits, segmentMask } = this.#records;
    for (let i = 0; i < count; i++) numbers[i] = this.addressOf(numbers[i]!);
    for (let i = 0; i < count; i++) {
      const address = numbers[i]!;
      witness[0]! ^= words[address >>> segmentBits]![address & segmentMask]!;
    }
  }

  /**
   * Gives a number (1 and up, gaps allowed) its id. Repeating it changes nothing.
   *
   * A number that has another id is rewritten, and the old id's bytes are overwritten: it must then be in no
   * tree, as trees order equal members by id.
   */
  set(number: number, id: string): void {
    const words = writeForm(id, this.#askedBytes, 0);
    this.#set(number, 0, words, this.#buckets.hash(this.#asked, 0, words), () => Buffer.byteLength(id));
  }

  /** The same, with the id's UTF-8 bytes: loading makes no strings. */
  setBytes(number: number, bytes: Uint8Array, start: number, length: number): void {
    const words = writeFormOf(bytes, start, length, this.#askedBytes, 0);
    this.#set(number, 0, words, this.#buckets.hash(this.#asked, 0, words), () => length);
  }

  /**
   * The same for the first `count` of `numbers`, at most 64, whose ids have so many bytes from so far on: the cache
   * misses of all overlap.
   */
  setMany(
    numbers: ArrayLike<number>,
    bytes: Uint8Array,
    starts: ArrayLike<number>,
    lengths: ArrayLike<number>,
    count: number,
  ): void {
    for (let i = 0; i < count; i++) {
      const at = i * formWordsMax;
      const words = writeFormOf(bytes, starts[i]!, lengths[i]!, this.#askedBytes, 4 * at);
      const hash = this.#buckets.hash(this.#asked, at, words);
      this.#askedWords[i] = words;
      this.#hashes[i] = hash;
      this.#buckets.touch(hash);
    }
    for (let i = 0; i < count; i++)
      this.#set(numbers[i]!, i * formWordsMax, this.#askedWords[i]!, this.#hashes[i]!, () => lengths[i]!);
  }

  /** Makes room for so many players, where there is none yet. */
  reserve(players: number): void {
    this.#buckets.reserve(players, players * idWordsUsual);
  }

  /** Compares two players by the UTF-8 bytes of their ids: negative, zero or positive. */
  compare(a: number, b: number): number {
    const records = this.#records;
    const addressA = this.addressOf(a);
    const addressB = this.addressOf(b);
    return compareForms(
      records.bytesOf(addressA),
      records.startOf(addressA),
      records.bytesOf(addressB),
      records.startOf(addressB),
    );
  }

  /** Compares a player with an id that may be no player's, by UTF-8 bytes. */
  compareTo(number: number, id: string): number {
    writeForm(id, this.#askedBytes, 0);
    const address = this.addressOf(number);
    return compareForms(this.#records.bytesOf(address), this.#records.startOf(address), this.#askedBytes, 0);
  }

  /** Everything, for an image: what is not in the segments is in the description. */
  image(): ImagePart {
    const description: PlayersDescription = {
      seed: this.#seed,
      count: this.#count,
      next: this.#next,
      end: this.#records.end,
      buckets: this.#buckets.describe(),
    };
    return { description, segments: this.#views() };
  }

  /** The players of an image, once its segments are filled in. */
  static fromImage(description: unknown, sizes: PlayerSizes = {}): Filling<Players> {
    const { seed, count, next, end, buckets } = description as PlayersDescription;
    const players = new Players(seed, sizes);
    players.#count = count;
    players.#next = next;
    players.#addresses.reach(next);
    players.#records.restore(end);
    players.#buckets.restore(buckets);
    return { value: players, segments: players.#views() };
  }

  #views(): Uint8Array[] {
    return [...this.#records.views(), ...this.#addresses.views(this.#next), ...this.#buckets.views()];
  }

  /** Puts ids into the form of a record, and brings their slots and records into the cache. */
  #askMany(ids: readonly string[], start: number, count: number): void {
    const { words: segments, segmentBits, segmentMask } = this.#records;
    for (let i = 0; i < count; i++) {
      const at = i * formWordsMax;
      const words = writeForm(ids[start + i]!, this.#askedBytes, 4 * at);
      const hash = this.#buckets.hash(this.#asked, at, words);
      this.#askedWords[i] = words;
      this.#hashes[i] = hash;
      this.#buckets.touch(hash);
    }
    for (let i = 0; i < count; i++) {
      const address = this.#buckets.guess(this.#hashes[i]!);
      // Where there is no player yet, there is no record either.
      if (address !== 0) witness[0]! ^= segments[address >>> segmentBits]![address & segmentMask]!;
    }
  }

  /** Gives a number the id that is asked for, in so many words from `at` on. */
  #set(number: number, at: number, words: number, hash: number, lengthOf: () => number): void {
    if (!(Number.isInteger(number) && number >= 1 && number < 2 ** 32))
      throw new Error(`player number ${number} is not a 32-bit number from 1 up`);
    if (words === 0)
      throw new Error(`player ${number} has an id of ${lengthOf()} bytes: an id has 1 to ${idBytesMax}`);
    const known = this.#buckets.find(hash, this.#asked, at, words);
    if (known !== 0) {
      const holder = this.#records.playerAt(known);
      if (holder === number) return;
      throw new Error(`player ${number} cannot have the id of player ${holder}`);
    }
    if (this.has(number)) this.#forget(number);
    this.#addresses.reach(number + 1);
    const address = this.#records.add(number, this.#asked, at, words);
    this.#buckets.add(hash, address);
    this.#addresses.list[number >>> addressBits]![number & addressMask] = address;
    this.#next = Math.max(this.#next, number + 1);
    this.#count += 1;
  }

  /** Takes a number's id out of the hash table, and overwrites it. */
  #forget(number: number): void {
    const address = this.addressOf(number);
    this.#buckets.remove(this.#buckets.hashAt(address), address);
    this.#records.erase(address);
    this.#addresses.list[number >>> addressBits]![number & addressMask] = 0;
    this.#count -= 1;
  }
}

interface PlayersDescription {
  readonly seed: number;
  readonly count: number;
  readonly next: number;
  readonly end: number;
  readonly buckets: BucketsDescription;
}
