/**
 * How a caller names a period: by its key, or by `current` and `previous`, alone or with a kind.
 */
import { calendarPeriodAt } from "./calendar-period.ts";
import type { BoardEntry } from "./catalogue.ts";
import {
  allTime,
  type CalendarKind,
  type Period,
  type PeriodKind,
  periodOfKey,
  type Season,
  seasonPeriod,
} from "./period.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";

const relativeForm = /^(?:(day|week|month|season):)?(current|previous)$/;

/**
 * The period that `name` names on a board at `now`: a key (`all`, `2026-10-05`, `2026-W41`, `2026-10`, a
 * season's id), `day:current`, `week:previous`, `season:current` and so on, or `current` and `previous` alone,
 * which mean the first of the board's periods that is not `all`.
 *
 * Refused: `unknown_period` for a malformed key, a date that never was, a kind or season that the board lacks;
 * `no_current_period` where no season holds now (or, for `previous`, none has ended).
 */
export function resolvePeriod(entry: BoardEntry, name: string, now: number): Result<Period> {
  const relative = relativeForm.exec(name);
  if (relative !== null) {
    const kind = relative[1] as PeriodKind | undefined;
    return resolveRelative(entry, name, kind, relative[2] === "current", now);
  }
  const { periods, calendar, id } = entry.board;
  if (name === "all")
    return periods.includes("all")
      ? ok(allTime)
      : unknown(name, `board ${shown(id)} has no all-time standings`);
  const season = periods.find((period): period is Season => typeof period === "object" && period.id === name);
  if (season !== undefined) return ok(recorded(entry, seasonPeriod(season)));
  const period = periodOfKey(calendar, name);
  if (period === null)
    return unknown(
      name,
      `it is neither a key such as 2026-10-05, 2026-W41 or 2026-10 of a date that was, nor a season of board ${shown(id)}`,
    );
  if (!periods.includes(period.kind as CalendarKind))
    return unknown(name, `board ${shown(id)} is not kept by ${period.kind}`);
  return ok(recorded(entry, period));
}

/** The period that a read without one means: the board's first, as it is at `now`. */
export function defaultPeriod(entry: BoardEntry, now: number): Period {
  const first = entry.board.periods[0]!;
  if (first === "all") return allTime;
  return typeof first === "object"
    ? recorded(entry, seasonPeriod(first))
    : calendarPeriodAt(entry, first, now);
}

function resolveRelative(
  entry: BoardEntry,
  name: string,
  kind: PeriodKind | undefined,
  current: boolean,
  now: number,
): Result<Period> {
  const { periods, id } = entry.board;
  const first = periods.find((period) => period !== "all");
  const wanted = kind ?? (typeof first === "object" ? "season" : first);
  if (wanted === undefined) return unknown(name, `board ${shown(id)} has all-time standings only`);
  if (wanted === "season") return resolveSeason(entry, name, current, now);
  if (!periods.includes(wanted)) return unknown(name, `board ${shown(id)} is not kept by ${wanted}`);
  const kept = wanted as CalendarKind;
  const period = calendarPeriodAt(entry, kept, now);
  return ok(current ? period : calendarPeriodAt(entry, kept, period.start - 1));
}

/** Seasons may overlap and leave gaps: current is the one that began last of those that hold now, previous the one that ended last. */
function resolveSeason(entry: BoardEntry, name: string, current: boolean, now: number): Result<Period> {
  const seasons = entry.board.periods
    .filter((period): period is Season => typeof period === "object")
    .map((season) => recorded(entry, seasonPeriod(season)));
  if (seasons.length === 0) return unknown(name, `board ${shown(entry.board.id)} has no seasons`);
  const found = current
    ? latest(
        seasons.filter(({ start, end }) => start <= now && now < end),
        "start",
      )
    : latest(
        seasons.filter(({ end }) => end <= now),
        "end",
      );
  if (found !== undefined) return ok(found);
  return refuse(
    "no_current_period",
    `no season of board ${shown(entry.board.id)} ${current ? "holds this moment" : "has ended yet"}`,
  );
}

/** Of seasons that are equally late, the one that the definition names first. */
function latest(seasons: readonly Period[], by: "start" | "end"): Period | undefined {
  return seasons.reduce<Period | undefined>(
    (found, season) => (found === undefined || season[by] > found[by] ? season : found),
    undefined,
  );
}

/** A period that has begun keeps the bounds that the ledger recorded. */
function recorded(entry: BoardEntry, period: Period): Period {
  return entry.periods.get(period.key) ?? period;
}

function unknown(name: string, why: string): Result<never> {
  return refuse("unknown_period", `period ${shown(name)} is unknown: ${why}`);
}
