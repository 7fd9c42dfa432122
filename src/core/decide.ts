/**
 * What becomes of a report: an event, a duplicate or a refusal. The rules run here and only here.
 *
 * The order of the checks is part of the law, so that one input has one answer on every server: form of the
 * values, then **identity before the clock** (a retry of an event gets its answer for ever, also when its
 * period has closed), then instants, scopes, periods, ranges and totals. Either all standings that a report
 * feeds take it, or none.
 */
import type { Board } from "./board.ts";
import type { BoardEntry } from "./catalogue.ts";
import { takesEvents } from "./closing.ts";
import type { Draft, EarlierEvent } from "./draft.ts";
import { fold, type Standing } from "./fold.ts";
import { everybody, indexNumber } from "./index-number.ts";
import { allTime, type Period, seasonPeriod } from "./period.ts";
import { resolvePeriod } from "./period-name.ts";
import { ok, type Refusal, type Result, refuse, shown } from "./refusal.ts";
import type { Report } from "./report.ts";
import {
  checkRange,
  formatScaled,
  type ReadValue,
  readValue,
  toNumber,
  totalInRange,
  valueLimit,
} from "./value.ts";

/** How far ahead of the server's clock an achievedAt may be. */
export const futureLimitMs = 5_000;

/** One standing that an event feeds. */
export interface Feed {
  readonly index: number;
  /** Key of its period. */
  readonly period: string;
  /** null for everybody's. */
  readonly scope: { readonly name: string; readonly value: string } | null;
}

/** What was decided about one report. */
export type Decided =
  | {
      readonly kind: "event";
      readonly event: EarlierEvent;
      readonly player: number;
      readonly feeds: readonly Feed[];
    }
  | {
      readonly kind: "duplicate";
      readonly event: EarlierEvent;
      readonly player: number;
      readonly feeds: readonly Feed[];
    }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Decides one report on top of a draft; an accepted one is added to the draft. */
export function decide(draft: Draft, report: Report): Decided {
  const decided = judge(draft, report);
  return decided.ok ? decided.value : { kind: "refused", refusal: decided.refusal };
}

function judge(draft: Draft, report: Report): Result<Decided> {
  const entry = draft.catalogue.board(report.board);
  if (entry === undefined) return refuse("unknown_board", `board ${shown(report.board)} does not exist`);
  const { board } = entry;

  const read = readValues(board, report);
  if (!read.ok) return read;
  const matchId = matchIdOf(board, report);
  if (!matchId.ok) return matchId;

  const earlier = draft.earlier(board.number, report.playerId, matchId.value);
  if (earlier !== null) return judgeRetry(draft, entry, report, earlier, read.value);

  const instant = checkInstant(board, report);
  if (!instant.ok) return instant;
  for (const name of report.scopes.keys()) {
    if (!board.scopes.includes(name)) {
      return refuse(
        "unknown_scope",
        `board ${shown(board.id)} does not declare the scope ${shown(name)}`,
        `/scopes/${name}`,
      );
    }
  }
  const stamp = choosePeriods(entry, report);
  if (!stamp.ok) return stamp;

  const values: number[] = [];
  for (let i = 0; i < board.columns.length; i++) {
    const value = checkRange(board.columns[i]!, read.value[i]!, valuePath(board, report, i));
    if (!value.ok) return value;
    values.push(value.value);
  }
  return accept(draft, entry, report, matchId.value, values, stamp.value);
}

/** Reads the values in column order: `score` (on sum boards `delta`) or `values`, of which exactly one is given. */
function readValues(board: Board, report: Report): Result<ReadValue[]> {
  const inputs = inputsOf(board, report);
  if (!inputs.ok) return inputs;
  const read: ReadValue[] = [];
  let decimals: Result<never> | null = null;
  for (let i = 0; i < board.columns.length; i++) {
    const value = readValue(board.columns[i]!, inputs.value[i]!, valuePath(board, report, i));
    if (value.ok) read.push(value.value);
    else if (value.refusal.code === "invalid_number") return value;
    else decimals ??= value;
  }
  return decimals ?? ok(read);
}

