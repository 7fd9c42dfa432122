/** A player's events, under both addresses: the id in the path, and in the query. For keys only, on every board. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Board } from "../../core/board.ts";
import { checkId } from "../../core/id.ts";
import { type HistoryEvent, history } from "../../service/history.ts";
import { findBoard } from "../../service/target.ts";
import type { HttpContext } from "../context.ts";
import { unwrap } from "../problem.ts";
import { BoardParams, HistoryAnswer, HistoryQuery, PlayerParams, withId } from "../schemas.ts";
import { readCount } from "../standings-request.ts";
import { writeValues } from "../write-values.ts";

const base = "/v1/leaderboards/:board";
const summary = "A player's events, newest accepted first";

export function historyRoutes(app: FastifyInstance, context: HttpContext): void {
  const route = { config: { access: { right: "read" as const } }, attachValidation: true };
  app.get<{ Params: { board: string; player: string } }>(`${base}/players/:player/history`, {
    ...route,
    schema: {
      tags: ["standings"],
      summary,
      params: PlayerParams,
      querystring: HistoryQuery,
      response: { 200: HistoryAnswer },
    },
    handler: (request) => answer(context, request, request.params.board, request.params.player),
  });
  app.get<{ Params: { board: string }; Querystring: { id: string } }>(`${base}/player/history`, {
    ...route,
    schema: {
      tags: ["standings"],
      summary: `${summary}; the id in the query`,
      params: BoardParams,
      querystring: withId(HistoryQuery),
      response: { 200: HistoryAnswer },
    },
    handler: (request) => answer(context, request, request.params.board, request.query.id),
  });
}

async function answer(
  context: HttpContext,
  request: FastifyRequest,
  boardId: string,
  given: unknown,
): Promise<Record<string, unknown>> {
  const entry = unwrap(findBoard(context, boardId));
  const { validationError } = request;
  if (validationError !== undefined && !(typeof given === "string" && checkId("playerId", given).ok))
    throw validationError;
  const playerId = unwrap(checkId("playerId", given as string, "/playerId"));
  const { limit, cursor } = request.query as { limit?: string; cursor?: string };
  let most: number;
  try {
    if (validationError !== undefined) throw validationError;
    most = readCount(limit, "limit", 1, 1_000, 100);
  } catch (refused) {
    // Who does not exist is answered before a query of the wrong form.
    unwrap(await history(context, entry, playerId, null, 1));
    throw refused;
  }
  const { events, next, asOf } = unwrap(await history(context, entry, playerId, cursor ?? null, most));
  const written = events.map((event) => writeEvent(entry.board, event));
  return { board: entry.board.id, playerId, events: written, next, asOf };
}

function writeEvent(board: Board, event: HistoryEvent): Record<string, unknown> {
  const { matchId, values, achievedAt } = event.record;
  return {
    matchId,
    ...writeValues(board, values),
    state: event.state,
    periods: event.periods,
    scopes: event.scopes,
    achievedAt,
    acceptedAt: event.committedAt,
    makesStanding: event.makesStanding,
  };
}
