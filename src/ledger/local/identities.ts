/**
 * Identities of events: from (board, player, match) to the sequence of the event that has it.
 *
 * Tables of open addressing hold 32 bits of a seeded hash and the sequence. Equal hashes are no proof: the
 * ledger reads the record at each candidate and compares, so the answer is exact.
 *
 * Layout: the hash's upper bits choose one of 1,024 segments, its lower bits a slot. Slot i of a segment has
 * hashes[i] and sequences[i]; sequence 0 marks a free slot. At most 3 of 4 slots are taken. Each segment grows
 * by itself: with 100 million events that stalls the event loop for a few milliseconds, where one table would
 * stall it for seconds.
 */
const segmentBits = 10;
const slotsMin = 8;

interface Segment {
  hashes: Uint32Array;
  sequences: Float64Array;
  count: number;
}

export class Identities {
  readonly #seed: number;
  readonly #segments: Segment[];
  #count = 0;
  #slots = 0;

  /** The seed keeps a sender of chosen ids from filling one run of slots. */
  constructor(seed: number) {
    this.#seed = seed >>> 0;
    const hashes = new Uint32Array(0);
    const sequences = new Float64Array(0);
    this.#segments = Array.from({ length: 2 ** segmentBits }, () => ({ hashes, sequences, count: 0 }));
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes that the tables take. */
  get bytes(): number {
    return this.#slots * (Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT);
  }

  add(board: number, player: number, matchId: string, sequence: number): void {
    const hash = this.#hash(board, player, matchId);
    const segment = this.#segmentOf(hash);
    if ((segment.count + 1) * 4 > segment.hashes.length * 3) this.#grow(segment);
    place(segment, hash, sequence);
    segment.count += 1;
    this.#count += 1;
  }

  /** Sequences of the events that may have this identity: usually none or one. */
  candidates(board: number, player: number, matchId: string): number[] {
    const hash = this.#hash(board, player, matchId);
    const { hashes, sequences } = this.#segmentOf(hash);
    const found: number[] = [];
    if (hashes.length === 0) return found;
    const mask = hashes.length - 1;
    for (let slot = hash & mask; sequences[slot] !== 0; slot = (slot + 1) & mask) {
      if (hashes[slot] === hash) found.push(sequences[slot]!);
    }
    return found;
  }

  #segmentOf(hash: number): Segment {
    return this.#segments[hash >>> (32 - segmentBits)]!;
  }

  #grow(segment: Segment): void {
    const { hashes, sequences } = segment;
    const length = Math.max(slotsMin, hashes.length * 2);
    segment.hashes = new Uint32Array(length);
    segment.sequences = new Float64Array(length);
    this.#slots += length - hashes.length;
    for (let slot = 0; slot < hashes.length; slot++) {
      if (sequences[slot] !== 0) place(segment, hashes[slot]!, sequences[slot]!);
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

function place({ hashes, sequences }: Segment, hash: number, sequence: number): void {
  const mask = hashes.length - 1;
  let slot = hash & mask;
  while (sequences[slot] !== 0) slot = (slot + 1) & mask;
  hashes[slot] = hash;
  sequences[slot] = sequence;
}

function mix(hash: number, value: number): number {
  let part = Math.imul(value, 0xcc9e2d51);
  part = (part << 15) | (part >>> 17);
  const mixed = hash ^ Math.imul(part, 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
