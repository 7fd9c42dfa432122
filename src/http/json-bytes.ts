/**
 * JSON written straight into bytes, for answers that are made by the thousand: no object and no text is built that
 * only a serialiser would read. What comes out is what JSON.stringify says of the same data, byte for byte.
 */
const quote = 0x22;
const backslash = 0x5c;
const zero = 0x30;

export class JsonBytes {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  /** Writes plain ASCII as it is: punctuation, and names that are known to need no escape. */
  raw(ascii: string): void {
    const { length } = ascii;
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let i = 0; i < length; i++) bytes[start + i] = ascii.charCodeAt(i);
    this.#length = start + length;
  }

  /** Writes a text in quotes. */
  text(text: string): void {
    const { length } = text;
    this.#reserve(length + 2);
    const bytes = this.#bytes;
    const start = this.#length + 1;
    bytes[start - 1] = quote;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x20 || unit > 0x7e || unit === quote || unit === backslash) {
        this.json(text);
        return;
      }
      bytes[start + i] = unit;
    }
    bytes[start + length] = quote;
    this.#length = start + length + 1;
  }

  /** Writes a finite number. */
  number(value: number): void {
    if ((value | 0) !== value || value < 0) {
      this.raw(String(value));
      return;
    }
    let digits = 1;
    for (let bound = 10; value >= bound; bound *= 10) digits += 1;
    this.#reserve(digits);
    const bytes = this.#bytes;
    this.#length += digits;
    // Scores and ranks: digits from the last on, without a text in between.
    for (let at = this.#length - 1, rest = value | 0; digits > 0; digits--) {
      const tens = (rest / 10) | 0;
      bytes[at--] = zero + rest - 10 * tens;
      rest = tens;
    }
  }

  /** Writes anything that JSON can hold. */
  json(value: unknown): void {
    const text = JSON.stringify(value);
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Hands out a copy of what was written, and starts anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  /** The same as a text with a character a byte, which a socket sends with its head in one piece. */
  takeLatin1(): string {
    const taken = this.#bytes.toString("latin1", 0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
