/**
 * A report as a game server sends it, before anything is known of its board.
 */
import { checkBoardId, checkId } from "./id.ts";
import { ok, type Result, refuse } from "./refusal.ts";

/** One player's score in one match. Values are as they came: the board's columns say how to read them. */
export interface Report {
  readonly board: string;
  readonly playerId: string;
  /** null where the reporter left it out: only `best` boards take that. */
  readonly matchId: string | null;
  /** Stands in for a matchId that was left out; new each time. */
  readonly madeMatchId: string;
  readonly score?: number | string;
  readonly delta?: number | string;
  readonly values?: Readonly<Record<string, number | string>>;
  /** Milliseconds since 1970; the moment of receipt where the reporter left it out. */
  readonly achievedAt: number;
  /** The server's clock when the report was read. */
  readonly receivedAt: number;
  readonly scopes: ReadonlyMap<string, string>;
  /** Compact JSON of an object. */
  readonly metadata: string | null;
  /** Key of the period it was meant for. */
  readonly period: string | null;
  /** Take it into periods that are past: for history, with the right to do so. */
  readonly backfill: boolean;
}

/** The most bytes of metadata, as compact JSON. */
export const metadataBytesMax = 1024;

/** Checks what needs no board: the ids and the size of the metadata. */
export function checkReport(report: Report): Result<Report> {
  const board = checkBoardId(report.board, "/board");
  if (!board.ok) return board;
  const player = checkId("playerId", report.playerId, "/playerId");
  if (!player.ok) return player;
  if (report.matchId !== null) {
    const match = checkId("matchId", report.matchId, "/matchId");
    if (!match.ok) return match;
  }
  for (const [name, value] of report.scopes) {
    const scope = checkId(`scope ${name}`, value, `/scopes/${name}`);
    if (!scope.ok) return scope;
  }
  const bytes = report.metadata === null ? 0 : new TextEncoder().encode(report.metadata).length;
  if (bytes > metadataBytesMax) {
    return refuse(
      "invalid_request",
      `metadata has ${bytes} bytes as compact JSON: at most ${metadataBytesMax} are kept`,
      "/metadata",
    );
  }
  return ok(report);
}
