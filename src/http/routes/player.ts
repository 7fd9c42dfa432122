/** Reads about one player: the standing with its rank, alone or with the rows around. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TObject, TSchema } from "typebox";
import { player } from "../../service/player.ts";
import type { Target } from "../../service/target.ts";
import { readAccess } from "../access.ts";
import type { HttpContext } from "../context.ts";
import { answerPlayer, type Window } from "../player-answer.ts";
import { unwrap } from "../problem.ts";
import {
  BoardParams,
  PlayerParams,
  PlayerQuery,
  RankAnswer,
  RankQuery,
  WindowAnswer,
  WindowQuery,
  withId,
} from "../schemas.ts";
import { jsonType, metadataFor, readCount, sendJson, targetOf } from "../standings-request.ts";
import { writeHead, writePlace, writeRows } from "../write-standings.ts";

type WindowQueryText = Readonly<Record<string, string | undefined>>;

/** One kind of answer about a player. */
export interface PlayerRead {
  /** What follows the player in the path. */
  readonly path: "" | "/rank" | "/window";
  readonly summary: string;
  readonly query: TObject;
  readonly answer: TSchema;
  /** The window that a query asks for, null for none at all; throws the Problem that refuses it. */
  readonly windowOf: (query: WindowQueryText) => Window | null;
}

const neighboursMax = 100;

export const playerReads: readonly PlayerRead[] = [
  {
    path: "",
    summary: "A player with the window around",
    query: PlayerQuery,
    answer: WindowAnswer,
    windowOf: (query) => {
      const neighbours = readCount(query.neighbours, "neighbours", 0, neighboursMax, 5);
      return { above: neighbours, below: neighbours };
    },
  },
  {
    path: "/rank",
    summary: "A player's standing and rank",
    query: RankQuery,
    answer: RankAnswer,
    windowOf: () => null,
  },
  {
    path: "/window",
    summary: "The players just above and below one",
    query: WindowQuery,
    answer: WindowAnswer,
    windowOf: readWindow,
  },
];

export function readWindow(query: WindowQueryText): Window {
  return {
    above: readCount(query.above, "above", 0, neighboursMax, 5),
    below: readCount(query.below, "below", 0, neighboursMax, 5),
  };
}

/** Each read under both addresses: the id in the path, and in the query. */
export function playerRoutes(app: FastifyInstance, context: HttpContext): void {
  for (const read of playerReads) {
    const { path, summary, query, answer } = read;
    const route = { config: { access: readAccess }, attachValidation: true };
    const schema = { tags: ["standings"], response: { 200: answer } };
    app.get<{ Params: { board: string; player: string } }>(`/v1/leaderboards/:board/players/:player${path}`, {
      ...route,
      schema: { ...schema, summary, params: PlayerParams, querystring: query },
      handler: (request, reply) =>
        sendPlayer(context, read, request, reply, request.params.board, request.params.player),
    });
    app.get<{ Params: { board: string }; Querystring: { id: string } }>(
      `/v1/leaderboards/:board/player${path}`,
      {
        ...route,
        schema: {
          ...schema,
          summary: `${summary}; the id in the query`,
          params: BoardParams,
          querystring: withId(query),
        },
        handler: (request, reply) =>
          sendPlayer(context, read, request, reply, request.params.board, request.query.id),
      },
    );
  }
}

async function sendPlayer(
  context: HttpContext,
  read: PlayerRead,
  request: FastifyRequest,
  reply: FastifyReply,
  board: string,
  playerId: string,
): Promise<FastifyReply> {
  const target = await targetOf(context, request, board, playerId);
  const window = await readWindowOf(context, target, read, request, playerId);
  const { include } = request.query as { include?: string };
  if (include === undefined) {
    const text = unwrap(await answerPlayer(context, target, playerId, window));
    return reply.type(jsonType).send(Buffer.from(text, "latin1"));
  }
  const found = unwrap(await player(context, target, playerId, window?.above ?? 0, window?.below ?? 0));
  const { total, place, rows, asOf } = found;
  const metadata = await metadataFor(context, request, window === null ? [place] : rows);
  const fields = `${writeHead(target, total, asOf)},${writePlace(target, place, total, metadata)}`;
  const entries = window === null ? "" : `,"entries":[${writeRows(target.board, rows, metadata)}]`;
  return sendJson(reply, `{${fields}${entries}}`);
}

/** A window out of bounds is refused only for a player who is there: what does not exist is answered first. */
async function readWindowOf(
  context: HttpContext,
  target: Target,
  { windowOf }: PlayerRead,
  request: FastifyRequest,
  playerId: string,
): Promise<Window | null> {
  try {
    return windowOf(request.query as WindowQueryText);
  } catch (refused) {
    unwrap(await player(context, target, playerId, 0, 0));
    throw refused;
  }
}
