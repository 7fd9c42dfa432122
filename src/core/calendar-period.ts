/**
 * Which calendar period of a board holds an instant.
 *
 * A period that has begun keeps the bounds that the ledger recorded: newer zone data moves nothing of it. What
 * has not begun follows the zone data of today, and gives way to what was recorded beside it, so that every
 * instant still belongs to one period of a kind and to no other.
 */
import type { BoardEntry } from "./catalogue.ts";
import type { CalendarKind, Period } from "./period.ts";

/** The period of a kind that holds an instant on a board. */
export function calendarPeriodAt(entry: BoardEntry, kind: CalendarKind, instant: number): Period {
  const { periodCache } = entry.board;
  const computed = periodCache.at(kind, instant);
  const known = entry.periods.get(computed.key);
  if (known !== undefined && holds(known, instant)) return known;
  const before = periodCache.at(kind, computed.start - 1);
  const after = periodCache.at(kind, computed.end);
  const knownBefore = entry.periods.get(before.key);
  const knownAfter = entry.periods.get(after.key);
  if (knownBefore !== undefined && holds(knownBefore, instant)) return knownBefore;
  if (knownAfter !== undefined && holds(knownAfter, instant)) return knownAfter;
  if (known !== undefined) {
    // Zone data would stretch what is recorded: the rest belongs to the neighbour.
    return instant >= known.end ? { ...after, start: known.end } : { ...before, end: known.start };
  }
  const start = knownBefore?.end ?? computed.start;
  const end = knownAfter?.start ?? computed.end;
  return start === computed.start && end === computed.end ? computed : { ...computed, start, end };
}

function holds(period: Period, instant: number): boolean {
  return instant >= period.start && instant < period.end;
}
