/**
 * The calendar: which stretch of time a key names, and which one holds an instant (semantics, "Time").
 *
 * One function decides every boundary: a period starts at the first instant whose local time is its first
 * midnight or later. So the periods of a kind tile the time line, each one's end being the start of the next.
 * Membership follows from the boundaries alone, never from the local date of an instant: where clocks are set
 * back across midnight a local date comes twice, and its second coming belongs to the day that has begun.
 */
import { Temporal } from "temporal-polyfill";
import { utcMs } from "./instant.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";

export type CalendarKind = "day" | "week" | "month";
export type PeriodKind = "all" | CalendarKind | "season";

/** From Monday on, as ISO 8601 counts them. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export type Weekday = (typeof weekdays)[number];

/** What decides the calendar periods of a board. */
export interface Calendar {
  /** An IANA zone, see `isTimeZone`; functions throw a RangeError for any other. */
  readonly timeZone: string;
  readonly weekStart: Weekday;
}

/** A stretch of time with a name, in milliseconds since 1970: half-open, `end` is the first one after it. */
export interface Season {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A stretch of time with standings of its own, in milliseconds since 1970: it holds `start` and not `end`.
 * `all` goes from -Infinity to +Infinity.
 */
export interface Period {
  readonly kind: PeriodKind;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export const allTime: Period = {
  kind: "all",
  key: "all",
  start: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
};

// Local dates of the years 0000 to 9999 in UTC reach into the years beside them, written as ISO 8601 does.
const calendarKeyForm =
  /^(\d{4}|-000001|\+010000)-(?:W(0[1-9]|[1-4]\d|5[0-3])|(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)$/;

const seasonIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Whatever looks like a calendar key, also where it names no date. */
const calendarKeyLook = /^(?:\d{4}|-\d{6})-(?:W\d\d|\d\d(?:-\d\d)?)$/;

const reservedWords: ReadonlySet<string> = new Set([
  "all",
  "day",
  "week",
  "month",
  "season",
  "current",
  "previous",
]);

const zoneNameForm = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

const localTimeForm = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?:(:\d\d)(?:\.\d{1,3})?)?$/;

/**
 * Whether a name is that of an IANA zone or link known here: `Europe/Paris`, `UTC`, `Etc/GMT+5`.
 *
 * Upper and lower case are alike, as they are to Intl; the name is used as it is spelled. Refused are offsets
 * (`+02:00`), which are no zones, and the three-letter names that only ICU knows (`PST`).
 */
export function isTimeZone(name: string): boolean {
  // Temporal would take a whole timestamp and look for the zone in it.
  if (!zoneNameForm.test(name)) return false;
  try {
    localDate(name, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a season may have this id: 1 to 64 of `[A-Za-z0-9_-]`, and nothing that a key or a query could mean. */
export function isSeasonId(id: string): boolean {
  return seasonIdForm.test(id) && !reservedWords.has(id) && !calendarKeyLook.test(id);
}

/** The period of a kind that holds an instant of the years 0000 to 9999. There is always exactly one. */
export function periodAt(calendar: Calendar, kind: CalendarKind, instant: number): Period {
  // The local date is this or a later one, so its period has begun; that it has not ended is to be seen.
  let first = firstDate(calendar, kind, localDate(calendar.timeZone, instant));
  for (;;) {
    const period = periodFrom(calendar, kind, first);
    if (instant < period.end) return period;
    first = nextFirstDate(kind, first);
  }
}

/**
 * The day, week or month of a key (`2026-10-05`, `2026-W41`, `2026-10`). Null if the key is malformed or names
 * what never was: 2023-02-29, 2025-W53, or 2011-12-30 in Pacific/Apia, where that date was skipped.
 */
export function periodOfKey(calendar: Calendar, key: string): Period | null {
  const parts = calendarKeyForm.exec(key);
  if (parts === null) return null;
  const year = Number(parts[1]);
  const [, , week, month, day] = parts;
  const kind = week !== undefined ? "week" : day !== undefined ? "day" : "month";
  const first =
    kind === "week"
      ? firstDateOfWeek(calendar, year, Number(week))
      : Temporal.PlainDate.from({ year, month: Number(month), day: Number(day ?? 1) });
  const period = periodFrom(calendar, kind, first);
  // A day or week that its month or year does not have has become another one above.
  return period.key === key && period.start < period.end ? period : null;
}

/** The period of the same kind that holds the millisecond before a day, week or month began. */
export function previousPeriod(calendar: Calendar, period: Period): Period {
  const { kind, start } = period;
  if (kind === "all" || kind === "season")
    throw new Error(`period ${period.key} has no previous by the calendar`);
  return periodAt(calendar, kind, start - 1);
}

/** A season as a period: its key is its id. */
export function seasonPeriod(season: Season): Period {
  return { kind: "season", key: season.id, start: season.start, end: season.end };
}

/**
 * The instant of a local time, in milliseconds since 1970: `2026-10-01T00:00`, `...:00`, or `...:00.000`.
 *
 * A local time that happens twice is taken the first time. One that a gap leaves out is taken at the end of
 * the gap, the first instant when the clocks show it or more: the rule by which days begin, so a season from
 * midnight begins with its day, also where that midnight does not exist.
 *
 * Refused: `invalid_request`. The zone must be one (`isTimeZone`).
 */
export function localToInstant(timeZone: string, text: string, path?: string): Result<number> {
  const parts = localTimeForm.exec(text);
  if (parts === null) {
    const rule = "a local time without an offset, such as 2026-10-01T00:00";
    return refuse("invalid_request", `local time ${shown(text)} is not ${rule}`, path);
  }
  if (utcMs(parts[1]!, parts[2]! + (parts[3] ?? ":00")) === null) {
    const rule = "names a date or a time of day that does not exist";
    return refuse("invalid_request", `local time ${shown(text)} ${rule}`, path);
  }
  return ok(firstInstantAt(timeZone, Temporal.PlainDateTime.from(text)));
}

/** More than a year of days. */
const cachedPeriodsMax = 5_000;

/**
 * `periodAt` for events: remembers the periods it met, so that an event costs a few comparisons instead of
 * some 50 µs of calendar arithmetic. Room for a year of days, since an import that goes player by player
 * jumps back to its beginning each time.
 */
export class PeriodCache {
  readonly #calendar: Calendar;
  /** By kind, ascending, each disjoint from the next. */
  readonly #periods: Record<CalendarKind, Period[]> = { day: [], week: [], month: [] };

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** The period of a kind that holds an instant of the years 0000 to 9999. */
  at(kind: CalendarKind, instant: number): Period {
    const periods = this.#periods[kind];
    const after = countBegun(periods, instant);
    const latest = periods[after - 1];
    if (latest !== undefined && instant < latest.end) return latest;
    const period = periodAt(this.#calendar, kind, instant);
    if (periods.length < cachedPeriodsMax) periods.splice(after, 0, period);
    else this.#periods[kind] = [period];
    return period;
  }
}

/** How many of the ascending periods have begun at an instant. */
function countBegun(periods: readonly Period[], instant: number): number {
  let low = 0;
  let high = periods.length;
  // Events mostly come as they happen: into the latest period.
  if (high > 0 && periods[high - 1]!.start <= instant) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (periods[middle]!.start <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The period whose first date this is. Empty, start and end alike, if none of its dates ever was. */
function periodFrom(calendar: Calendar, kind: CalendarKind, first: Temporal.PlainDate): Period {
  const start = startOfDate(calendar.timeZone, first);
  const end = startOfDate(calendar.timeZone, nextFirstDate(kind, first));
  return { kind, key: keyOf(kind, first), start, end };
}

/** The first date of the day, week or month that a date is in. */
function firstDate(calendar: Calendar, kind: CalendarKind, date: Temporal.PlainDate): Temporal.PlainDate {
  if (kind === "day") return date;
  if (kind === "month") return date.with({ day: 1 });
  const weekday = date.dayOfWeek - 1;
  return date.subtract({ days: (weekday - weekdays.indexOf(calendar.weekStart) + 7) % 7 });
}

function nextFirstDate(kind: CalendarKind, first: Temporal.PlainDate): Temporal.PlainDate {
  if (kind === "day") return first.add({ days: 1 });
  return first.add(kind === "week" ? { weeks: 1 } : { months: 1 });
}

function keyOf(kind: CalendarKind, first: Temporal.PlainDate): string {
  if (kind === "day") return first.toString();
  if (kind === "month") return first.toPlainYearMonth().toString();
  // The fourth day decides, as it does in ISO 8601: most of the week lies in the ISO week, and year, that it is in.
  const fourth = first.add({ days: 3 });
  return `${yearText(fourth.yearOfWeek!)}-W${String(fourth.weekOfYear).padStart(2, "0")}`;
}

/** The first date of the week whose fourth day is in an ISO week. A week 53 may be the first of the next year. */
function firstDateOfWeek(calendar: Calendar, year: number, week: number): Temporal.PlainDate {
  // 4 January is in week 1 by definition.
  const inWeek = new Temporal.PlainDate(year, 1, 4).add({ weeks: week - 1 });
  const monday = inWeek.subtract({ days: inWeek.dayOfWeek - 1 });
  const fourthWeekday = (weekdays.indexOf(calendar.weekStart) + 3) % 7;
  return monday.add({ days: fourthWeekday - 3 });
}

/** A year as ISO 8601 writes it: four digits, or a sign and six. */
function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, "0");
  return `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`;
}

function localDate(timeZone: string, instant: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The first instant whose local date is this or a later one. */
function startOfDate(timeZone: string, date: Temporal.PlainDate): number {
  return firstInstantAt(timeZone, date.toPlainDateTime());
}

/** The first instant whose local time is this or a later one: of two the earlier, or the end of a gap. */
function firstInstantAt(timeZone: string, local: Temporal.PlainDateTime): number {
  // For a time within a gap, "earlier" steps back by the length of the gap: to before it, with none between.
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  if (zoned.toPlainDateTime().equals(local)) return zoned.epochMilliseconds;
  const gap = zoned.getTimeZoneTransition("next");
  if (gap === null) throw new Error(`${local} does not exist in ${timeZone}, yet no gap leaves it out`);
  return gap.epochMilliseconds;
}
