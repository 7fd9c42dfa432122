/** From the wire to the service: a report as it came. */
import { readInstant } from "../core/instant.ts";
import { ok, type Result, refuse } from "../core/refusal.ts";
import type { Report } from "../core/report.ts";
import type { ReportInput } from "./schemas.ts";

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

const noScopes: ReadonlyMap<string, string> = new Map();

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
    scopes: input.scopes === undefined ? noScopes : new Map(Object.entries(input.scopes)),
    metadata: metadata.value,
    period: input.period ?? null,
    backfill: frame.backfill,
  });
}

function compact(metadata: object): Result<string> {
  try {
    return ok(JSON.stringify(metadata));
  } catch {
    return refuse("invalid_request", "metadata is nested too deep", "/metadata");
  }
}
