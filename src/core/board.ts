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
import { checkBoardId, isScopeName } from "./id.ts";
import type { Direction, OrderRule, Ties } from "./order.ts";
import {
  type Calendar,
  type CalendarKind,
  isSeasonId,
  isTimeZone,
  localToInstant,
  PeriodCache,
  type Season,
  type Weekday,
  weekdays,
} from "./period.ts";
import { type Refusal, type Result, shown } from "./refusal.ts";
import { type Column, decimalsMax, readValue, toNumber, valueLimit } from "./value.ts";

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

const columnForm = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
/** Query parameters of reads: a column of one of these names could not be asked for in around-score. */
const reservedColumns = new Set(["period", "scope", "above", "below", "viewer", "include"]);
const fields = new Set([
  ...["id", "title", "semantics", "columns", "ties", "periods", "timeZone", "weekStart", "grace", "maxAge"],
  ...["scopes", "rank", "publicReads", "retention", "plausibility"],
]);

/**
 * Checks a definition as it came (from a request or a file) and fills in its defaults. The refusal names the
 * first field at fault. What this version cannot do is `not_supported`.
 */
export function readDefinition(input: unknown): Result<BoardDefinition> {
  try {
    return { ok: true, value: definitionOf(input) };
  } catch (fault) {
    if (fault instanceof Fault) return { ok: false, refusal: fault.refusal };
    throw fault;
  }
}

/** The board of a stored definition. */
export function makeBoard(number: number, definition: BoardDefinition): Board {
  const columns = definition.columns.map((column) => scaledColumn(column, "/columns"));
  const calendar = { timeZone: definition.timeZone, weekStart: definition.weekStart };
  return {
    number,
    id: definition.id,
    definition,
    semantics: definition.semantics,
    columns,
    ties: definition.ties,
    order: { directions: columns.map((column) => column.order), ties: definition.ties },
    periods: definition.periods.map((period, i) =>
      typeof period === "string" ? period : seasonOf(definition.timeZone, period, `/periods/${i}`),
    ),
    calendar,
    periodCache: sharedCache(calendar),
    graceMs: unwrap(parseDuration(definition.grace), "/grace"),
    maxAgeMs: definition.maxAge === null ? null : unwrap(parseDuration(definition.maxAge), "/maxAge"),
    scopes: definition.scopes,
    publicReads: definition.publicReads,
  };
}

/** Boards of one zone and week start share what has been computed: a hundred thousand of them have few zones. */
const caches = new Map<string, PeriodCache>();

function sharedCache(calendar: Calendar): PeriodCache {
  const name = `${calendar.timeZone} ${calendar.weekStart}`;
  const known = caches.get(name) ?? new PeriodCache(calendar);
  caches.set(name, known);
  return known;
}

/**
 * What a changed definition may not touch once the board has events: null if the change is allowed.
 * A season's end may move only while it is open and to a moment to come; its start, never.
 */
export function changeFault(before: BoardDefinition, after: BoardDefinition, now: number): Refusal | null {
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
    const fault = seasonChangeFault(before.timeZone, period, kept, now);
    if (fault !== null) return inUse(fault, "/periods");
  }
  return null;
}

/** The name a definition gives a period: its kind, or the season's id. */
export function periodName(period: PeriodDefinition): string {
  return typeof period === "string" ? period : period.season;
}

