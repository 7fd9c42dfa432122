/** The larger data sets: real seasons with official results, kept outside of the repository. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, test } from "vitest";

const folder = process.env.LAUREL_TEST_DATA || new URL("../../../shared/data", import.meta.url).pathname;

/** A row by the names of its columns, as texts. */
export type CsvRow = Readonly<Record<string, string>>;

/** A suite on the data set `name`; where it is not there, one skipped test says so. */
export function describeData(name: string, title: string, suite: (data: DataSet) => void): void {
  const path = join(folder, name);
  if (existsSync(path)) {
    describe(title, () => suite(new DataSet(path)));
    return;
  }
  const reason = `there is no ${path}; LAUREL_TEST_DATA names the folder of the data sets`;
  console.warn(`${title} is skipped: ${reason}`);
  test(title, ({ skip }) => skip(reason));
}

export class DataSet {
  readonly folder: string;

  constructor(path: string) {
    this.folder = path;
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** The rows of a CSV file with a header; gzip is undone. */
  rows(file: string): CsvRow[] {
    const bytes = readFileSync(this.path(file));
    return parse(file.endsWith(".gz") ? gunzipSync(bytes) : bytes, { columns: true });
  }
}

/** Rows by the text in one of their columns, in order of first meeting. */
export function groupBy<T>(rows: Iterable<T>, keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
