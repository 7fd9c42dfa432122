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
import type { ChosenPeriods } from "./choose-periods.ts";
import type { Draft, DraftStanding, EarlierEvent, Feed } from "./draft.ts";
import { fold, type Standing } from "./fold.ts";
import { everybody, indexNumber } from "./index-number.ts";
import type { Period } from "./period.ts";
import { readValues, valuePath } from "./read-values.ts";
import { ok, type Refusal, type Result, refuse, shown } from "./refusal.ts";
import type { Report } from "./report.ts";
import { checkRange, formatScaled, type ReadValue, toNumber, totalInRange, valueLimit } from "./value.ts";

/** How far ahead of the server's clock an achievedAt may be. */
export const futureLimitMs = 5_000;

/** What was decided about one report. */
export type Decided =
  | ({ readonly kind: "event" } & OfEvent)
  | ({ readonly kind: "duplicate" } & OfEvent)
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** The event that a report became, or was already. */
interface OfEvent {
  readonly event: EarlierEvent;
  /** The indexes that its stamp names. */
  readonly feeds: readonly Feed[];
  /** Its player's standing on each of them, as the group leaves it. */
  readonly standings: readonly DraftStanding[];
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

  const fault = checkInstant(board, report) ?? checkScopes(board, report);
  if (fault !== null) return fault;
  const periods = draft.choices.choose(entry, report);
  if (!periods.ok) return periods;
  const values = checkRanges(board, report, read.value);
  if (!values.ok) return values;
  const outside = checkTotals(draft, entry, report, values.value, periods.value.open);
  if (outside !== null) return outside;
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
  if (read.every((value, i) => value === record.values[i])) {
    const feeds = feedsOf(draft, record.periods, record.scopes);
    const standings = feeds.map(({ index }) => draft.member(index, record.player, report.playerId));
    return ok({ kind: "duplicate", event, feeds, standings });
  }
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

function checkInstant(board: Board, report: Report): Result<never> | null {
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
  return null;
}

function checkScopes(board: Board, report: Report): Result<never> | null {
  if (report.scopes.size === 0) return null;
  for (const name of report.scopes.keys()) {
    if (!board.scopes.includes(name)) {
      return refuse(
        "unknown_scope",
        `board ${shown(board.id)} does not declare the scope ${shown(name)}`,
        `/scopes/${name}`,
      );
    }
  }
  return null;
}

/** The values, each in the range of a value and within its column's bounds. */
function checkRanges(board: Board, report: Report, read: readonly ReadValue[]): Result<readonly number[]> {
  for (let i = 0; i < read.length; i++) {
    const value = checkRange(board.columns[i]!, read[i]!, valuePath(board, report, i));
    if (!value.ok) return value;
  }
  // What is in the range is a number, not the text of one.
  return ok(read as readonly number[]);
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
): Result<never> | null {
  if (entry.board.semantics !== "sum") return null;
  const player = draft.known.findPlayer(report.playerId);
  if (player === 0) return null;
  for (const period of periods) {
    const number = draft.findPeriod(entry, period)?.number;
    if (number === undefined) continue;
    const everybodys = draft.member(indexNumber(number, everybody), player, report.playerId);
    let outside = checkTotal(entry.board, report, values, everybodys.standing);
    if (outside !== null) return outside;
    for (const [name, value] of report.scopes) {
      const scope = draft.findScope(entry, name, value);
      if (scope === null) continue;
      const scoped = draft.member(indexNumber(number, scope), player, report.playerId);
      outside = checkTotal(entry.board, report, values, scoped.standing);
      if (outside !== null) return outside;
    }
  }
  return null;
}

function checkTotal(
  board: Board,
  report: Report,
  values: readonly number[],
  standing: Standing | null,
): Result<never> | null {
  if (standing === null) return null;
  for (let i = 0; i < values.length; i++) {
    const column = board.columns[i]!;
    if (totalInRange(column, standing.values[i]! + values[i]!)) continue;
    const limit = formatScaled(valueLimit(column.decimals), column.decimals);
    const had = formatScaled(standing.values[i]!, column.decimals);
    return refuse(
      "total_out_of_range",
      `${column.name} would go from ${had} beyond the range of a value, ±${limit}`,
      valuePath(board, report, i),
    );
  }
  return null;
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
  const { periods, feeds: everybodys } = draft.stamp(entry, open);
  const scopes =
    report.scopes.size === 0
      ? noScopes
      : [...report.scopes].map(([name, value]) => draft.openScope(entry, name, value));
  const event = draft.addEvent({
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
  });
  const { sequence } = event;
  const folded = { sequence, matchId, values, achievedAt };
  const feeds = scopes.length === 0 ? everybodys : feedsOf(draft, periods, scopes);
  const standings = feeds.map(({ index }) => {
    const member = draft.member(index, player, playerId);
    member.standing = fold(board, member.standing, folded, draft.matchIdOf);
    member.revision = sequence;
    return member;
  });
  return { kind: "event", event, feeds, standings };
}

const noScopes: readonly number[] = [];

/** The indexes that an event's stamp names; those of a period or scope that is gone are left out. */
function feedsOf(draft: Draft, periods: readonly number[], scopes: readonly number[]): Feed[] {
  const feeds: Feed[] = [];
  for (const period of periods) {
    const everybodys = draft.feed(indexNumber(period, everybody));
    if (everybodys !== null) feeds.push(everybodys);
    for (const scope of scopes) {
      const scoped = draft.feed(indexNumber(period, scope));
      if (scoped !== null) feeds.push(scoped);
    }
  }
  return feeds;
}
