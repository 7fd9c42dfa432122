/** A board's definition in words, and its periods on the calendar. */
import type { BoardDefinition as WireDefinition } from "laurel-client";
import { Temporal } from "temporal-polyfill";
import { type BoardDefinition, makeBoard } from "../core/board.ts";
import { futureLimitMs } from "../core/decide.ts";
import { formatDuration } from "../core/duration.ts";
import { type CalendarKind, type Period, periodAt, type Season } from "../core/period.ts";
import { type Column, formatScaled, valueLimit } from "../core/value.ts";

type AnyDefinition = BoardDefinition | WireDefinition;

const semantics = {
  best: "best: of a player's events the best one stands; of equal ones, the one achieved earlier",
  sum: "sum: a player's events add up",
  last: "last: of a player's events the latest one stands",
} as const;

const ties = {
  first: "first: of equal players the one who was there earlier stands ahead (ranks 1 2 3)",
  last: "last: of equal players the one who was there later stands ahead (ranks 1 2 3)",
  shared: "shared: equal players share a rank, and ranks are skipped behind them (1 1 3)",
  dense: "dense: equal players share a rank, and none is skipped (1 1 2)",
} as const;

/** What a definition means, a line each. */
export function describeDefinition(definition: AnyDefinition): string[] {
  const { columns } = makeBoard(1, definition as BoardDefinition);
  const rows: [string, string][] = [
    ["scores", semantics[definition.semantics]],
    ...columns.map((column): [string, string] => ["column", describeColumn(column, definition.semantics)]),
    ["totals", describeTotals(columns, definition.semantics)],
    ["ties", ties[definition.ties]],
    ["identity", describeIdentity(definition.semantics)],
    ["periods", describePeriods(definition)],
    ["late events", describeLateness(definition)],
    [
      "scopes",
      definition.scopes.length === 0
        ? "none: a report that names one is refused"
        : `${definition.scopes.join(", ")}: a report may name a value of each, which then has standings of its own`,
    ],
    ["reads", definition.publicReads ? "public: no key is needed" : "by keys with the right read"],
    ["snapshots", describeRetention(definition)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const title = definition.title === definition.id ? "" : `: ${definition.title}`;
  return [
    `${definition.id}${title}`,
    ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()),
  ];
}

function describeColumn(column: Column, kind: BoardDefinition["semantics"]): string {
  const { name, order, decimals, min, max } = column;
  const digits =
    decimals === 0
      ? "a whole number"
      : `a number with up to ${decimals} ${decimals === 1 ? "decimal" : "decimals"}`;
  const better = order === "desc" ? "higher is better" : "lower is better";
  const each = kind === "sum" ? "each report adds" : "each report";
  return `${name}, ${digits}, ${better}; ${each} ${formatScaled(min, decimals)} to ${formatScaled(max, decimals)}`;
}

function describeTotals(columns: readonly Column[], kind: BoardDefinition["semantics"]): string {
  if (kind !== "sum") return "as reported: nothing is added up";
  const ranges = columns.map(({ name, decimals }) => {
    const limit = formatScaled(valueLimit(decimals), decimals);
    return `${name} from -${limit} to ${limit}`;
  });
  return `${ranges.join(", ")}; a report that would leave it is refused`;
}

function describeIdentity(kind: BoardDefinition["semantics"]): string {
  const match =
    kind === "best"
      ? "a report without a matchId counts as new each time"
      : "a report without a matchId is refused";
  return `board, player and match: the same again changes nothing, another value for it is refused; ${match}`;
}

function describePeriods(definition: AnyDefinition): string {
  const names = definition.periods.map((period) => (typeof period === "string" ? period : period.season));
  const week = definition.periods.includes("week") ? `, weeks from ${definition.weekStart}` : "";
  return `${names.join(", ")}; time zone ${definition.timeZone}${week}`;
}

function describeLateness(definition: AnyDefinition): string {
  const ahead = `at most ${formatDuration(futureLimitMs)} ahead of the clock`;
  const oldest = definition.maxAge === null ? "however old" : `at most ${definition.maxAge} old`;
  const ends = definition.periods.some((period) => period !== "all");
  const grace = ends ? `; a period takes them until ${definition.grace} after its end` : "";
  return `${oldest}, ${ahead}${grace}`;
}

function describeRetention(definition: AnyDefinition): string {
  const kept = Object.entries(definition.retention).map(([kind, duration]) => `${kind} for ${duration}`);
  return `kept ${kept.length === 0 ? "for ever" : `${kept.join(", ")}, others for ever`}`;
}

/** A period of the definition on the calendar. */
export interface PeriodOutline {
  /** Kind of a calendar period, or the season's id. */
  readonly name: string;
  /** The one that holds the moment; a season is the one there is. */
  readonly current: Period;
  /** The ones that follow; a season has none. */
  readonly next: readonly Period[];
}

/** The calendar periods and seasons of a definition as seen at a moment, with the next `count` of each kind. */
export function outlinePeriods(definition: BoardDefinition, now: number, count: number): PeriodOutline[] {
  const board = makeBoard(1, definition);
  const outlines: PeriodOutline[] = [];
  for (const period of board.periods) {
    if (period === "all") continue;
    if (typeof period === "object") outlines.push(outlineSeason(period));
    else outlines.push(outlineCalendar(period, board.calendar, now, count));
  }
  return outlines;
}

function outlineSeason({ id, start, end }: Season): PeriodOutline {
  return { name: id, current: { kind: "season", key: id, start, end }, next: [] };
}

function outlineCalendar(
  kind: CalendarKind,
  calendar: Parameters<typeof periodAt>[0],
  now: number,
  count: number,
): PeriodOutline {
  const current = periodAt(calendar, kind, now);
  const next: Period[] = [];
  for (let last = current; next.length < count; ) {
    last = periodAt(calendar, kind, last.end);
    next.push(last);
  }
  return { name: kind, current, next };
}

/** An instant in a zone, with its offset: `2026-11-30T00:00+01:00`. */
export function localTime(timeZone: string, instant: number): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  const text = zoned.toString({ timeZoneName: "never", smallestUnit: "millisecond" });
  return text.replace(/:00\.000(?=[+-])|\.000(?=[+-])/, "");
}
