/**
 * Players by number: one table id <-> 32-bit number, once a process. Everything else names the number.
 *
 * Layout:
 * - `#chunks`: a record a player, in whole 32-bit words: the number, then the id as one byte of length, the
 *   UTF-8 bytes and zeros up to the next word. Two equal ids are two equal runs of words. No record crosses the
 *   end of a chunk.
 * - `#addresses[number]`: the word where the record starts, counted through all chunks; 0 for an absent number
 *   (the first word of the first chunk is never used). 2^32 words are 16 GiB of records.
 * - `#slots`: open addressing with linear probing, at most three quarters full, a slot being 0 or the address of
 *   a record with the spare bits above it taken from the hash. So a wrong slot is mostly passed by without a look
 *   at its record, and an id is found in two cache misses: its slot and its record.
 *
 * A JS Map would end at 16.7 million entries and cost over 100 bytes a player.
 */
import { idBytesMax } from "../core/id.ts";
import { grownWords, nextCapacity } from "./grown.ts";

const chunkBits = 18;
const chunkWords = 2 ** chunkBits;
const chunkMask = chunkWords - 1;
const slotsMin = 16;

/** Bytes of a record before the byte of length. */
const idAt = 4;

/** A unit of UTF-16 takes at most three bytes; one byte of length before, and up to three zeros behind. */
const scratchBytes = 4 * Math.ceil((1 + 3 * idBytesMax) / 4);

export class Players {
  readonly #seedLow: number;
  readonly #seedHigh: number;
  readonly #chunks: Uint32Array[] = [];
  readonly #chunkBytes: Buffer[] = [];
  /** Words in use, through all chunks. */
  #end = 1;
  #addresses: Uint32Array = new Uint32Array(slotsMin);
  #slots: Uint32Array = new Uint32Array(slotsMin);
  /** The bits of a slot that hold the address; the others hold bits of the hash. */
  #addressMask = slotsMin - 1;
  #count = 0;
  #next = 1;
  /** The id that is asked for, as a record holds it. */
  readonly #scratch = new Uint32Array(scratchBytes / 4);
  readonly #scratchBytes = new Uint8Array(this.#scratch.buffer);

  /** `seed`: any safe integer, not to be guessed by whoever chooses ids: it keeps them from colliding on purpose. */
  constructor(seed: number) {
    this.#seedLow = seed | 0;
    this.#seedHigh = Math.floor(seed / 2 ** 32) | 0;
  }

  /** How many players there are. */
  get count(): number {
    return this.#count;
  }

  /** The number after the greatest so far. */
  get next(): number {
    return this.#next;
  }

  /** The number of a player, 0 if the id is not there. */
  find(id: string): number {
    const words = this.#encode(id);
    if (words === 0) return 0;
    return this.#lookUp(words, hash(this.#scratch, 0, words, this.#seedLow, this.#seedHigh));
  }

  /** Whether a number has an id. */
  has(number: number): boolean {
    return number < this.#next && this.#addresses[number] !== 0;
  }

  /** The id of a number that is there. */
  idOf(number: number): string {
    const address = this.#addressOf(number);
    const bytes = this.#chunkBytes[address >>> chunkBits]!;
    const at = (address & chunkMask) * 4 + idAt;
    return bytes.toString("utf8", at + 1, at + 1 + bytes[at]!);
  }

  /**
   * Reads a word of the ids of the first `count` of `numbers`, so that they are in the cache when they are asked
   * for: the misses of one loop overlap, those of calls of `idOf` do not. A page of 100 takes less than half the
   * time so where a million players are beyond the caches.
   */
  prefetch(numbers: Uint32Array, count: number): number {
    const addresses = this.#addresses;
    let seen = 0;
    for (let i = 0; i < count; i++) seen ^= addresses[numbers[i]!]!;
    for (let i = 0; i < count; i++) {
      const address = addresses[numbers[i]!]!;
      seen ^= this.#chunks[address >>> chunkBits]![address & chunkMask]!;
    }
    // Returned for one reason: loads that lead to nothing may be left out.
    return seen;
  }

