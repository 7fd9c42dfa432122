/**
 * What a board is: its definition, checked and with its defaults.
 *
 * The words (docs/concepts.md has them at length):
 * - board: a definition: how scores fold, how they order, which periods and scopes it ranks
 * - report: what a game server sends: one player's score in one match
 * - event: a report that was accepted; held, counted or voided, and otherwise never changed
 * - ledger: the durable list of records (events, and everything done to them): the source of truth
 * - period: a stretch of time with standings of its own: `all`, a day, a week, a month, a season
 * - scope: a further cut with standings of its own, such as `region:eu`; it belongs to the event
 * - standing: a player's current score on one board, period and scope
 * - index: the ordered set of standings that answers rank questions; can be thrown away and rebuilt
 * - snapshot: the final standings of a closed period, with ranks, versioned
 */
import { parseDuration } from "./duration.ts";
import type { Semantics } from "./fold.ts";
import type { Direction, OrderRule, Ties } from "./order.ts";
import {
  type Calendar,
  type CalendarKind,
  localToInstant,
  PeriodCache,
  type Season,
  type Weekday,
} from "./period.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";
import { type Column, readValue, valueLimit } from "./value.ts";

/** A board's definition as it is stored and shown: every default filled in. */
export interface BoardDefinition {
  readonly id: string;
  readonly title: string;
  readonly semantics: Semantics;
  readonly columns: readonly ColumnDefinition[];
  readonly ties: Ties;
  readonly periods: readonly PeriodDefinition[];
  readonly timeZone: string;
  readonly weekStart: Weekday;
  readonly grace: string;
  readonly maxAge: string | null;
  readonly scopes: readonly string[];
  readonly rank: "exact";
  readonly publicReads: boolean;
  readonly retention: Readonly<Partial<Record<"day" | "week" | "month" | "season", string>>>;
}

export interface ColumnDefinition {
  readonly name: string;
  readonly order: Direction;
  readonly decimals: number;
  /** The number itself, not scaled; null where the whole range is allowed. */
  readonly min: number | null;
  readonly max: number | null;
}

export type PeriodDefinition = "all" | CalendarKind | SeasonDefinition;

/** A season's start and end are local times of the board's zone. */
export interface SeasonDefinition {
  readonly season: string;
  readonly start: string;
  readonly end: string;
}

/** A board as the rules use it. */
export interface Board {
  /** Never used twice, also when a board of this id is deleted and made again. */
  readonly number: number;
  readonly id: string;
  readonly definition: BoardDefinition;
  readonly semantics: Semantics;
  readonly columns: readonly Column[];
  readonly ties: Ties;
  readonly order: OrderRule;
  readonly periods: readonly ("all" | CalendarKind | Season)[];
  readonly calendar: Calendar;
  readonly periodCache: PeriodCache;
  readonly graceMs: number;
  readonly maxAgeMs: number | null;
  readonly scopes: readonly string[];
  readonly publicReads: boolean;
}

/** The board of a stored definition: one that `readDefinition` has checked. Throws where it is not. */
export function makeBoard(number: number, definition: BoardDefinition): Board {
  const { id, semantics, ties, timeZone, weekStart, scopes, publicReads } = definition;
  const columns = definition.columns.map(scaledColumn);
  const calendar = { timeZone, weekStart };
  return {
    number,
    id,
    definition,
    semantics,
    columns,
    ties,
    order: { directions: columns.map((column) => column.order), ties },
    periods: definition.periods.map((period) =>
      typeof period === "string" ? period : checked(readSeason(timeZone, period, "")),
    ),
    calendar,
    periodCache: sharedCache(calendar),
    graceMs: checked(parseDuration(definition.grace)),
    maxAgeMs: definition.maxAge === null ? null : checked(parseDuration(definition.maxAge)),
    scopes,
    publicReads,
  };
}

/** A season with its bounds as instants. Refused: what is no local time, an end that is not after the start. */
export function readSeason(timeZone: string, definition: SeasonDefinition, path: string): Result<Season> {
  const { season: id } = definition;
  const start = localToInstant(timeZone, definition.start, `${path}/start`);
  if (!start.ok) return start;
  const end = localToInstant(timeZone, definition.end, `${path}/end`);
  if (!end.ok) return end;
  if (end.value > start.value) return ok({ id, start: start.value, end: end.value });
  return refuse(
    "invalid_request",
    `season ${shown(id)} ends at ${definition.end}, not after its start ${definition.start}`,
    `${path}/end`,
  );
}

/** The name a definition gives a period: its kind, or the season's id. */
export function periodName(period: PeriodDefinition): string {
  return typeof period === "string" ? period : period.season;
}

/** A column's bounds as scaled integers: the whole range where the definition has none. */
function scaledColumn({ name, order, decimals, min, max }: ColumnDefinition): Column {
  const limit = valueLimit(decimals);
  const whole = { name, order, decimals, min: -limit, max: limit };
  const scaled = (bound: number | null, otherwise: number): number => {
    if (bound === null) return otherwise;
    const read = checked(readValue(whole, bound));
    return typeof read === "string" ? otherwise : read;
  };
  return { ...whole, min: scaled(min, -limit), max: scaled(max, limit) };
}

/** Boards of one zone and week start share what has been computed: a hundred thousand of them have few zones. */
const caches = new Map<string, PeriodCache>();

function sharedCache(calendar: Calendar): PeriodCache {
  const name = `${calendar.timeZone} ${calendar.weekStart}`;
  const known = caches.get(name) ?? new PeriodCache(calendar);
  caches.set(name, known);
  return known;
}

/** What was checked when it was defined: a refusal now means that the ledger holds what it never took. */
function checked<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`a stored definition does not hold: ${result.refusal.detail}`);
}
