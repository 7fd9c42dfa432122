/**
 * The values of a report, in the order of its board's columns: which of `score`, `delta` and `values` a board
 * takes, and how each is read.
 */
import type { Board } from "./board.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";
import type { Report } from "./report.ts";
import { type ReadValue, readValue } from "./value.ts";

/**
 * Reads the values in column order: `score` (on sum boards `delta`) or `values`, of which exactly one is given.
 * Of several faults in values a form that is none comes before too many decimals, whatever the column.
 */
export function readValues(board: Board, report: Report): Result<ReadValue[]> {
  const fault = checkFields(board, report);
  if (fault !== null) return fault;
  const { columns } = board;
  const read = new Array<ReadValue>(columns.length);
  let decimals: Result<never> | null = null;
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!;
    const input = report.values === undefined ? (report.delta ?? report.score) : report.values[column.name];
    const value = readValue(column, input!, valuePath(board, report, i));
    if (value.ok) read[i] = value.value;
    else if (value.refusal.code === "invalid_number") return value;
    else decimals ??= value;
  }
  return decimals ?? ok(read);
}

/** Whether a report has the fields that its board takes. */
function checkFields(board: Board, report: Report): Result<never> | null {
  const { score, delta, values } = report;
  const { columns } = board;
  const given =
    (score === undefined ? 0 : 1) + (delta === undefined ? 0 : 1) + (values === undefined ? 0 : 1);
  if (given !== 1) {
    const wanted = columns.length > 1 ? "values" : board.semantics === "sum" ? "delta (or score)" : "score";
    return refuse(
      "invalid_request",
      `a report to board ${shown(board.id)} has exactly one of score, delta and values: this board takes ${wanted}`,
    );
  }
  if (delta !== undefined && board.semantics !== "sum") {
    return refuse(
      "invalid_request",
      `delta is for sum boards; board ${shown(board.id)} is ${board.semantics} and takes score`,
      "/delta",
    );
  }
  if (values !== undefined) return checkColumns(board, values);
  if (columns.length === 1) return null;
  return refuse(
    "invalid_request",
    `board ${shown(board.id)} has the columns ${columns.map(({ name }) => name).join(", ")}: send them as values`,
    "/values",
  );
}

/** Whether `values` names each column of a board, and nothing else. */
function checkColumns(board: Board, values: Readonly<Record<string, unknown>>): Result<never> | null {
  const unknown = Object.keys(values).find((given) => !board.columns.some(({ name }) => name === given));
  if (unknown !== undefined)
    return refuse(
      "invalid_request",
      `board ${shown(board.id)} has no column ${shown(unknown)}`,
      `/values/${unknown}`,
    );
  const missing = board.columns.find(({ name }) => !Object.hasOwn(values, name));
  if (missing === undefined) return null;
  return refuse("invalid_request", `values lacks the column ${missing.name}`, "/values");
}

/** JSON pointer of the field that holds the value of a column. */
export function valuePath(board: Board, report: Report, column: number): string {
  if (report.values !== undefined) return `/values/${board.columns[column]!.name}`;
  return report.delta !== undefined ? "/delta" : "/score";
}