  /**
   * Gives a number (1 and up, gaps allowed) its id. Repeating it changes nothing.
   *
   * A number that has another id is rewritten, and the old id's bytes are overwritten: it must then be in no
   * tree, as trees order equal members by id.
   */
  set(number: number, id: string): void {
    if (!(Number.isInteger(number) && number >= 1 && number < 2 ** 32)) {
      throw new Error(`player number ${number} is not a 32-bit number from 1 up`);
    }
    const words = this.#encode(id);
    if (words === 0) {
      const length = Buffer.byteLength(id);
      throw new Error(`player ${number} has an id of ${length} bytes: an id has 1 to ${idBytesMax}`);
    }
    const hashed = hash(this.#scratch, 0, words, this.#seedLow, this.#seedHigh);
    const holder = this.#lookUp(words, hashed);
    if (holder === number) return;
    if (holder !== 0) throw new Error(`player ${number} cannot have the id of player ${holder}`);
    if (this.has(number)) this.#forget(number);
    if (number >= this.#addresses.length) {
      const length = Math.max(number + 1, nextCapacity(this.#addresses.length));
      this.#addresses = grownWords(this.#addresses, length);
    }
    const address = this.#store(number, words);
    if (4 * (this.#count + 1) > 3 * this.#slots.length) this.#rehash(2 * this.#slots.length);
    else if (this.#end > this.#addressMask >>> 0) this.#rehash(this.#slots.length);
    this.#fillSlot(address, hashed);
    this.#addresses[number] = address;
    this.#next = Math.max(this.#next, number + 1);
    this.#count += 1;
  }

  /** Compares two players by the UTF-8 bytes of their ids: negative, zero or positive. */
  compare(a: number, b: number): number {
    const addressA = this.#addressOf(a);
    const addressB = this.#addressOf(b);
    return compareIds(
      this.#chunkBytes[addressA >>> chunkBits]!,
      (addressA & chunkMask) * 4 + idAt,
      this.#chunkBytes[addressB >>> chunkBits]!,
      (addressB & chunkMask) * 4 + idAt,
    );
  }

  /** Compares a player with an id that may be no player's, by UTF-8 bytes. */
  compareTo(number: number, id: string): number {
    this.#encode(id);
    const address = this.#addressOf(number);
    const bytes = this.#chunkBytes[address >>> chunkBits]!;
    return compareIds(bytes, (address & chunkMask) * 4 + idAt, this.#scratchBytes, 0);
  }

  /**
   * Writes an id into the scratch as a record holds it: its length in words, 0 for what is no id by its length.
   * Of a longer text than any id it writes so much that every id compares with it as with the whole.
   */
  #encode(id: string): number {
    const bytes = this.#scratchBytes;
    const units = Math.min(id.length, idBytesMax);
    let at = 1;
    for (let i = 0; i < units; i++) {
      const unit = id.charCodeAt(i);
      if (unit < 0x80) {
        bytes[at++] = unit;
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else if ((unit & 0xfc00) === 0xd800 && i + 1 < units && (id.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
        const point = 0x10000 + ((unit & 0x3ff) << 10) + (id.charCodeAt(++i) & 0x3ff);
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[at++] = 0x80 | (point & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    const length = at - 1;
    const words = (at + 3) >>> 2;
    while (at < words * 4) bytes[at++] = 0;
    // One byte more than an id may have: a text that starts with a whole id must compare as longer.
    const tooLong = length > idBytesMax || id.length > idBytesMax;
    bytes[0] = tooLong ? idBytesMax + 1 : length;
    return tooLong || length === 0 ? 0 : words;
  }

  /** The number of the player with the id in the scratch, 0 if there is none. */
  #lookUp(words: number, hashed: number): number {
    const slots = this.#slots;
    const scratch = this.#scratch;
    const mask = slots.length - 1;
    const addressMask = this.#addressMask;
    const tag = hashed & ~addressMask;
    for (let slot = hashed & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]!;
      if (entry === 0) return 0;
      if ((entry & ~addressMask) !== tag) continue;
      const address = (entry & addressMask) >>> 0;
      const chunk = this.#chunks[address >>> chunkBits]!;
      const at = address & chunkMask;
      let i = 0;
      while (i < words && chunk[at + 1 + i] === scratch[i]) i += 1;
      if (i === words) return chunk[at]!;
    }
  }

  /** Writes a record with the id in the scratch behind the last one: its address. */
  #store(number: number, words: number): number {
    const left = chunkWords - (this.#end & chunkMask);
    if (1 + words > left) this.#end += left;
    const address = this.#end;
    if (address + 1 + words > 2 ** 32) throw new Error("the ids of all players take more than 16 GiB");
    const at = address & chunkMask;
    const place = Math.floor(address / chunkWords);
    if (place === this.#chunks.length) {
      const chunk = new Uint32Array(chunkWords);
      this.#chunks.push(chunk);
      this.#chunkBytes.push(Buffer.from(chunk.buffer));
    }
    const chunk = this.#chunks[place]!;
    chunk[at] = number;
    for (let i = 0; i < words; i++) chunk[at + 1 + i] = this.#scratch[i]!;
    this.#end += 1 + words;
    return address;
  }

  #rehash(length: number): void {
    this.#slots = new Uint32Array(length);
    // Room for as many bytes again, so that most often only a full table is hashed anew.
    const bits = 32 - Math.clz32(Math.min(2 * this.#end, 2 ** 32 - 1));
    this.#addressMask = bits === 32 ? -1 : 2 ** bits - 1;
    for (let number = 1; number < this.#next; number++) {
      const address = this.#addresses[number]!;
      if (address !== 0) this.#fillSlot(address, this.#hashAt(address));
    }
  }

  #fillSlot(address: number, hashed: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashed & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = (hashed & ~this.#addressMask) | address;
  }

  /** Takes a number's slot out, closing the gap behind it, and overwrites its id. */
  #forget(number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const address = this.#addresses[number]!;
    let gap = this.#hashAt(address) & mask;
    while ((slots[gap]! & this.#addressMask) >>> 0 !== address) gap = (gap + 1) & mask;
    for (let slot = (gap + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.#hashAt((slots[slot]! & this.#addressMask) >>> 0) & mask;
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      slots[gap] = slots[slot]!;
      gap = slot;
    }
    slots[gap] = 0;
    const at = address & chunkMask;
    this.#chunks[address >>> chunkBits]!.fill(0, at, at + 1 + this.#idWordsAt(address));
    this.#addresses[number] = 0;
    this.#count -= 1;
  }

  #hashAt(address: number): number {
    const chunk = this.#chunks[address >>> chunkBits]!;
    return hash(chunk, (address & chunkMask) + 1, this.#idWordsAt(address), this.#seedLow, this.#seedHigh);
  }

  #idWordsAt(address: number): number {
    return (this.#chunkBytes[address >>> chunkBits]![(address & chunkMask) * 4 + idAt]! + 4) >>> 2;
  }

  #addressOf(number: number): number {
    const address = number < this.#next ? this.#addresses[number]! : 0;
    if (address === 0) throw new Error(`player number ${number} has no id`);
    return address;
  }
}

/** HalfSipHash-1-3 over whole words: keyed, so that nobody can choose ids that collide, at some 25 ns an id. */
function hash(record: Uint32Array, start: number, words: number, seedLow: number, seedHigh: number): number {
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

/** Compares two ids, each at its byte of length. */
function compareIds(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  const lengthA = a[atA]!;
  const lengthB = b[atB]!;
  const shorter = Math.min(lengthA, lengthB);
  for (let i = 1; i <= shorter; i++) {
    const difference = a[atA + i]! - b[atB + i]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
