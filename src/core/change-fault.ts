/**
 * What may change of a board that has events (semantics, "Changing a definition"): whatever alters no event and
 * takes no standing away. Anything else would be another board.
 */
import {
  type BoardDefinition,
  type ColumnDefinition,
  periodName,
  readSeason,
  type SeasonDefinition,
} from "./board.ts";
import { type Refusal, shown } from "./refusal.ts";

/**
 * What a changed definition may not touch once the board has events: null if the change is allowed.
 * A season's end may move only while it is open and to a moment to come; its start, never. `closedThrough` has
 * the closes that stand, by season: no clock that went back opens one of them.
 */
export function changeFault(
  before: BoardDefinition,
  after: BoardDefinition,
  now: number,
  closedThrough: ReadonlyMap<string, number>,
): Refusal | null {
  const frozen = ["semantics", "columns", "timeZone", "weekStart"] as const;
  for (const field of frozen) {
    if (field === "columns" ? !sameColumns(before.columns, after.columns) : before[field] !== after[field]) {
      return inUse(
        `${field} of board ${shown(before.id)} cannot change once it has events; make a new board and import`,
        `/${field}`,
      );
    }
  }
  for (const scope of before.scopes) {
    if (!after.scopes.includes(scope))
      return inUse(`scope ${shown(scope)} cannot be taken away once the board has events`, "/scopes");
  }
  for (const period of before.periods) {
    const kept = after.periods.find((other) => periodName(other) === periodName(period));
    if (kept === undefined)
      return inUse(
        `period ${shown(periodName(period))} cannot be taken away once the board has events`,
        "/periods",
      );
    if (typeof period === "string" || typeof kept === "string") continue;
    const fault = seasonChangeFault(before.timeZone, period, kept, now, closedThrough.has(period.season));
    if (fault !== null) return inUse(fault, "/periods");
  }
  return null;
}

function seasonChangeFault(
  timeZone: string,
  before: SeasonDefinition,
  after: SeasonDefinition,
  now: number,
  closed: boolean,
): string | null {
  const old = readSeason(timeZone, before, "");
  const next = readSeason(timeZone, after, "");
  if (!old.ok) return old.refusal.detail;
  if (!next.ok) return next.refusal.detail;
  const name = shown(before.season);
  if (old.value.start !== next.value.start)
    return `the start of season ${name} cannot move once the board has events`;
  if (old.value.end === next.value.end) return null;
  if (closed || old.value.end <= now) return `season ${name} has ended: its end cannot move`;
  return next.value.end > now ? null : `the end of season ${name} can only move to a moment to come`;
}

/** Names, orders and decimals; `min` and `max` may change for reports to come. */
function sameColumns(before: readonly ColumnDefinition[], after: readonly ColumnDefinition[]): boolean {
  const shape = (columns: readonly ColumnDefinition[]): string =>
    JSON.stringify(columns.map(({ name, order, decimals }) => [name, order, decimals]));
  return shape(before) === shape(after);
}

function inUse(detail: string, path: string): Refusal {
  return { code: "board_in_use", detail, path };
}
