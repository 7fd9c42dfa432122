/**
 * Rows as JSON, straight to bytes: exactly what JSON.stringify would make of
 * `{"rank":1,"playerId":"…","score":12.5,"reachedAt":…}`, or `"values":{…}` on boards with several columns.
 *
 * It is a sink for the index's rows: a page of 100 is written without an object or a string a row.
 */
import type { Column } from "../core/value.ts";
import type { RowSink } from "../service/player.ts";
import { Piece, writePiece } from "./json-piece.ts";
import { numberBytesMax, writeScaled, writeWhole } from "./write-number.ts";

const bytesMin = 16 * 1024;
const quote = 0x22;
const backslash = 0x5c;
const closingBrace = 0x7d;

/** How the rows of boards with these columns are written. */
export class RowFormat {
  readonly columns: readonly Column[];
  /** What stands in front of each column's number. */
  readonly heads: readonly Piece[];
  /** What stands in front of reachedAt. */
  readonly reached: Piece;
  /** Of the longest row, without its id. */
  readonly bytesMax: number;

  /** Names begin with a letter, so JSON.stringify, which moves names like `7` to the front, keeps their order too. */
  constructor(columns: readonly Column[]) {
    const alone = columns.length === 1;
    this.columns = columns;
    this.heads = columns.map(({ name }, i) =>
      alone
        ? new Piece('","score":')
        : new Piece(`${i === 0 ? '","values":{' : ","}${JSON.stringify(name)}:`),
    );
    this.reached = new Piece(alone ? ',"reachedAt":' : '},"reachedAt":');
    const columnBytes = this.heads.reduce((sum, head) => sum + head.length + numberBytesMax, 0);
    this.bytesMax = columnBytes + nextRank.length + player.length + this.reached.length + 64;
  }
}

export class RowWriter implements RowSink {
  /** Its first `length` bytes are what is written. Growing puts another in its place. */
  bytes = Buffer.alloc(bytesMin);
  length = 0;
  #view = viewOf(this.bytes);
  #format = new RowFormat([]);
  #first = true;

  /** Forgets what is written, to write anew. */
  begin(format: RowFormat): void {
    this.#format = format;
    this.length = 0;
    this.#first = true;
  }

  /** Appends text that is JSON already, between or around rows; the next row has no comma before it. */
  text(json: string): void {
    this.#reach(3 * json.length);
    this.length += this.bytes.write(json, this.length, "utf8");
    this.#first = true;
  }

  /** Appends a piece as `text` does. */
  piece(piece: Piece): void {
    this.#reach(piece.length + 4);
    this.length = writePiece(this.#view, this.length, piece);
    this.#first = true;
  }

  /** Appends a whole number within ±2^53. */
  number(value: number): void {
    this.#reach(numberBytesMax);
    this.length = writeWhole(this.#view, this.length, value);
  }

  /** Appends a percentage, which has one decimal. */
  percentage(value: number): void {
    this.#reach(numberBytesMax);
    this.length = writeScaled(this.#view, this.length, Math.round(10 * value), 1);
  }

  /** Appends a row, with a comma before it unless it is the first: the sink's verb. */
  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    this.#write(this.#first ? firstRank : nextRank, rank, id, start, end, numbers, at);
    this.#first = false;
    this.bytes[this.length++] = closingBrace;
  }

  /** Appends a row's fields to an object that is open and has some already. */
  fields(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    this.#write(moreRank, rank, id, start, end, numbers, at);
  }

  #write(
    head: Piece,
    rank: number,
    id: Uint8Array,
    start: number,
    end: number,
    numbers: Float64Array,
    at: number,
  ): void {
    const { columns, heads, reached, bytesMax } = this.#format;
    // Each byte of an id takes two at most: only quote and backslash are escaped.
    this.#reach(bytesMax + 2 * (end - start));
    const { bytes } = this;
    const view = this.#view;
    let to = writePiece(view, this.length, head);
    to = writeWhole(view, to, rank);
    to = writePiece(view, to, player);
    for (let i = start; i < end; i++) {
      const byte = id[i]!;
      if (byte === quote || byte === backslash) bytes[to++] = backslash;
      bytes[to++] = byte;
    }
    for (let i = 0; i < columns.length; i++) {
      to = writePiece(view, to, heads[i]!);
      to = writeScaled(view, to, numbers[at + i]!, columns[i]!.decimals);
    }
    to = writePiece(view, to, reached);
    this.length = writeWhole(view, to, numbers[at + columns.length]!);
  }

  #reach(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.alloc(2 * (this.bytes.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.#view = viewOf(grown);
  }
}

const firstRank = new Piece('{"rank":');
const nextRank = new Piece(',{"rank":');
const moreRank = new Piece(',"rank":');
const player = new Piece(',"playerId":"');

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
