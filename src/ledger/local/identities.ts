/**
 * Identities of events: from (board, player, match) to the sequence of the event that has it.
 *
 * A table of open addressing holds 32 bits of a seeded hash and the sequence. Equal hashes are no proof: the
 * ledger reads the record at each candidate and compares, so the answer is exact.
 *
 * Layout: slot i has hashes[i] and sequences[i]; sequence 0 marks a free slot. At most 3 of 4 slots are taken.
 */
export class Identities {
  readonly #seed: number;
  #hashes = new Uint32Array(1024);
  #sequences = new Float64Array(1024);
  #count = 0;

  /** The seed keeps a sender of chosen ids from filling one run of slots. */
  constructor(seed: number) {
    this.#seed = seed >>> 0;
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes that the table takes. */
  get bytes(): number {
    return this.#hashes.byteLength + this.#sequences.byteLength;
  }

  add(board: number, player: number, matchId: string, sequence: number): void {
    if ((this.#count + 1) * 4 > this.#hashes.length * 3) this.#grow();
    this.#place(this.#hash(board, player, matchId), sequence);
    this.#count += 1;
  }

  /** Sequences of the events that may have this identity: usually none or one. */
  candidates(board: number, player: number, matchId: string): number[] {
    const hash = this.#hash(board, player, matchId);
    const mask = this.#hashes.length - 1;
    const found: number[] = [];
    for (let slot = hash & mask; this.#sequences[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#hashes[slot] === hash) found.push(this.#sequences[slot]!);
    }
    return found;
  }

  #place(hash: number, sequence: number): void {
    const mask = this.#hashes.length - 1;
    let slot = hash & mask;
    while (this.#sequences[slot] !== 0) slot = (slot + 1) & mask;
    this.#hashes[slot] = hash;
    this.#sequences[slot] = sequence;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const sequences = this.#sequences;
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#sequences = new Float64Array(hashes.length * 2);
    for (let slot = 0; slot < hashes.length; slot++) {
      if (sequences[slot] !== 0) this.#place(hashes[slot]!, sequences[slot]!);
    }
  }

  /** Murmur3's steps over the UTF-16 units and the two numbers. */
  #hash(board: number, player: number, matchId: string): number {
    let hash = mix(mix(this.#seed, board), player);
    for (let i = 0; i < matchId.length; i++) hash = mix(hash, matchId.charCodeAt(i));
    hash ^= hash >>> 16;
    hash = Math.imul(hash, 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }
}

function mix(hash: number, value: number): number {
  let part = Math.imul(value, 0xcc9e2d51);
  part = (part << 15) | (part >>> 17);
  const mixed = hash ^ Math.imul(part, 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
