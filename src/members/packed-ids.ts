/**
 * Ids of players by number, packed: a number (uint32), then for it and each number behind it one byte of length
 * and the UTF-8 bytes of the id; length 0 for a number that nobody has. No string is made on the way.
 */
import { idBytesMax } from "../core/id.ts";
import { manyMax, type Players } from "./players.ts";

const headBytes = 4;
const packerBytes = 64 * 1024;

/** The ids of all players below a number, in pieces of at most `bytes` bytes. */
export function* copyIds(players: Players, end: number, bytes: number): Iterable<Uint8Array> {
  const enough = bytes - idBytesMax - 1;
  for (let number = 1; number < end; ) {
    const piece = new Uint8Array(bytes);
    new DataView(piece.buffer).setUint32(0, number, true);
    let at = headBytes;
    for (; number < end && at <= enough; number++) {
      at += copyId(players, number, piece, at);
    }
    yield piece.subarray(0, at);
  }
}

/** Copies the byte of length and the id of a number, a zero where nobody has it: how many bytes. */
function copyId(players: Players, number: number, piece: Uint8Array, at: number): number {
  if (!players.has(number)) return 1;
  const address = players.addressOf(number);
  const bytes = players.bytesAt(address);
  const start = players.startAt(address);
  const count = 1 + bytes[start]!;
  for (let i = 0; i < count; i++) piece[at + i] = bytes[start + i]!;
  return count;
}

/** Packs ids given one by one, in order of number. */
export class IdPacker {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #piece = Buffer.alloc(0);
  #at = 0;
  /** Behind the last id of the piece. */
  #end = 0;
  #next = 0;

  add(number: number, id: string): void {
    // Numbers between that nobody has are zeros.
    this.#at += number - this.#next;
    if (this.#at + idBytesMax >= this.#piece.length) this.#begin(number);
    const length = this.#piece.write(id, this.#at + 1);
    this.#piece[this.#at] = length;
    this.#at += 1 + length;
    this.#end = this.#at;
    this.#next = number + 1;
  }

  /** The pieces, in memory of their own. */
  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#close();
    return this.#pieces;
  }

  #begin(number: number): void {
    this.#close();
    this.#piece = Buffer.alloc(packerBytes);
    this.#piece.writeUInt32LE(number);
    this.#at = headBytes;
    this.#end = headBytes;
  }

  #close(): void {
    if (this.#end > 0) this.#pieces.push(this.#piece.subarray(0, this.#end));
  }
}

/** Gives the players of a piece their ids. */
export function takeIds(players: Players, piece: Uint8Array): void {
  let number = new DataView(piece.buffer, piece.byteOffset).getUint32(0, true);
  let count = 0;
  for (let at = headBytes; at < piece.length; number++) {
    const length = piece[at]!;
    if (length > 0) {
      numbers[count] = number;
      starts[count] = at + 1;
      lengths[count] = length;
      count += 1;
    }
    at += 1 + length;
    if (count < manyMax && at < piece.length) continue;
    players.setMany(numbers, piece, starts, lengths, count);
    count = 0;
  }
}

const numbers = new Uint32Array(manyMax);
const starts = new Uint32Array(manyMax);
const lengths = new Uint32Array(manyMax);
