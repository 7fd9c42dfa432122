/**
 * Answers to reports, written straight into bytes: one for a lone report, one after another for a batch. The shape
 * is `SubmitAnswer` of the schemas.
 */
import type { Board } from "../core/board.ts";
import { toNumber } from "../core/value.ts";
import type { FedStanding, Wanted } from "../service/fed-standings.ts";
import type { FailureReason, Outcome } from "../service/outcome.ts";
import type { JsonBytes } from "./json-bytes.ts";
import { Problem, problemBody, problemOf } from "./problem.ts";

/** A report that became an event, or was one already. */
export type Taken = Extract<Outcome, { kind: "event" | "duplicate" }>;

/** 202 where a report was taken but is held, so that it counts only once it is approved. */
export function statusOf({ kind, event }: Taken): 200 | 202 {
  return kind === "event" && event.state === "held" ? 202 : 200;
}

/** Whether the report counts, and did not before. */
export function isApplied({ kind, event }: Taken): boolean {
  return kind === "event" && event.state === "counted";
}

/** The error that an outcome is, null for an answer. */
export function problemOfOutcome(outcome: Outcome): Problem | null {
  if (outcome.kind === "refused") return problemOf(outcome.refusal);
  return outcome.kind === "failed" ? new Problem(failureCodes[outcome.reason], outcome.detail) : null;
}

const failureCodes = {
  overloaded: "overloaded",
  not_taken: "not_taken",
  unknown_outcome: "unknown_outcome",
  internal: "internal",
} as const satisfies Record<FailureReason, string>;

/** Writes the answer to a lone report. */
export function writeAnswer(out: JsonBytes, taken: Taken, wanted: Wanted): void {
  out.raw("{");
  writeTaken(out, taken, wanted);
  out.raw("}");
}

/** Writes the result of a report in a batch: its answer or its error, with its 0-based place and its status. */
export function writeResult(out: JsonBytes, index: number, result: Taken | Problem, wanted: Wanted): void {
  if (result instanceof Problem) {
    out.json({ index, ...problemBody(result) });
    return;
  }
  out.raw('{"index":');
  out.number(index);
  out.raw(statusOf(result) === 202 ? ',"status":202,' : ',"status":200,');
  writeTaken(out, result, wanted);
  out.raw("}");
}

function writeTaken(out: JsonBytes, taken: Taken, { answer, scopes }: Wanted): void {
  const { event, board, standings } = taken;
  out.raw(isApplied(taken) ? '"applied":true' : '"applied":false');
  out.raw(taken.kind === "duplicate" ? ',"duplicate":true,"state":"' : ',"duplicate":false,"state":"');
  out.raw(event.state);
  out.raw('","playerId":');
  out.text(taken.playerId);
  out.raw(',"matchId":');
  out.text(event.record.matchId);
  if (answer !== "none") {
    out.raw(',"standings":');
    writePeriods(out, board, standings, null);
    if (scopes) writeScopes(out, board, standings);
  }
  out.raw(',"closed":');
  if (event.record.closed.length === 0) out.raw("[]");
  else out.json(event.record.closed);
  out.raw(',"asOf":');
  out.number(taken.asOf);
}

/** The standings of one scope (null: everybody's), by period. */
function writePeriods(
  out: JsonBytes,
  board: Board,
  standings: readonly FedStanding[],
  scope: string | null,
): void {
  let mark = "{";
  for (const standing of standings) {
    if (nameOf(standing) !== scope) continue;
    out.raw(mark);
    // Keys of periods are of letters, digits, - and _.
    out.raw(`"${standing.period}":`);
    writeStanding(out, board, standing);
    mark = ",";
  }
  out.raw(mark === "{" ? "{}" : "}");
}

/** By `name:value`, then period. */
function writeScopes(out: JsonBytes, board: Board, standings: readonly FedStanding[]): void {
  const names = new Set(standings.map(nameOf).filter((name) => name !== null));
  let mark = ',"scopes":{';
  for (const name of names) {
    out.raw(mark);
    out.text(name);
    out.raw(":");
    writePeriods(out, board, standings, name);
    mark = ",";
  }
  out.raw(names.size === 0 ? ',"scopes":{}' : "}");
}

function nameOf({ scope }: FedStanding): string | null {
  return scope === null ? null : `${scope.name}:${scope.value}`;
}

function writeStanding(out: JsonBytes, board: Board, standing: FedStanding): void {
  const { current, previous, rank, previousRank, improved } = standing;
  if (current === null) {
    out.raw("null");
    return;
  }
  const alone = board.columns.length === 1;
  out.raw(alone ? '{"score":' : '{"values":');
  writeColumns(out, board, current.values);
  if (rank !== undefined) writeRank(out, ',"rank":', rank);
  out.raw(alone ? ',"previousScore":' : ',"previousValues":');
  if (previous === null) out.raw("null");
  else writeColumns(out, board, previous.values);
  if (previousRank !== undefined) writeRank(out, ',"previousRank":', previousRank);
  out.raw(improved ? ',"improved":true}' : ',"improved":false}');
}

/** The number of a single column; several by name. */
function writeColumns(out: JsonBytes, { columns }: Board, values: readonly number[]): void {
  if (columns.length === 1) {
    out.number(toNumber(values[0]!, columns[0]!.decimals));
    return;
  }
  for (let i = 0; i < columns.length; i++) {
    out.raw(`${i === 0 ? "{" : ","}"${columns[i]!.name}":`);
    out.number(toNumber(values[i]!, columns[i]!.decimals));
  }
  out.raw("}");
}

function writeRank(out: JsonBytes, name: string, rank: number | null): void {
  out.raw(name);
  if (rank === null) out.raw("null");
  else out.number(rank);
}
