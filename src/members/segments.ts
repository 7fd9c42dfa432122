/**
 * Arrays that grow without being copied: equal typed arrays, one after the other.
 *
 * A segment is large, so that huge pages serve it, and costs address space only: its pages are made by the first
 * write to each. Growth is one more segment, never a copy of what is there, so no write waits for it.
 */

type TypedArray = Uint8Array | Uint32Array | Float64Array;

export class Segments<T extends TypedArray> {
  /** For hot loops, which look a segment up once and then work on it alone. */
  readonly list: T[] = [];
  readonly #make: (length: number) => T;
  readonly #length: number;

  /** `length`: items a segment; no item that belongs together may cross its end. */
  constructor(make: (length: number) => T, length: number) {
    this.#make = make;
    this.#length = length;
  }

  /** Makes room for the items before `end`; what is new is 0. */
  reach(end: number): void {
    while (this.list.length * this.#length < end) this.list.push(this.#make(this.#length));
  }

  /** The bytes of the items before `end`, a view a segment. */
  views(end: number): Uint8Array[] {
    const views: Uint8Array[] = [];
    this.reach(end);
    for (let from = 0; from < end; from += this.#length) {
      const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.list[from / this.#length]!;
      const items = Math.min(end - from, this.#length);
      views.push(new Uint8Array(buffer, byteOffset, items * BYTES_PER_ELEMENT));
    }
    return views;
  }
}

export function wordSegments(length: number): Segments<Uint32Array> {
  return new Segments((items) => new Uint32Array(items), length);
}

export function floatSegments(length: number): Segments<Float64Array> {
  return new Segments((items) => new Float64Array(items), length);
}

export function byteSegments(length: number): Segments<Uint8Array> {
  return new Segments((items) => new Uint8Array(items), length);
}
