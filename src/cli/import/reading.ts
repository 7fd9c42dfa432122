/** The rows of all files, one file after the other, and how much of them was read. */
import { failUsage } from "../output.ts";
import { namesColumns } from "./columns.ts";
import { type CsvOptions, csvRows } from "./csv-rows.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import type { Row } from "./row.ts";
import type { Opened, Source } from "./source.ts";

export class Reading {
  readonly #sources: readonly Source[];
  readonly #options: CsvOptions;
  #opened: Opened | null = null;
  #bytesBefore = 0;

  constructor(sources: readonly Source[], options: CsvOptions) {
    this.#sources = sources;
    this.#options = options;
  }

  /** Bytes of all files together, null where that is not known. */
  get size(): number | null {
    return this.#sources.reduce<number | null>(
      (sum, { size }) => (sum === null || size === null ? null : sum + size),
      0,
    );
  }

  get bytesRead(): number {
    return this.#bytesBefore + (this.#opened?.bytesRead() ?? 0);
  }

  async *rows(): AsyncGenerator<Row[]> {
    for (const source of this.#sources) {
      const opened = await source.open();
      this.#opened = opened;
      if (opened.format === "csv") yield* csvRows(source.name, opened.bytes, this.#options);
      else {
        if (namesColumns(this.#options.columns))
          failUsage(
            `${source.name} is NDJSON: its lines have names of their own, and no columns to be named`,
          );
        yield* ndjsonRows(source.name, opened.bytes, this.#options.board);
      }
      this.#bytesBefore += opened.bytesRead();
      this.#opened = null;
    }
  }
}
