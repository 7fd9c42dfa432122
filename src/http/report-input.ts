/** Between the wire and the service: a report as it came, and an answer as it goes. */
import type { Board } from "../core/board.ts";
import { readInstant } from "../core/instant.ts";
import { ok, type Result, refuse } from "../core/refusal.ts";
import type { Report } from "../core/report.ts";
import type { AnswerDetail, FedStanding } from "../service/fed-standings.ts";
import type { FailureReason, Outcome } from "../service/submit.ts";
import { Problem, problemOf } from "./problem.ts";
import type { ReportInput } from "./schemas.ts";
import { writeValues } from "./write-values.ts";

/** What stands around a report in its request. */
export interface ReportFrame {
  readonly board: string;
  readonly receivedAt: number;
  /** Makes the matchId of a report that has none. */
  readonly makeMatchId: () => string;
  /** The Idempotency-Key header: stands in for a missing matchId. */
  readonly idempotencyKey: string | null;
  readonly backfill: boolean;
}

/** The report of a body whose shape has been checked. */
export function readReport(input: ReportInput, frame: ReportFrame): Result<Report> {
  const achievedAt =
    input.achievedAt === undefined ? ok(frame.receivedAt) : readInstant(input.achievedAt, "/achievedAt");
  if (!achievedAt.ok) return achievedAt;
  const metadata = input.metadata === undefined ? ok(null) : compact(input.metadata);
  if (!metadata.ok) return metadata;
  const matchId = input.matchId ?? frame.idempotencyKey;
  return ok({
    board: frame.board,
    playerId: input.playerId,
    matchId,
    madeMatchId: matchId === null ? frame.makeMatchId() : "",
    score: input.score,
    delta: input.delta,
    values: input.values,
    achievedAt: achievedAt.value,
    receivedAt: frame.receivedAt,
    scopes: new Map(Object.entries(input.scopes ?? {})),
    metadata: metadata.value,
    period: input.period ?? null,
    backfill: frame.backfill,
  });
}

/** The body of an answer to a report that became an event, or was one already. */
export function writeOutcome(
  outcome: Extract<Outcome, { kind: "event" | "duplicate" }>,
  detail: AnswerDetail,
  scopes: boolean,
): Record<string, unknown> {
  const { event, board, standings } = outcome;
  const applied = outcome.kind === "event" && event.state === "counted";
  const duplicate = outcome.kind === "duplicate";
  const { state } = event;
  const { playerId } = outcome;
  const { matchId, closed } = event.record;
  const { asOf } = outcome;
  // One literal for each answer: a batch makes thousands, and an object that is added to costs several.
  if (detail === "none") return { applied, duplicate, state, playerId, matchId, closed, asOf };
  const everybody = standings.filter((standing) => standing.scope === null);
  const own = byPeriod(board, everybody);
  if (!scopes) return { applied, duplicate, state, playerId, matchId, standings: own, closed, asOf };
  const scoped = byScope(board, standings);
  return { applied, duplicate, state, playerId, matchId, standings: own, scopes: scoped, closed, asOf };
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

function byPeriod(board: Board, standings: readonly FedStanding[]): Record<string, unknown> {
  return Object.fromEntries(standings.map((standing) => [standing.period, writeFed(board, standing)]));
}

/** By `name:value`, then period; the map keeps ids such as `__proto__:x` plain data. */
function byScope(board: Board, standings: readonly FedStanding[]): Record<string, unknown> {
  const scopes = new Map<string, FedStanding[]>();
  for (const standing of standings) {
    if (standing.scope === null) continue;
    const name = `${standing.scope.name}:${standing.scope.value}`;
    scopes.set(name, [...(scopes.get(name) ?? []), standing]);
  }
  return Object.fromEntries([...scopes].map(([name, fed]) => [name, byPeriod(board, fed)]));
}

function writeFed(board: Board, standing: FedStanding): Record<string, unknown> | null {
  const { current, previous } = standing;
  if (current === null) return null;
  const alone = board.columns.length === 1;
  return {
    ...writeValues(board, current.values),
    ...(standing.rank === undefined ? {} : { rank: standing.rank }),
    [alone ? "previousScore" : "previousValues"]:
      previous === null ? null : Object.values(writeValues(board, previous.values))[0],
    ...(standing.previousRank === undefined ? {} : { previousRank: standing.previousRank }),
    improved: standing.improved,
  };
}

function compact(metadata: object): Result<string> {
  try {
    return ok(JSON.stringify(metadata));
  } catch {
    return refuse("invalid_request", "metadata is nested too deep", "/metadata");
  }
}
