import { ok, type Result, refuse } from "../core/refusal.ts";
import { checkRange, readValue, valueLimit } from "../core/value.ts";
import type { Probe } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";
import type { Target } from "./target.ts";

export interface AroundScore extends Probe {
  readonly values: readonly number[];
  readonly asOf: number;
}

/**
 * The rank that a new player with these values, reached now, would have, and the rows around it. `texts` has
 * a value a column. Refused: what reading a value refuses; the board's `min` and `max` bound reports, not this.
 */
export async function aroundScore(
  context: Context,
  target: Target,
  texts: ReadonlyMap<string, string>,
  above: number,
  below: number,
): Promise<Result<AroundScore>> {
  const values: number[] = [];
  for (const column of target.board.columns) {
    const text = texts.get(column.name);
    if (text === undefined) return refuse("invalid_request", `the query parameter ${column.name} is missing`);
    const read = readValue(column, text);
    if (!read.ok) return read;
    const limit = valueLimit(column.decimals);
    const value = checkRange({ ...column, min: -limit, max: limit }, read.value);
    if (!value.ok) return value;
    values.push(value.value);
  }
  const asOf = context.clock.now();
  return ok({ ...(await context.index.probe(target.index, values, asOf, above, below)), values, asOf });
}
