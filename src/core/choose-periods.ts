/**
 * Where an event counts: the periods that hold its achievedAt and are open (semantics, "Time", "Late events").
 */
import type { Board } from "./board.ts";
import { calendarPeriodAt } from "./calendar-period.ts";
import type { BoardEntry } from "./catalogue.ts";
import { takesEvents, takesEventsUntil } from "./closing.ts";
import { allTime, type Period, seasonPeriod } from "./period.ts";
import { resolvePeriod } from "./period-name.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";
import type { Report } from "./report.ts";

/** The periods that hold an instant, by what becomes of an event of then. */
export interface ChosenPeriods {
  /** Those that take the event: its stamp. At least one. */
  readonly open: readonly Period[];
  /** Keys of those that no longer take events. */
  readonly closed: readonly string[];
}

/**
 * The periods that a report's event counts in. History (`backfill`) counts in closed ones, too.
 *
 * Refused, in this order: `unknown_period` and the like for a period that the report names, `period_mismatch`,
 * `period_closed` for the named one; `no_period`; `period_closed` where none is open.
 */
export function choosePeriods(entry: BoardEntry, report: Report): Result<ChosenPeriods> {
  const { board } = entry;
  const holding = periodsHolding(entry, report.achievedAt);
  if (report.period !== null) {
    const meant = resolvePeriod(entry, report.period, report.receivedAt);
    if (!meant.ok) return meant;
    const period = holding.find((other) => other.key === meant.value.key);
    if (period === undefined) {
      return refuse(
        "period_mismatch",
        `period ${shown(meant.value.key)} does not hold the achievedAt ${report.achievedAt}`,
        "/period",
      );
    }
    if (!report.backfill && !takesEvents(entry, period, report.receivedAt))
      return closedRefusal(board, [period]);
  }
  if (holding.length === 0) {
    return refuse(
      "no_period",
      `no period of board ${shown(board.id)} holds the achievedAt ${report.achievedAt}`,
      "/achievedAt",
    );
  }
  const open = report.backfill
    ? holding
    : holding.filter((period) => takesEvents(entry, period, report.receivedAt));
  if (open.length === 0) return closedRefusal(board, holding);
  const closed =
    open.length === holding.length
      ? []
      : holding.filter((period) => !open.includes(period)).map((period) => period.key);
  return ok({ open, closed });
}

/**
 * The choices of one group. Its reports are mostly of one moment, and those count in the same periods: as long as
 * all of a board's periods hold the one and take the other, the choice is made once.
 */
export class PeriodChoices {
  #last: Choice | null = null;

  /** As `choosePeriods`, of a catalogue that does not change between the calls. */
  choose(entry: BoardEntry, report: Report): Result<ChosenPeriods> {
    const plain = report.period === null && !report.backfill;
    const last = this.#last;
    if (plain && last !== null && last.entry === entry && isWithin(last, report)) return last.chosen;
    const chosen = choosePeriods(entry, report);
    if (plain && chosen.ok && chosen.value.open.length === entry.board.periods.length)
      this.#last = choiceOf(entry, chosen, chosen.value.open);
    return chosen;
  }
}

/** A choice, and the instants for which it is the same: a board's periods all hold the one and take the other. */
interface Choice {
  readonly entry: BoardEntry;
  readonly chosen: Result<ChosenPeriods>;
  readonly achievedFrom: number;
  readonly achievedBefore: number;
  readonly receivedBefore: number;
}

function choiceOf(entry: BoardEntry, chosen: Result<ChosenPeriods>, open: readonly Period[]): Choice {
  return {
    entry,
    chosen,
    achievedFrom: Math.max(...open.map(({ start }) => start)),
    achievedBefore: Math.min(...open.map(({ end }) => end)),
    receivedBefore: Math.min(...open.map((period) => takesEventsUntil(entry, period))),
  };
}

function isWithin(choice: Choice, { achievedAt, receivedAt }: Report): boolean {
  return (
    achievedAt >= choice.achievedFrom &&
    achievedAt < choice.achievedBefore &&
    receivedAt < choice.receivedBefore
  );
}

function closedRefusal(board: Board, periods: readonly Period[]): Result<never> {
  const keys = periods.map((period) => period.key);
  const verb = keys.length === 1 ? `period ${keys[0]} is` : `the periods ${keys.join(", ")} are`;
  return refuse(
    "period_closed",
    `${verb} closed on board ${shown(board.id)}: the report came too late`,
    undefined,
    { closed: keys },
  );
}

/** The board's periods that hold an instant, in the definition's order, with the bounds that the ledger recorded. */
function periodsHolding(entry: BoardEntry, instant: number): Period[] {
  const holding: Period[] = [];
  for (const period of entry.board.periods) {
    if (period === "all") holding.push(allTime);
    else if (typeof period === "string") holding.push(calendarPeriodAt(entry, period, instant));
    else {
      const season = entry.periods.get(period.id) ?? seasonPeriod(period);
      if (instant >= season.start && instant < season.end) holding.push(season);
    }
  }
  return holding;
}
