/**
 * When a period takes events, and when it stops for good (semantics, "Time", "Late events").
 *
 * A period takes events until end + grace by the clock at receipt, and none once its close stands in the
 * ledger. The grace of a period is the one in force when it ended. Closes are records, one a kind of period,
 * through an instant: they outlive any clock.
 */
import { type BoardEntry, closeKey } from "./catalogue.ts";
import { instantMin } from "./instant.ts";
import type { CalendarKind, Period, Season } from "./period.ts";
import type { CloseRecord } from "./record.ts";

/** Whether a period still takes an event that was received at this instant. */
export function takesEvents(entry: BoardEntry, period: Period, receivedAt: number): boolean {
  return receivedAt < takesEventsUntil(entry, period);
}

/** The instant of receipt from which on a period takes nothing more, as far as is known now. */
export function takesEventsUntil(entry: BoardEntry, period: Period): number {
  if (period.kind === "all") return Number.POSITIVE_INFINITY;
  const through = entry.closedThrough.get(closeKey(period));
  if (through !== undefined && period.end <= through) return Number.NEGATIVE_INFINITY;
  return period.end + graceAt(entry, period.end);
}

/** The close records that are due on a board at `now`: at most one for each kind and season. */
export function dueCloses(entry: BoardEntry, now: number): CloseRecord[] {
  const due: CloseRecord[] = [];
  for (const period of entry.board.periods) {
    if (period === "all") continue;
    const key = typeof period === "string" ? period : period.id;
    const through =
      typeof period === "string" ? calendarThrough(entry, period, now) : seasonThrough(entry, period, now);
    if (through === null || through <= (entry.closedThrough.get(key) ?? Number.NEGATIVE_INFINITY)) continue;
    due.push({ kind: "close", board: entry.board.number, periods: key, through, at: now });
  }
  return due;
}

function graceAt(entry: BoardEntry, end: number): number {
  let grace = entry.board.graceMs;
  for (const { from, graceMs } of entry.graces) if (from <= end) grace = graceMs;
  return grace;
}

/**
 * The latest end of a calendar kind up to which every period is due; null if none is.
 *
 * Each grace rules the ends of a stretch of time. The stretches are walked in turn, and the first that holds an
 * end which is not due yet ends the walk: a close says "all up to here", so nothing behind that end may close.
 */
function calendarThrough(entry: BoardEntry, kind: CalendarKind, now: number): number | null {
  const latestEnd = (instant: number): number => entry.board.periodCache.at(kind, instant).start;
  let through: number | null = null;
  for (const [i, { from, graceMs }] of entry.graces.entries()) {
    const until = entry.graces[i + 1]?.from ?? Number.POSITIVE_INFINITY;
    const lastDue = now - graceMs;
    if (lastDue >= instantMin) {
      const due = latestEnd(Math.min(lastDue, until - 1));
      if (due >= from) through = due;
    }
    if (until === Number.POSITIVE_INFINITY) break;
    const last = latestEnd(until - 1);
    if (last >= from && last > lastDue) break;
  }
  return through;
}

function seasonThrough(entry: BoardEntry, season: Season, now: number): number | null {
  return season.end + graceAt(entry, season.end) <= now ? season.end : null;
}