function inputsOf(board: Board, report: Report): Result<(number | string)[]> {
  const given = [report.score, report.delta, report.values].filter((value) => value !== undefined);
  const names = board.columns.map((column) => column.name);
  if (given.length !== 1) {
    const wanted = names.length > 1 ? "values" : board.semantics === "sum" ? "delta (or score)" : "score";
    return refuse(
      "invalid_request",
      `a report to board ${shown(board.id)} has exactly one of score, delta and values: this board takes ${wanted}`,
    );
  }
  if (report.delta !== undefined && board.semantics !== "sum") {
    return refuse(
      "invalid_request",
      `delta is for sum boards; board ${shown(board.id)} is ${board.semantics} and takes score`,
      "/delta",
    );
  }
  if (report.values === undefined) {
    if (names.length === 1) return ok([(report.delta ?? report.score)!]);
    return refuse(
      "invalid_request",
      `board ${shown(board.id)} has the columns ${names.join(", ")}: send them as values`,
      "/values",
    );
  }
  for (const name of Object.keys(report.values)) {
    if (!names.includes(name))
      return refuse(
        "invalid_request",
        `board ${shown(board.id)} has no column ${shown(name)}`,
        `/values/${name}`,
      );
  }
  const missing = names.find((name) => !Object.hasOwn(report.values!, name));
  if (missing !== undefined)
    return refuse("invalid_request", `values lacks the column ${missing}`, "/values");
  return ok(names.map((name) => report.values![name]!));
}

function valuePath(board: Board, report: Report, column: number): string {
  if (report.values !== undefined) return `/values/${board.columns[column]!.name}`;
  return report.delta !== undefined ? "/delta" : "/score";
}

function matchIdOf(board: Board, report: Report): Result<string> {
  if (report.matchId !== null) return ok(report.matchId);
  if (board.semantics === "best") return ok(report.madeMatchId);
  return refuse(
    "invalid_request",
    `board ${shown(board.id)} is ${board.semantics}: a report needs a matchId, so that a retry cannot count twice`,
    "/matchId",
  );
}

/** A retry with the same value is a duplicate, one with another value a conflict, whatever else it carries. */
function judgeRetry(
  draft: Draft,
  entry: BoardEntry,
  report: Report,
  event: EarlierEvent,
  read: ReadValue[],
): Result<Decided> {
  const { record } = event;
  const same = read.every((value, i) => !value.outOfRange && value.scaled === record.values[i]);
  if (same)
    return ok({
      kind: "duplicate",
      event,
      player: record.player,
      feeds: feedsOf(draft, record.periods, record.scopes),
    });
  const { columns } = entry.board;
  const stored = Object.fromEntries(
    columns.map((column, i) => [column.name, toNumber(record.values[i]!, column.decimals)]),
  );
  const value = columns.length === 1 ? { score: stored[columns[0]!.name] } : { values: stored };
  const shownValues = columns.map((column, i) => formatScaled(record.values[i]!, column.decimals)).join(", ");
  return refuse(
    "match_conflict",
    `match ${shown(record.matchId)} of player ${shown(report.playerId)} was reported before with ${shownValues}; an event is never changed`,
    undefined,
    { ...value, achievedAt: record.achievedAt },
  );
}

function checkInstant(board: Board, report: Report): Result<null> {
  const { achievedAt, receivedAt } = report;
  if (achievedAt > receivedAt + futureLimitMs) {
    return refuse(
      "achieved_at_in_future",
      `achievedAt ${achievedAt} is ${achievedAt - receivedAt} ms ahead of the server's clock; at most ${futureLimitMs} are allowed`,
      "/achievedAt",
    );
  }
  if (board.maxAgeMs !== null && achievedAt < receivedAt - board.maxAgeMs) {
    return refuse(
      "achieved_at_too_old",
      `achievedAt ${achievedAt} is ${receivedAt - achievedAt} ms old; the board's maxAge is ${board.definition.maxAge}`,
      "/achievedAt",
    );
  }
  return ok(null);
}

interface Stamp {
  /** Periods that take the event. */
  readonly open: readonly Period[];
  /** Keys of those that hold it and no longer take events. */
  readonly closed: readonly string[];
}

