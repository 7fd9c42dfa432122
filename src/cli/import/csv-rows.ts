/** Reports from the rows of a CSV file. An empty field is no value. */
import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import type { Report } from "laurel-client";
import { readAt } from "../options.ts";
import { fail, failUsage } from "../output.ts";
import { type ColumnOptions, type Columns, isByNumber, namedColumns, numberedColumns } from "./columns.ts";
import { type Row, sliceRows } from "./row.ts";

/** The longest row: a quote that is never closed must not take the rest of the file into memory. */
const rowLengthMax = 64 * 1024;

export interface CsvOptions {
  readonly columns: ColumnOptions;
  readonly delimiter: string;
  /** Board of all rows; null where a column names it. */
  readonly board: string | null;
}

export async function* csvRows(
  file: string,
  bytes: AsyncIterable<Buffer>,
  options: CsvOptions,
): AsyncGenerator<Row[]> {
  let columns = isByNumber(options.columns) ? numberedColumns(options.columns) : null;
  if (columns !== null) checkBoard(file, columns, options);
  let line = 1;
  let slice: Row[] = [];
  try {
    for await (const fields of records(file, bytes, options.delimiter)) {
      if (columns === null) {
        columns = namedColumns(file, fields, options.columns);
        checkBoard(file, columns, options);
      } else if (fields.length > 1 || fields[0] !== "") {
        slice.push(readRow(file, line, fields, columns, options.board));
        if (slice.length === sliceRows) {
          yield slice;
          slice = [];
        }
      }
      line += 1 + newlinesIn(fields);
    }
  } catch (error) {
    yield slice;
    throw error;
  }
  if (columns === null) fail(`${file} is empty: not even a header is there`);
  yield slice;
}

async function* records(
  file: string,
  bytes: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    max_record_size: rowLengthMax,
  });
  const source = Readable.from(bytes, { objectMode: false });
  source.on("error", (error) => parser.destroy(error));
  try {
    yield* source.pipe(parser) as AsyncIterable<string[]>;
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (code?.startsWith("CSV_") !== true) throw error;
    fail(
      `${file} is not CSV at line ${lines}: ${(error as Error).message}. Put it right and run the same command again`,
    );
  } finally {
    source.destroy();
  }
}

function checkBoard(file: string, columns: Columns, options: CsvOptions): void {
  if (options.board === null && columns.board === null)
    failUsage(
      `${file} has no column board: name the board before the file, or the column with --board-column`,
    );
}

function readRow(
  file: string,
  line: number,
  fields: readonly string[],
  columns: Columns,
  board: string | null,
): Row {
  if (columns.count !== null && fields.length !== columns.count) {
    const detail = `the row has ${fields.length} fields, the header ${columns.count}`;
    return { file, line, code: "invalid_row", detail };
  }
  const field = (place: number | null): string | undefined => {
    const text = place === null ? undefined : fields[place];
    return text === "" ? undefined : text;
  };
  const at = field(columns.at);
  const report: Mutable<Report> = { playerId: field(columns.player) ?? "" };
  const matchId = field(columns.match);
  if (matchId !== undefined) report.matchId = matchId;
  if (columns.score !== null) report.score = field(columns.score) ?? "";
  if (columns.values.length > 0) report.values = named(columns.values, field);
  if (at !== undefined) report.achievedAt = readAt(at);
  if (columns.scopes.length > 0) report.scopes = named(columns.scopes, field);
  const to = board ?? field(columns.board);
  if (to === undefined) return { file, line, code: "invalid_row", detail: "the row names no board" };
  let size = 100;
  for (const text of fields) size += text.length + 4;
  return { file, line, board: to, report, size };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function named(
  places: readonly (readonly [name: string, place: number])[],
  field: (place: number) => string | undefined,
): Record<string, string> {
  const found = places.flatMap(([name, place]): [string, string][] => {
    const text = field(place);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(found);
}

/** Line breaks inside quoted fields. */
function newlinesIn(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields) {
    for (let at = field.indexOf("\n"); at >= 0; at = field.indexOf("\n", at + 1)) count += 1;
  }
  return count;
}
