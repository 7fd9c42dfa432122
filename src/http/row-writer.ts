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
const comma = 0x2c;

export class RowWriter {
  /** Its first `length` bytes are what is written. Growing puts another in its place. */
  bytes = Buffer.allocUnsafe(bytesMin);
  length = 0;
  readonly #columns: readonly Column[];
  /** What stands in front of each column's number. */
  readonly #heads: readonly Buffer[];
  readonly #rowBytesMax: number;
  #first = true;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#heads = columns.map(({ name }, i) => {
      if (columns.length === 1) return Buffer.from(`,"score":`);
      return Buffer.from(`${i === 0 ? ',"values":{' : ","}${JSON.stringify(name)}:`);
    });
    const columnBytes = this.#heads.reduce((sum, head) => sum + head.length + numberBytesMax, 0);
    this.#rowBytesMax = columnBytes + headBytes.length + playerBytes.length + reachedBytes.length + 64;
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
    this.length = writeWhole(this.bytes, this.length, value);
  }

  /** Appends a row, with a comma before it unless it is the first: the sink's verb. */
  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    // Each byte of an id takes two at most: only quote and backslash are escaped.
    this.#reach(this.#rowBytesMax + 2 * (end - start));
    const { bytes } = this;
    const columns = this.#columns;
    let to = this.length;
    if (!this.#first) bytes[to++] = comma;
    this.#first = false;
    to = copy(headBytes, bytes, to);
    to = writeWhole(bytes, to, rank);
    to = copy(playerBytes, bytes, to);
    for (let i = start; i < end; i++) {
      const byte = id[i]!;
      if (byte === quote || byte === backslash) bytes[to++] = backslash;
      bytes[to++] = byte;
    }
    bytes[to++] = quote;
    for (let i = 0; i < columns.length; i++) {
      to = copy(this.#heads[i]!, bytes, to);
      to = writeScaled(bytes, to, numbers[at + i]!, columns[i]!.decimals);
    }
    to = copy(columns.length === 1 ? reachedBytes : closedReachedBytes, bytes, to);
    to = writeWhole(bytes, to, numbers[at + columns.length]!);
    bytes[to++] = 0x7d;
    this.length = to;
  }

  #reach(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(2 * (this.bytes.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

const headBytes = Buffer.from('{"rank":');
const playerBytes = Buffer.from(',"playerId":"');
const reachedBytes = Buffer.from(',"reachedAt":');
const closedReachedBytes = Buffer.from('},"reachedAt":');

/** The digits of 00 to 99, two bytes each. */
const pairs = Buffer.from(Array.from({ length: 100 }, (_, i) => String(i).padStart(2, "0")).join(""));

/** A loop, as a copy by the runtime costs more than a dozen bytes do. */
function copy(from: Uint8Array, to: Uint8Array, at: number): number {
  for (let i = 0; i < from.length; i++) to[at + i] = from[i]!;
  return at + from.length;
}

/** Writes a scaled integer as JSON prints the number it stands for: no zeros at the end. Returns where it ends. */
function writeScaled(bytes: Uint8Array, at: number, scaled: number, decimals: number): number {
  if (decimals === 0) return writeWhole(bytes, at, scaled);
  const magnitude = Math.abs(scaled);
  const unit = powers[decimals]!;
  const whole = Math.floor(magnitude / unit);
  let fraction = magnitude - whole * unit;
  let to = at;
  if (scaled < 0) bytes[to++] = minus;
  to = writeWhole(bytes, to, whole);
  if (fraction === 0) return to;
  bytes[to++] = point;
  let digits = decimals;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits -= 1;
  }
  for (let i = to + digits - 1; i >= to; i--) {
    bytes[i] = zero + (fraction % 10);
    fraction = Math.floor(fraction / 10);
  }
  return to + digits;
}

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];

/** Writes a whole number within ±2^53; returns where it ends. */
function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  let to = at;
  let rest = value;
  if (rest < 0) {
    bytes[to++] = minus;
    rest = 0 - rest;
  }
  if (rest < 1e8) return writeSmall(bytes, to, rest | 0);
  const upper = Math.floor(rest / 1e8);
  let lower = (rest - upper * 1e8) | 0;
  to = writeSmall(bytes, to, upper | 0);
  for (let i = to + 6; i >= to; i -= 2) {
    const pair = (lower % 100) * 2;
    lower = (lower / 100) | 0;
    bytes[i] = pairs[pair]!;
    bytes[i + 1] = pairs[pair + 1]!;
  }
  return to + 8;
}

/** Writes a number from 0 to below 10^8. */
function writeSmall(bytes: Uint8Array, at: number, value: number): number {
  const end = at + digitsOf(value);
  let rest = value;
  let i = end;
  while (rest >= 10) {
    const pair = (rest % 100) * 2;
    rest = (rest / 100) | 0;
    bytes[--i] = pairs[pair + 1]!;
    bytes[--i] = pairs[pair]!;
  }
  if (i > at) bytes[at] = zero + rest;
  return end;
}

function digitsOf(value: number): number {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1e3 ? 3 : 4;
  return value < 1e6 ? (value < 1e5 ? 5 : 6) : value < 1e7 ? 7 : 8;
}