function seasonChangeFault(
  timeZone: string,
  before: SeasonDefinition,
  after: SeasonDefinition,
  now: number,
): string | null {
  const old = seasonOf(timeZone, before, "/periods");
  const next = seasonOf(timeZone, after, "/periods");
  if (old.start !== next.start)
    return `the start of season ${shown(before.season)} cannot move once the board has events`;
  if (old.end === next.end) return null;
  if (old.end <= now) return `season ${shown(before.season)} has ended: its end cannot move`;
  return next.end > now
    ? null
    : `the end of season ${shown(before.season)} can only move to a moment to come`;
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

/** Thrown inside this file only, so that the checks below read as a list. */
class Fault extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

function fail(path: string, detail: string, code: Refusal["code"] = "invalid_request"): never {
  throw new Fault({ code, detail, path });
}

function unwrap<T>(result: Result<T>, path: string): T {
  if (result.ok) return result.value;
  throw new Fault({ ...result.refusal, path });
}

function definitionOf(input: unknown): BoardDefinition {
  const given = objectOf(input, "", "a board definition");
  for (const field of Object.keys(given))
    if (!fields.has(field)) fail(`/${field}`, `unknown field ${shown(field)} in a board definition`);
  if (given.plausibility !== undefined && given.plausibility !== null) {
    fail("/plausibility", "plausibility rules are not supported by this version", "not_supported");
  }
  if (given.rank !== undefined && given.rank !== "exact") {
    if (typeof given.rank === "object")
      fail("/rank", "estimated ranks are not supported by this version", "not_supported");
    fail("/rank", `rank ${shown(given.rank)} is not "exact"`);
  }
  if (typeof given.id !== "string") fail("/id", "a board definition needs an id");
  const id = unwrap(checkBoardId(given.id), "/id");
  const timeZone = given.timeZone === undefined ? "UTC" : given.timeZone;
  if (typeof timeZone !== "string" || !isTimeZone(timeZone))
    fail("/timeZone", `timeZone ${shown(timeZone)} is not an IANA time zone`);
  return {
    id,
    title: titleOf(given.title, id),
    semantics: oneOf(given.semantics, ["best", "sum", "last"] as const, "best", "/semantics"),
    columns: columnsOf(given.columns),
    ties: oneOf(given.ties, ["first", "last", "shared", "dense"] as const, "first", "/ties"),
    periods: periodsOf(given.periods, timeZone),
    timeZone,
    weekStart: oneOf(given.weekStart, weekdays, "monday", "/weekStart"),
    grace: durationOf(given.grace, "60s", "/grace"),
    maxAge:
      given.maxAge === undefined || given.maxAge === null ? null : durationOf(given.maxAge, "", "/maxAge"),
    scopes: scopesOf(given.scopes),
    rank: "exact",
    publicReads: flagOf(given.publicReads, "/publicReads"),
    retention: retentionOf(given.retention),
  };
}

function objectOf(input: unknown, path: string, what: string): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    fail(path, `${what} is an object, not ${shown(JSON.stringify(input))}`);
  return input as Record<string, unknown>;
}

function oneOf<T extends string>(given: unknown, allowed: readonly T[], otherwise: T, path: string): T {
  if (given === undefined) return otherwise;
  const found = allowed.find((value) => value === given);
  return found ?? fail(path, `${path.slice(1)} ${shown(given)} is not one of ${allowed.join(", ")}`);
}

function titleOf(given: unknown, id: string): string {
  if (given === undefined) return id;
  if (typeof given !== "string" || given.length > 200 || !given.isWellFormed())
    fail("/title", "title is a text of at most 200 characters");
  return given;
}

function flagOf(given: unknown, path: string): boolean {
  if (given === undefined) return false;
  return typeof given === "boolean"
    ? given
    : fail(path, `${path.slice(1)} ${shown(given)} is neither true nor false`);
}

function durationOf(given: unknown, otherwise: string, path: string): string {
  const text = given === undefined ? otherwise : given;
  if (typeof text !== "string") fail(path, `${path.slice(1)} ${shown(text)} is not a duration such as "60s"`);
  unwrap(parseDuration(text), path);
  return text;
}

function scopesOf(given: unknown): string[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > 16) fail("/scopes", "scopes is a list of at most 16 names");
  given.forEach((name, i) => {
    if (typeof name !== "string" || !isScopeName(name))
      fail(`/scopes/${i}`, `scope name ${shown(name)} is not of the form [A-Za-z][A-Za-z0-9_-]{0,31}`);
    if (given.indexOf(name) !== i) fail(`/scopes/${i}`, `scope ${shown(name)} is named twice`);
  });
  return given;
}

function columnsOf(given: unknown): ColumnDefinition[] {
  if (given === undefined) return columnsOf([{}]);
  if (!Array.isArray(given) || given.length < 1 || given.length > 4)
    fail("/columns", "a board has one to four columns");
  const columns = given.map((column, i) => columnOf(column, given.length === 1, `/columns/${i}`));
  columns.forEach((column, i) => {
    if (columns.findIndex((other) => other.name === column.name) !== i)
      fail(`/columns/${i}/name`, `column ${shown(column.name)} is named twice`);
  });
  return columns;
}

