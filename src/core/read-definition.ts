/**
 * A board's definition as it comes, from a request or a file: checked field by field, defaults filled in.
 */
import {
  type BoardDefinition,
  type ColumnDefinition,
  type PeriodDefinition,
  periodName,
  readSeason,
  type SeasonDefinition,
} from "./board.ts";
import { parseDuration } from "./duration.ts";
import { checkBoardId, isScopeName } from "./id.ts";
import { isSeasonId, isTimeZone, weekdays } from "./period.ts";
import { type Refusal, type Result, shown } from "./refusal.ts";
import { decimalsMax, readValue, toNumber, valueLimit } from "./value.ts";

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
  const id = unwrap(checkBoardId(given.id, "/id"));
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
  column: Pick<ColumnDefinition, "name" | "order" | "decimals">,
  path: string,
): number | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== "number" && typeof given !== "string") fail(path, `${shown(given)} is not a number`);
  const limit = valueLimit(column.decimals);
  const read = unwrap(readValue({ ...column, min: -limit, max: limit }, given, path));
  if (typeof read === "string") fail(path, `${shown(given)} is outside the range of a value`);
  return toNumber(read, column.decimals);
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
  unwrap(readSeason(timeZone, definition, path));
  return definition;
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

function titleOf(given: unknown, id: string): string {
  if (given === undefined) return id;
  if (typeof given !== "string" || given.length > 200 || !given.isWellFormed())
    fail("/title", "title is a text of at most 200 characters");
  return given;
}

function durationOf(given: unknown, otherwise: string, path: string): string {
  const text = given === undefined ? otherwise : given;
  if (typeof text !== "string") fail(path, `${path.slice(1)} ${shown(text)} is not a duration such as "60s"`);
  unwrap(parseDuration(text, path));
  return text;
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

function flagOf(given: unknown, path: string): boolean {
  if (given === undefined) return false;
  return typeof given === "boolean"
    ? given
    : fail(path, `${path.slice(1)} ${shown(given)} is neither true nor false`);
}

function oneOf<T extends string>(given: unknown, allowed: readonly T[], otherwise: T, path: string): T {
  if (given === undefined) return otherwise;
  const found = allowed.find((value) => value === given);
  return found ?? fail(path, `${path.slice(1)} ${shown(given)} is not one of ${allowed.join(", ")}`);
}

function objectOf(input: unknown, path: string, what: string): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    fail(path, `${what} is an object, not ${shown(JSON.stringify(input))}`);
  return input as Record<string, unknown>;
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

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Fault(result.refusal);
}
