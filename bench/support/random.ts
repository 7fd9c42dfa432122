/** Seeded randomness, so that a run can be repeated, and what both sides derive from it. */

/** Mulberry32: 32 bits of state, a few nanoseconds a draw, good enough to spread players and scores. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 to below `limit`, which is at most 2^32. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = this.#state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
}

/** Bytes of every id. */
export const idBytes = 14;

const idScratch = Buffer.from("player00000000", "latin1");
const digits = Buffer.from("0123456789abcdef", "latin1");

/** The id of a player, counted from 0: no two alike, and neighbours in number are none in order. */
export function playerId(player: number): string {
  writePlayerId(idScratch, 0, player);
  // A string made from bytes is flat; one made by `+` would be flattened inside what is timed.
  return idScratch.toString("latin1");
}

/** Writes the same 14 bytes into a buffer. */
export function writePlayerId(buffer: Buffer, at: number, player: number): void {
  buffer.write("player", at, "latin1");
  let word = scramble(player);
  for (let i = idBytes - 1; i >= 6; i--) {
    buffer[at + i] = digits[word & 15]!;
    word >>>= 4;
  }
}

/** One to one on 32 bits. */
function scramble(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
