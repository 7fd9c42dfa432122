/**
 * Rows as JSON, straight to bytes: exactly what JSON.stringify would make of
 * `{"rank":1,"playerId":"…","score":12.5,"reachedAt":…}`, or `"values":{…}` on boards with several columns.
 *
 * It is a sink for the index's rows: a page of 100 is written without an object or a string a row.
 */
import type { Column } from "../core/value.ts";

const bytesMin = 16 * 1024;
/** The longest number: a sign, 16 digits, a point, and a zero before it. */
const numberBytesMax = 20;
const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

export class RowWriter {
  /** Its first `length` bytes are what is written. Growing puts another in its place. */
  bytes = Buffer.alloc(bytesMin);
  length = 0;
  #view = viewOf(this.bytes);
  readonly #columns: readonly Column[];
  /** What stands in front of each column's number. */
  readonly #heads: readonly Text[];
  readonly #rowBytesMax: number;
  #first = true;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#heads = columns.map(({ name }, i) => {
      if (columns.length === 1) return new Text('","score":');
      return new Text(`${i === 0 ? '","values":{' : ","}${JSON.stringify(name)}:`);
    });
    const columnBytes = this.#heads.reduce((sum, head) => sum + head.length + numberBytesMax, 0);
    this.#rowBytesMax = columnBytes + nextRank.length + player.length + closedReached.length + 64;
  }

  /** Forgets what is written, to write anew: the next row has no comma before it. */
  clear(): void {
    this.length = 0;
    this.#first = true;
  }

  /** Appends text that is JSON already, between or around rows; the next row has no comma before it. */
  text(json: string): void {
    this.#reach(3 * json.length);
    this.length += this.bytes.write(json, this.length, "utf8");
    this.#first = true;
  }

  /** Appends a whole number within ±2^53. */
  number(value: number): void {
    this.#reach(numberBytesMax);
    this.length = writeWhole(this.#view, this.length, value);
  }

  /** Appends a row, with a comma before it unless it is the first: the sink's verb. */
  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    // Each byte of an id takes two at most: only quote and backslash are escaped.
    this.#reach(this.#rowBytesMax + 2 * (end - start));
    const { bytes } = this;
    const view = this.#view;
    const columns = this.#columns;
    let to = write(view, this.length, this.#first ? firstRank : nextRank);
    this.#first = false;
    to = writeWhole(view, to, rank);
    to = write(view, to, player);
    for (let i = start; i < end; i++) {
      const byte = id[i]!;
      if (byte === quote || byte === backslash) bytes[to++] = backslash;
      bytes[to++] = byte;
    }
    for (let i = 0; i < columns.length; i++) {
      to = write(view, to, this.#heads[i]!);
      to = writeScaled(view, to, numbers[at + i]!, columns[i]!.decimals);
    }
    to = write(view, to, columns.length === 1 ? reached : closedReached);
    to = writeWhole(view, to, numbers[at + columns.length]!);
    bytes[to++] = 0x7d;
    this.length = to;
  }

  #reach(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.alloc(2 * (this.bytes.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.#view = viewOf(grown);
  }
}

/** A piece of JSON as words, filled up with zeros, which the next piece is written over. */
class Text {
  readonly words: Uint32Array;
  readonly length: number;

  constructor(json: string) {
    const bytes = Buffer.from(json);
    this.length = bytes.length;
    this.words = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(this.words.buffer).set(bytes);
  }
}

const firstRank = new Text('{"rank":');
const nextRank = new Text(',{"rank":');
const player = new Text(',"playerId":"');
const reached = new Text(',"reachedAt":');
const closedReached = new Text('},"reachedAt":');

/** The digits of 00 to 99, two bytes each. */
const pairs = Uint16Array.from(
  { length: 100 },
  (_, i) => zero + Math.floor(i / 10) + ((zero + (i % 10)) << 8),
);

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** By words, as a byte at a time takes four times as long and a copy by the runtime does not pay for so few. */
function write(view: DataView, at: number, { words, length }: Text): number {
  for (let i = 0; i < words.length; i++) view.setUint32(at + 4 * i, words[i]!, true);
  return at + length;
}

/** Writes a scaled integer as JSON prints the number it stands for: no zeros at the end. Returns where it ends. */
function writeScaled(view: DataView, at: number, scaled: number, decimals: number): number {
  if (decimals === 0) return writeWhole(view, at, scaled);
  const magnitude = Math.abs(scaled);
  const unit = powers[decimals]!;
  const whole = Math.floor(magnitude / unit);
  let fraction = magnitude - whole * unit;
  let to = at;
  if (scaled < 0) view.setUint8(to++, minus);
  to = writeWhole(view, to, whole);
  if (fraction === 0) return to;
  view.setUint8(to++, point);
  let digits = decimals;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits -= 1;
  }
  for (let i = to + digits - 1; i >= to; i--) {
    view.setUint8(i, zero + (fraction % 10));
    fraction = Math.floor(fraction / 10);
  }
  return to + digits;
}

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];

/** Writes a whole number within ±2^53; returns where it ends. */
function writeWhole(view: DataView, at: number, value: number): number {
  let to = at;
  let rest = value;
  if (rest < 0) {
    view.setUint8(to++, minus);
    rest = 0 - rest;
  }
  if (rest < 1e8) return writeSmall(view, to, rest | 0);
  const upper = Math.floor(rest / 1e8);
  let lower = (rest - upper * 1e8) | 0;
  to = writeSmall(view, to, upper | 0);
  for (let i = to + 6; i >= to; i -= 2) {
    view.setUint16(i, pairs[lower % 100]!, true);
    lower = (lower / 100) | 0;
  }
  return to + 8;
}

/** Writes a number from 0 to below 10^8. */
function writeSmall(view: DataView, at: number, value: number): number {
  const end = at + digitsOf(value);
  let rest = value;
  let i = end;
  while (rest >= 10) {
    i -= 2;
    view.setUint16(i, pairs[rest % 100]!, true);
    rest = (rest / 100) | 0;
  }
  if (i > at) view.setUint8(at, zero + rest);
  return end;
}

function digitsOf(value: number): number {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1e3 ? 3 : 4;
  return value < 1e6 ? (value < 1e5 ? 5 : 6) : value < 1e7 ? 7 : 8;
}
