/**
 * Identities in memory: one generation of them, those of the events behind record `from`.
 *
 * A table of open addressing holds 32 bits of the hash and the place of the event. Layout: the hash's upper bits
 * choose one of 1,024 segments, its lower bits a slot. Slot i of a segment has hashes[i] and offsets[i], the
 * sequence less `from`; 0 marks a free slot. At most 3 of 4 slots are taken. Each segment grows by itself: no
 * growth moves more than some thousand entries.
 */
const segmentBits = 10;
const slotsMin = 8;

interface Segment {
  hashes: Uint32Array;
  offsets: Uint32Array;
  count: number;
}

export class IdentityTable {
  /** It holds what comes behind this record. */
  readonly from: number;
  readonly #segments: Segment[];
  #last: number;
  #count = 0;
  #slots = 0;

  constructor(from: number) {
    this.from = from;
    this.#last = from;
    const none = new Uint32Array(0);
    this.#segments = Array.from({ length: 2 ** segmentBits }, () => ({
      hashes: none,
      offsets: none,
      count: 0,
    }));
  }

  /** Sequence of the last event in it; `from` while it is empty. */
  get last(): number {
    return this.#last;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#slots * 2 * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Whether an event at this sequence can be held. */
  reaches(sequence: number): boolean {
    return sequence - this.from < 2 ** 32;
  }

  add(hash: number, sequence: number): void {
    const segment = this.#segments[hash >>> (32 - segmentBits)]!;
    if ((segment.count + 1) * 4 > segment.hashes.length * 3) this.#grow(segment);
    place(segment, hash, sequence - this.from);
    segment.count += 1;
    this.#count += 1;
    this.#last = sequence;
  }

  /** Adds to `found` the sequences of the events with this hash. */
  collect(hash: number, found: number[]): void {
    const { hashes, offsets } = this.#segments[hash >>> (32 - segmentBits)]!;
    if (hashes.length === 0) return;
    const mask = hashes.length - 1;
    for (let slot = hash & mask; offsets[slot] !== 0; slot = (slot + 1) & mask) {
      if (hashes[slot] === hash) found.push(this.from + offsets[slot]!);
    }
  }

  #grow(segment: Segment): void {
    const { hashes, offsets } = segment;
    const length = Math.max(slotsMin, hashes.length * 2);
    segment.hashes = new Uint32Array(length);
    segment.offsets = new Uint32Array(length);
    this.#slots += length - hashes.length;
    for (let slot = 0; slot < hashes.length; slot++) {
      if (offsets[slot] !== 0) place(segment, hashes[slot]!, offsets[slot]!);
    }
  }
}

function place({ hashes, offsets }: Segment, hash: number, offset: number): void {
  const mask = hashes.length - 1;
  let slot = hash & mask;
  while (offsets[slot] !== 0) slot = (slot + 1) & mask;
  hashes[slot] = hash;
  offsets[slot] = offset;
}
