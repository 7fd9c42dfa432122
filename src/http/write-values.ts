import type { Board } from "../core/board.ts";
import { toNumber } from "../core/value.ts";

/** `score` on boards with one column, `values` by name on others. */
export function writeValues(
  board: Board,
  values: readonly number[],
): { score: number } | { values: Record<string, number> } {
  const { columns } = board;
  if (columns.length === 1) return { score: toNumber(values[0]!, columns[0]!.decimals) };
  return {
    values: Object.fromEntries(
      columns.map((column, i) => [column.name, toNumber(values[i]!, column.decimals)]),
    ),
  };
}
