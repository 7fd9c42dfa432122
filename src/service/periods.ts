import type { BoardEntry, PeriodEntry } from "../core/catalogue.ts";
import { takesEvents } from "../core/closing.ts";
import { compareBytes } from "../core/id.ts";
import { everybody, indexNumber } from "../core/index-number.ts";
import { ok, type Result, refuse, shown } from "../core/refusal.ts";
import type { Context } from "./context.ts";
import type { Target } from "./target.ts";

export interface PeriodSummary {
  readonly period: PeriodEntry;
  readonly open: boolean;
  readonly total: number;
}

export interface Periods {
  readonly periods: readonly PeriodSummary[];
  /** The key behind which the next page begins; null at the end. */
  readonly next: string | null;
  readonly asOf: number;
}

/**
 * The periods that hold events, `all` first, then the latest first, behind the one with the key `after`. One that
 * begins meanwhile comes in front, so that a walk meets each of the others once.
 *
 * Refused: `cursor_mismatch` where `after` is the key of none of them.
 */
export async function periods(
  context: Context,
  entry: BoardEntry,
  after: string | null,
  limit: number,
): Promise<Result<Periods>> {
  const asOf = context.clock.now();
  const sorted = [...entry.periods.values()].sort((a, b) => rank(a) - rank(b) || compareBytes(a.key, b.key));
  const last = after === null ? -1 : sorted.findIndex(({ key }) => key === after);
  if (after !== null && last < 0)
    return refuse(
      "cursor_mismatch",
      `after ${shown(after)} is not the key of a period of board ${shown(entry.board.id)} that holds events`,
    );
  const page = sorted.slice(last + 1, last + 1 + limit);
  const summaries: PeriodSummary[] = [];
  for (const period of page) {
    const total = await context.index.size(indexNumber(period.number, everybody));
    summaries.push({ period, open: takesEvents(entry, period, asOf), total });
  }
  const more = last + 1 + limit < sorted.length;
  return ok({ periods: summaries, next: more ? page.at(-1)!.key : null, asOf });
}

function rank(period: PeriodEntry): number {
  return period.kind === "all" ? Number.NEGATIVE_INFINITY : 0 - period.start;
}

export interface ScopeValues {
  readonly values: readonly { readonly value: string; readonly total: number }[];
  /** The value behind which the next page begins; null at the end. */
  readonly next: string | null;
  readonly asOf: number;
}

const sliceSize = 1_000;

/** Values of a scope never leave, so a sorted list stays right while its length does. */
const sortedValues = new WeakMap<ReadonlyMap<string, unknown>, string[]>();

/** A scope's values that have standings in a period, by their bytes, behind `after`. */
export async function scopeValues(
  context: Context,
  target: Target,
  name: string,
  after: string | null,
  limit: number,
): Promise<ScopeValues> {
  const scopes = target.entry.scopes.get(name);
  const period = target.entry.periods.get(target.period.key);
  const asOf = context.clock.now();
  if (scopes === undefined || period === undefined) return { values: [], next: null, asOf };
  let sorted = sortedValues.get(scopes);
  if (sorted?.length !== scopes.size) {
    sorted = [...scopes.keys()].sort(compareBytes);
    sortedValues.set(scopes, sorted);
  }
  const values: { value: string; total: number }[] = [];
  let at = after === null ? 0 : firstBehind(sorted, after);
  for (; at < sorted.length && values.length <= limit; at++) {
    const value = sorted[at]!;
    const total = await context.index.size(indexNumber(period.number, scopes.get(value)!.number));
    if (total > 0) values.push({ value, total });
    // Most values may have no standing in this period: the event loop gets its turn.
    if (at % sliceSize === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const more = values.length > limit;
  if (more) values.pop();
  return { values, next: more ? values.at(-1)!.value : null, asOf };
}

function firstBehind(sorted: readonly string[], after: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareBytes(sorted[middle]!, after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
