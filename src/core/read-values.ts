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
  const inputs = inputsOf(board, report);
  if (!inputs.ok) return inputs;
  const read: ReadValue[] = [];
  let decimals: Result<never> | null = null;
  for (let i = 0; i < board.columns.length; i++) {
    const value = readValue(board.columns[i]!, inputs.value[i]!, valuePath(board, report, i));
    if (value.ok) read.push(value.value);
    else if (value.refusal.code === "invalid_number") return value;
    else decimals ??= value;
  }
  return decimals ?? ok(read);
}

function inputsOf(board: Board, report: Report): Result<(number | string)[]> {
  const given = [report.score, report.delta, report.values].filter((value) => value !== undefined);
  const names = board.columns.map((column) => column.name);
  if (given.length !== 1) {
    const wanted = names.length > 1 ? "values" : board.semantics === "sum" ? "delta (or score)" : "score";
    return refuse(
      "invalid_request",
      `a report to board ${shown(board.id)} has exactly one of score, delta and values: this board takes ${wanted}`,
    );
  }
  if (report.delta !== undefined && board.semantics !== "sum") {
    return refuse(
      "invalid_request",
      `delta is for sum boards; board ${shown(board.id)} is ${board.semantics} and takes score`,
      "/delta",
    );
  }
  if (report.values === undefined) {
    if (names.length === 1) return ok([(report.delta ?? report.score)!]);
    return refuse(
      "invalid_request",
      `board ${shown(board.id)} has the columns ${names.join(", ")}: send them as values`,
      "/values",
    );
  }
  for (const name of Object.keys(report.values)) {
    if (!names.includes(name))
      return refuse(
        "invalid_request",
        `board ${shown(board.id)} has no column ${shown(name)}`,
        `/values/${name}`,
      );
  }
  const missing = names.find((name) => !Object.hasOwn(report.values!, name));
  if (missing !== undefined)
    return refuse("invalid_request", `values lacks the column ${missing}`, "/values");
  return ok(names.map((name) => report.values![name]!));
}

/** JSON pointer of the field that holds the value of a column. */
export function valuePath(board: Board, report: Report, column: number): string {
  if (report.values !== undefined) return `/values/${board.columns[column]!.name}`;
  return report.delta !== undefined ? "/delta" : "/score";
}