function columnOf(input: unknown, alone: boolean, path: string): ColumnDefinition {
  const given = objectOf(input, path, "a column");
  for (const field of Object.keys(given)) {
    if (!["name", "order", "decimals", "min", "max"].includes(field))
      fail(`${path}/${field}`, `unknown field ${shown(field)} in a column`);
  }
  const name = given.name === undefined && alone ? "score" : given.name;
  if (name === undefined) fail(`${path}/name`, "each of several columns needs a name");
  if (typeof name !== "string" || !columnForm.test(name) || reservedColumns.has(name)) {
    fail(
      `${path}/name`,
      `column name ${shown(name)} is not of the form [A-Za-z][A-Za-z0-9_]{0,31}, or is the name of a query parameter`,
    );
  }
  const decimals = given.decimals === undefined ? 0 : given.decimals;
  if (typeof decimals !== "number" || !Number.isInteger(decimals) || decimals < 0 || decimals > decimalsMax) {
    fail(`${path}/decimals`, `decimals ${shown(decimals)} is not a whole number from 0 to ${decimalsMax}`);
  }
  const order = oneOf(given.order, ["asc", "desc"] as const, "desc", `${path}/order`);
  const column = { name, order, decimals };
  const min = boundOf(given.min, column, `${path}/min`);
  const max = boundOf(given.max, column, `${path}/max`);
  if (min !== null && max !== null && min > max) fail(`${path}/min`, `min ${min} is above max ${max}`);
  return { ...column, min, max };
}

function boundOf(
  given: unknown,
  column: { name: string; order: Direction; decimals: number },
  path: string,
): number | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== "number" && typeof given !== "string") fail(path, `${shown(given)} is not a number`);
  const limit = valueLimit(column.decimals);
  const read = unwrap(readValue({ ...column, min: -limit, max: limit }, given), path);
  if (read.outOfRange) fail(path, `${shown(given)} is outside the range of a value`);
  return toNumber(read.scaled, column.decimals);
}

function scaledColumn(column: ColumnDefinition, path: string): Column {
  const { name, order, decimals } = column;
  const limit = valueLimit(decimals);
  const whole = { name, order, decimals, min: -limit, max: limit };
  const scaled = (bound: number | null, otherwise: number): number => {
    if (bound === null) return otherwise;
    const read = unwrap(readValue(whole, bound), path);
    return read.outOfRange ? otherwise : read.scaled;
  };
  return { name, order, decimals, min: scaled(column.min, -limit), max: scaled(column.max, limit) };
}

function periodsOf(given: unknown, timeZone: string): PeriodDefinition[] {
  if (given === undefined) return ["all"];
  if (!Array.isArray(given) || given.length < 1 || given.length > 100)
    fail("/periods", "a board has 1 to 100 periods");
  const periods = given.map((period, i): PeriodDefinition => {
    if (typeof period === "string")
      return oneOf(period, ["all", "day", "week", "month"] as const, "all", `/periods/${i}`);
    return seasonDefinitionOf(period, timeZone, `/periods/${i}`);
  });
  periods.forEach((period, i) => {
    const first = periods.findIndex((other) => periodName(other) === periodName(period));
    if (first !== i) fail(`/periods/${i}`, `period ${shown(periodName(period))} is named twice`);
  });
  return periods;
}

function seasonDefinitionOf(input: unknown, timeZone: string, path: string): SeasonDefinition {
  const given = objectOf(input, path, "a period");
  for (const field of Object.keys(given)) {
    if (!["season", "start", "end"].includes(field))
      fail(`${path}/${field}`, `unknown field ${shown(field)} in a season`);
  }
  const { season, start, end } = given;
  if (typeof season !== "string" || !isSeasonId(season)) {
    fail(
      `${path}/season`,
      `season id ${shown(season)} is not of the form [A-Za-z0-9_-]{1,64}, or is the key of another period or a reserved word`,
    );
  }
  if (typeof start !== "string" || typeof end !== "string")
    fail(path, `season ${shown(season)} needs a start and an end, as local times such as "2026-10-01T00:00"`);
  const definition = { season, start, end };
  seasonOf(timeZone, definition, path);
  return definition;
}

function seasonOf(timeZone: string, definition: SeasonDefinition, path: string): Season {
  const start = unwrap(localToInstant(timeZone, definition.start), `${path}/start`);
  const end = unwrap(localToInstant(timeZone, definition.end), `${path}/end`);
  if (end <= start)
    fail(
      `${path}/end`,
      `season ${shown(definition.season)} ends at ${definition.end}, not after its start ${definition.start}`,
    );
  return { id: definition.season, start, end };
}

function retentionOf(given: unknown): BoardDefinition["retention"] {
  if (given === undefined) return {};
  const retention: Record<string, string> = {};
  for (const [kind, duration] of Object.entries(objectOf(given, "/retention", "retention"))) {
    if (!["day", "week", "month", "season"].includes(kind))
      fail(`/retention/${kind}`, `retention is by day, week, month or season, not ${shown(kind)}`);
    retention[kind] = durationOf(duration, "", `/retention/${kind}`);
  }
  return retention;
}
