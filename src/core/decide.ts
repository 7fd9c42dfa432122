/**
 * What becomes of a report: an event, a duplicate or a refusal. The rules run here and only here.
 *
 * The order of the checks is part of the law, so that one input has one answer on every server: form of the
 * values, then **identity before the clock** (a retry of an event gets its answer for ever, also when its
 * period has closed), then instants, scopes, periods, ranges, totals and room. Either all standings that a report
 * feeds take it, or none.
 */
import type { Board } from "./board.ts";
import type { BoardEntry } from "./catalogue.ts";
import { checkRoom } from "./check-room.ts";
import { type ChosenPeriods, choosePeriods } from "./choose-periods.ts";
import type { Draft, EarlierEvent } from "./draft.ts";
import { fold, type Standing } from "./fold.ts";
import { everybody, indexNumber } from "./index-number.ts";
import type { Period } from "./period.ts";
import { readValues, valuePath } from "./read-values.ts";
import type { ScoreRecord } from "./record.ts";
import { ok, type Refusal, type Result, refuse, shown } from "./refusal.ts";
import type { Report } from "./report.ts";
import { checkRange, formatScaled, type ReadValue, toNumber, totalInRange, valueLimit } from "./value.ts";

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
  | ({ readonly kind: "event" } & OfEvent)
  | ({ readonly kind: "duplicate" } & OfEvent)
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** The event that a report became, or was already. */
interface OfEvent {
  readonly event: EarlierEvent;
  /** Number of its player. */
  readonly player: number;
  /** The standings that its stamp names. */
  readonly feeds: readonly Feed[];
}

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
  const scopes = checkScopes(board, report);
  if (!scopes.ok) return scopes;
  const periods = choosePeriods(entry, report);
  if (!periods.ok) return periods;
  const values = checkRanges(board, report, read.value);
  if (!values.ok) return values;
  const totals = checkTotals(draft, entry, report, values.value, periods.value.open);
  if (!totals.ok) return totals;
  const room = checkRoom(draft, entry, report);
  if (!room.ok) return room;

  return ok(accept(draft, entry, report, matchId.value, values.value, periods.value));
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

function checkScopes(board: Board, report: Report): Result<null> {
  for (const name of report.scopes.keys()) {
    if (!board.scopes.includes(name)) {
      return refuse(
        "unknown_scope",
        `board ${shown(board.id)} does not declare the scope ${shown(name)}`,
        `/scopes/${name}`,
      );
    }
  }
  return ok(null);
}

/** The scaled values, each in the range of a value and within its column's bounds. */
function checkRanges(board: Board, report: Report, read: readonly ReadValue[]): Result<number[]> {
  const values: number[] = [];
  for (let i = 0; i < board.columns.length; i++) {
    const value = checkRange(board.columns[i]!, read[i]!, valuePath(board, report, i));
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

/**
 * A total outside the range of a value in any standing that the report feeds refuses the whole report. Only
 * sums can leave the range; a standing that is not there yet is looked up without giving anything a number.
 */
function checkTotals(
  draft: Draft,
  entry: BoardEntry,
  report: Report,
  values: readonly number[],
  periods: readonly Period[],
): Result<null> {
  const { board } = entry;
  if (board.semantics !== "sum") return ok(null);
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
  return ok(null);
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

/** Adds the event to the draft and folds it into every standing that it feeds. Nothing can be refused any more. */
function accept(
  draft: Draft,
  entry: BoardEntry,
  report: Report,
  matchId: string,
  values: readonly number[],
  { open, closed }: ChosenPeriods,
): Decided {
  const { board } = entry;
  const { playerId, achievedAt, metadata } = report;
  const player = draft.known.numberPlayer(playerId);
  const periods = open.map((period) => draft.openPeriod(entry, period).number);
  const scopes = [...report.scopes].map(([name, value]) => draft.openScope(entry, name, value));
  const record: ScoreRecord = {
    kind: "score",
    board: board.number,
    player,
    matchId,
    values,
    achievedAt,
    periods,
    scopes,
    held: false,
    closed,
    metadata,
  };
  const sequence = draft.addEvent(record, playerId);
  const folded = { sequence, matchId, values, achievedAt };
  const feeds = feedsOf(draft, periods, scopes);
  for (const { index } of feeds) {
    const after = fold(board, draft.standing(index, player), folded, draft.matchIdOf);
    draft.setStanding(index, player, playerId, after, sequence);
  }
  return { kind: "event", event: { sequence, record, state: "counted" }, player, feeds };
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
