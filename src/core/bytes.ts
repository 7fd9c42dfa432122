/**
 * Bytes: the writer and reader under every stored form.
 *
 * Whole numbers are varints (7 bits a byte, low first) up to 2^53, computed with arithmetic rather than bit
 * operations, which end at 32 bits. Signed ones fold their sign into the lowest bit.
 */
const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Collects bytes; grows as needed. `finish` hands out a view of what was written. */
export class ByteWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far: a view that the next write may overwrite or abandon. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Starts anew on the same memory. */
  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  float(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  /** A whole number from 0 to 2^53 − 1. */
  count(value: number): void {
    this.#reserve(8);
    const bytes = this.#bytes;
    let at = this.#length;
    let rest = value;
    while (rest >= 0x80) {
      bytes[at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    bytes[at++] = rest;
    this.#length = at;
  }

  /**
   * A whole number from −(2^53 − 1) to 2^53 − 1. The first byte holds the continuation bit, six bits of the
   * magnitude and, lowest, the sign: no magnitude is doubled, which could leave 2^53.
   */
  signed(value: number): void {
    const magnitude = Math.abs(value);
    const rest = Math.floor(magnitude / 0x40);
    this.byte(((magnitude % 0x40) << 1) | (value < 0 ? 1 : 0) | (rest > 0 ? 0x80 : 0));
    if (rest > 0) this.count(rest);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** Begins a part that is to have its length in front; `end` takes what this returns. */
  begin(): number {
    this.#reserve(1);
    this.#length += 1;
    return this.#length;
  }

  /** Ends a part: writes its length in front of it, as a count. */
  end(begin: number): void {
    const length = this.#length - begin;
    // One byte was left for it, which is enough for nearly every record; a longer count moves the part.
    let more = 0;
    for (let rest = length; rest >= 0x80; rest = Math.floor(rest / 0x80)) more += 1;
    if (more > 0) {
      this.#reserve(more);
      this.#bytes.copyWithin(begin + more, begin, this.#length);
    }
    this.#length = begin - 1;
    this.count(length);
    this.#length += length;
  }

  /** A length and that many bytes of UTF-8. */
  text(value: string): void {
    const length = value.length;
    this.#reserve(length * 3 + 8);
    const start = this.#length;
    // Ids are ASCII nearly always: written in place, ten times faster than through an encoder.
    if (length < 0x80) {
      const bytes = this.#bytes;
      let i = 0;
      for (; i < length; i++) {
        const unit = value.charCodeAt(i);
        if (unit >= 0x80) break;
        bytes[start + 1 + i] = unit;
      }
      if (i === length) {
        bytes[start] = length;
        this.#length = start + 1 + length;
        return;
      }
    }
    const encoded = utf8.encode(value);
    this.count(encoded.length);
    this.bytes(encoded);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** What the reader throws: the bytes are not what the writer wrote. */
export class DamagedBytes extends Error {}

/** Reads what a ByteWriter wrote, and never past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#end = end;
  }

  get position(): number {
    return this.#at;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  byte(): number {
    return this.#bytes[this.#take(1)]!;
  }

  float(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  count(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      if (scale > 2 ** 49) throw new DamagedBytes(`a number is longer than 8 bytes at ${this.#at}`);
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new DamagedBytes(`a number is beyond 2^53 at ${this.#at}`);
    return value;
  }

  signed(): number {
    const first = this.byte();
    const magnitude = ((first & 0x7f) >> 1) + (first >= 0x80 ? this.count() * 0x40 : 0);
    return (first & 1) === 1 ? 0 - magnitude : magnitude;
  }

  bytes(length: number): Uint8Array {
    const start = this.#take(length);
    return this.#bytes.subarray(start, start + length);
  }

  text(): string {
    const length = this.count();
    const start = this.#take(length);
    if (length < 0x80) {
      let value = "";
      let i = start;
      for (; i < start + length; i++) {
        const unit = this.#bytes[i]!;
        if (unit >= 0x80) break;
        value += String.fromCharCode(unit);
      }
      if (i === start + length) return value;
    }
    try {
      return fromUtf8.decode(this.#bytes.subarray(start, start + length));
    } catch {
      throw new DamagedBytes(`a text at ${start} is not UTF-8`);
    }
  }

  #take(length: number): number {
    const start = this.#at;
    if (start + length > this.#end)
      throw new DamagedBytes(`${length} bytes wanted at ${start}, ${this.#end - start} left`);
    this.#at = start + length;
    return start;
  }
}
