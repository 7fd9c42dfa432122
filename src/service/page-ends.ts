import type { OrderKey } from "../core/order.ts";
import type { RowSink } from "../rank-index/rank-index.ts";

/** A sink before another, which keeps where the first and the last row of a page stand: cursors are made of them. */
export class PageEnds implements RowSink {
  count = 0;
  readonly #sink: RowSink;
  readonly #columns: number;
  readonly #first = new LentKey();
  readonly #last = new LentKey();

  constructor(sink: RowSink, columns: number) {
    this.#sink = sink;
    this.#columns = columns;
  }

  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    if (this.count === 0) this.#first.set(id, start, end, numbers, at);
    this.#last.set(id, start, end, numbers, at);
    this.count += 1;
    this.#sink.row(rank, id, start, end, numbers, at);
  }

  /** The key of the first row: only where there is one, and as soon as the page is written. */
  first(): OrderKey {
    return this.#first.read(this.#columns);
  }

  /** As `first`. */
  last(): OrderKey {
    return this.#last.read(this.#columns);
  }
}

class LentKey {
  #id: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  #numbers: Float64Array = new Float64Array(0);
  #at = 0;

  set(id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    this.#id = id;
    this.#start = start;
    this.#end = end;
    this.#numbers = numbers;
    this.#at = at;
  }

  read(columns: number): OrderKey {
    const behind = this.#at + columns;
    return {
      values: [...this.#numbers.subarray(this.#at, behind)],
      reachedAt: this.#numbers[behind]!,
      playerId: Buffer.from(this.#id.subarray(this.#start, this.#end)).toString(),
    };
  }
}
