/** Rows to the bytes of an answer, as the service makes them: a sink that writes JSON. */
import type { AroundSink, PlaceFields } from "../../src/rank-index/rank-index.ts";
import type { Board } from "./board.ts";
import { indexNumber } from "./board.ts";
import type { Population } from "./population.ts";
import { RowFormat, RowWriter } from "./product.ts";

export class Formatter {
  readonly #board: Board;
  readonly #writer: InstanceType<typeof RowWriter>;
  readonly #format: InstanceType<typeof RowFormat>;
  readonly #around: AroundSink;
  #ahead = 0;

  constructor(board: Board) {
    this.#board = board;
    const writer = new RowWriter();
    this.#format = new RowFormat(columnsOf(board.population));
    this.#writer = writer;
    this.#around = {
      place: (place: PlaceFields) => {
        this.#ahead = place.ahead;
        writer.text('{"total":');
        writer.number(place.total);
        writer.text(',"rank":');
        writer.number(place.rank);
        writer.text(',"entries":[');
      },
      row: (rank, id, start, end, numbers, at) => writer.row(rank, id, start, end, numbers, at),
    };
  }

  /** Writes a page; returns how many bytes it has. */
  top(limit: number): number {
    const writer = this.#writer;
    writer.begin(this.#format);
    writer.text('{"entries":[');
    const total = this.#board.index.writeRows(indexNumber, 0, limit, writer);
    writer.text('],"total":');
    writer.number(total);
    writer.text("}");
    return writer.length;
  }

  /** Writes a member and those around it; returns how many stand before it. */
  around(playerId: string, reach: number): number {
    this.#writer.begin(this.#format);
    if (!this.#board.index.writeAround(indexNumber, playerId, reach, reach, this.#around))
      throw new Error(`player ${playerId} is missing`);
    this.#writer.text("]}");
    return this.#ahead;
  }
}

function columnsOf({ columns }: Population) {
  const limit = Number.MAX_SAFE_INTEGER;
  return Array.from({ length: columns }, (_, i) => ({
    name: `column${i}`,
    order: "desc" as const,
    decimals: 0,
    min: -limit,
    max: limit,
  }));
}
