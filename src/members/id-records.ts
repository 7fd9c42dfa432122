/**
 * The ids of all players, as records of whole 32-bit words in segments: the player's number, then the id as one
 * byte of length, the UTF-8 bytes and zeros up to the next word. Two equal ids are two equal runs of words. No
 * record crosses the end of a segment.
 *
 * A record is named by the word where it starts, counted through all segments; 0 is none (the first word is never
 * used). 2^32 words are 16 GiB of records.
 */
import { idBytesMax } from "../core/id.ts";
import { type Segments, wordSegments } from "./segments.ts";

/** Words a segment, as a power of two: 8 MiB. */
const segmentBitsDefault = 21;

/** Words of the longest record. */
export const recordWordsMax = 1 + Math.ceil((1 + idBytesMax) / 4);

/** Bytes of a record before the byte of length. */
export const idAt = 4;

export class IdRecords {
  readonly segmentBits: number;
  readonly segmentMask: number;
  readonly words: Uint32Array[];
  readonly #words: Segments<Uint32Array>;
  /** The same bytes. */
  readonly #bytes: Buffer[] = [];
  #end = 1;

  constructor(segmentBits = segmentBitsDefault) {
    if (2 ** segmentBits < recordWordsMax) throw new Error(`a segment of 2^${segmentBits} words holds no id`);
    this.segmentBits = segmentBits;
    this.segmentMask = 2 ** segmentBits - 1;
    this.#words = wordSegments(2 ** segmentBits);
    this.words = this.#words.list;
  }

  /** The word behind the last record. */
  get end(): number {
    return this.#end;
  }

  /** The segment of a record, as bytes. */
  bytesOf(address: number): Buffer {
    return this.#bytes[address >>> this.segmentBits]!;
  }

  /** Where a record's byte of length stands in its segment. */
  startOf(address: number): number {
    return (address & this.segmentMask) * 4 + idAt;
  }

  /** The player of a record. */
  playerAt(address: number): number {
    return this.words[address >>> this.segmentBits]![address & this.segmentMask]!;
  }

  /** How many words of a record hold its id. */
  idWordsAt(address: number): number {
    return (this.bytesOf(address)[this.startOf(address)]! + 4) >>> 2;
  }

  /** Adds a record with an id in the form of a record, at `from` of `id`; returns its address. */
  add(player: number, id: Uint32Array, from: number, idWords: number): number {
    const left = 2 ** this.segmentBits - (this.#end & this.segmentMask);
    if (1 + idWords > left) this.#end += left;
    const address = this.#end;
    if (address + 1 + idWords > 2 ** 32) throw new Error("the ids of all players take more than 16 GiB");
    this.#reach(address + 1 + idWords);
    const words = this.words[address >>> this.segmentBits]!;
    const at = address & this.segmentMask;
    words[at] = player;
    for (let i = 0; i < idWords; i++) words[at + 1 + i] = id[from + i]!;
    return address;
  }

  /** Overwrites a record with zeros. */
  erase(address: number): void {
    const at = address & this.segmentMask;
    this.words[address >>> this.segmentBits]!.fill(0, at, at + 1 + this.idWordsAt(address));
  }

  views(): Uint8Array[] {
    return this.#words.views(this.#end);
  }

  /** Makes room for records that end at `end`, to be filled in. */
  restore(end: number): void {
    this.#reach(end);
  }

  #reach(end: number): void {
    this.#words.reach(end);
    while (this.#bytes.length < this.words.length)
      this.#bytes.push(Buffer.from(this.words[this.#bytes.length]!.buffer));
    this.#end = end;
  }
}