function choosePeriods(entry: BoardEntry, report: Report): Result<Stamp> {
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
export function periodsHolding(entry: BoardEntry, instant: number): Period[] {
  const holding: Period[] = [];
  for (const period of entry.board.periods) {
    if (period === "all") holding.push(allTime);
    else if (typeof period === "object") {
      if (instant >= period.start && instant < period.end) holding.push(seasonPeriod(period));
    } else {
      const computed = entry.board.periodCache.at(period, instant);
      holding.push(entry.periods.get(computed.key) ?? computed);
    }
  }
  return holding;
}

function accept(
  draft: Draft,
  entry: BoardEntry,
  report: Report,
  matchId: string,
  values: number[],
  stamp: Stamp,
): Result<Decided> {
  const { board } = entry;
  const over = totalFault(draft, entry, report, values, stamp.open);
  if (over !== null) return over;

  const player = draft.known.numberPlayer(report.playerId);
  const periods = stamp.open.map((period) => draft.openPeriod(entry, period).number);
  const scopes = [...report.scopes].map(([name, value]) => draft.openScope(entry, name, value));
  const { achievedAt, metadata } = report;
  const record = {
    kind: "score" as const,
    board: board.number,
    player,
    matchId,
    values,
    achievedAt,
    periods,
    scopes,
    held: false,
    closed: stamp.closed,
    metadata,
  };
  const sequence = draft.addEvent(record, report.playerId);
  const feeds: Feed[] = [];
  for (const [i, period] of periods.entries()) {
    for (const scope of [everybody, ...scopes]) {
      const index = indexNumber(period, scope);
      const after = fold(
        board,
        draft.standing(index, player),
        { sequence, matchId, values, achievedAt },
        draft.matchIdOf,
      );
      draft.setStanding(index, player, report.playerId, after, sequence);
      feeds.push({
        index,
        period: stamp.open[i]!.key,
        scope: scope === everybody ? null : scopeNamed(report, scopes.indexOf(scope)),
      });
    }
  }
  return ok({ kind: "event", event: { sequence, record, state: "counted" }, player, feeds });
}

function scopeNamed(report: Report, position: number): Feed["scope"] {
  const [name, value] = [...report.scopes][position]!;
  return { name, value };
}

/**
 * A total outside the range of a value in any standing that the report feeds refuses the whole report. Only
 * sums can leave the range; a standing that is not there yet is looked up without giving anything a number.
 */
function totalFault(
  draft: Draft,
  entry: BoardEntry,
  report: Report,
  values: number[],
  periods: readonly Period[],
): Result<never> | null {
  const { board } = entry;
  if (board.semantics !== "sum") return null;
  for (const standing of fedStandings(draft, entry, report, periods)) {
    for (let i = 0; i < values.length; i++) {
      const column = board.columns[i]!;
      const total = standing.values[i]! + values[i]!;
      if (totalInRange(column, total)) continue;
      const limit = formatScaled(valueLimit(column.decimals), column.decimals);
      const had = formatScaled(standing.values[i]!, column.decimals);
      return refuse(
        "total_out_of_range",
        `${column.name} would go from ${had} beyond the range of a value, ±${limit}`,
        valuePath(board, report, i),
      );
    }
  }
  return null;
}

/** The standings that are there already and that the report would add to. */
function fedStandings(
  draft: Draft,
  entry: BoardEntry,
  report: Report,
  periods: readonly Period[],
): Standing[] {
  const player = draft.known.findPlayer(report.playerId);
  if (player === 0) return [];
  const scopes = [...report.scopes].map(([name, value]) => draft.findScope(entry, name, value));
  const found: Standing[] = [];
  for (const period of periods) {
    const number = draft.findPeriod(entry, period)?.number;
    if (number === undefined) continue;
    for (const scope of [everybody, ...scopes]) {
      const standing = scope === null ? null : draft.standing(indexNumber(number, scope), player);
      if (standing !== null) found.push(standing);
    }
  }
  return found;
}

/** The standings that an event's stamp names; those of a period or scope that is gone are left out. */
function feedsOf(draft: Draft, periods: readonly number[], scopes: readonly number[]): Feed[] {
  const feeds: Feed[] = [];
  for (const number of periods) {
    const key = draft.periodKey(number);
    if (key === null) continue;
    feeds.push({ index: indexNumber(number, everybody), period: key, scope: null });
    for (const scope of scopes) {
      const named = draft.scopeName(scope);
      if (named !== null) feeds.push({ index: indexNumber(number, scope), period: key, scope: named });
    }
  }
  return feeds;
}
