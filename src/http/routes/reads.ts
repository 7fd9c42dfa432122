/** Reads about players: one, many, around a score, at a place; and what periods and scopes there are. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Static, TObject, TProperties, TSchema } from "typebox";
import { checkId } from "../../core/id.ts";
import { membersAhead, percentile, topPercent } from "../../core/order.ts";
import { shown } from "../../core/refusal.ts";
import { aroundScore } from "../../service/around-score.ts";
import { lookup } from "../../service/lookup.ts";
import { periods, scopeValues } from "../../service/periods.ts";
import { atRank, player } from "../../service/player.ts";
import type { Target } from "../../service/target.ts";
import type { HttpContext } from "../context.ts";
import { Problem, unwrap } from "../problem.ts";
import {
  AroundScoreAnswer,
  AroundScoreQuery,
  BoardParams,
  LookupAnswer,
  LookupBody,
  LookupQuery,
  PeriodsAnswer,
  PeriodsQuery,
  PlayerParams,
  PlayerQuery,
  RankAnswer,
  RankParams,
  RankQuery,
  ScopeAnswer,
  ScopeParams,
  ScopeQuery,
  WindowAnswer,
  WindowQuery,
  withId,
} from "../schemas.ts";
import {
  metadataFor,
  readCount,
  refuseUnknownPeriod,
  targetOf,
  writeHead,
  writePlace,
  writeRow,
} from "../standings-request.ts";
import { writePeriod } from "../write-period.ts";
import { writeValues } from "../write-values.ts";

const base = "/v1/leaderboards/:board";
const neighboursMax = 100;

export function readRoutes(app: FastifyInstance, context: HttpContext): void {
  const config = { access: { right: "read" as const, publicReads: true } };
  const route = { config, attachValidation: true };

  playerRoutes(app, context, "", PlayerQuery, WindowAnswer, "A player with the window around", (query) => {
    const neighbours = readCount(query.neighbours, "neighbours", 0, neighboursMax, 5);
    return { above: neighbours, below: neighbours };
  });
  playerRoutes(app, context, "/rank", RankQuery, RankAnswer, "A player's standing and rank", () => null);
  playerRoutes(
    app,
    context,
    "/window",
    WindowQuery,
    WindowAnswer,
    "The players just above and below one",
    readWindow,
  );

  app.post<{
    Params: { board: string };
    Body: Static<typeof LookupBody>;
    Querystring: Static<typeof LookupQuery>;
  }>(`${base}/lookup`, {
    ...route,
    bodyLimit: 1_048_576,
    schema: {
      tags: ["standings"],
      summary: "Many players, ranked among themselves",
      params: BoardParams,
      querystring: LookupQuery,
      body: LookupBody,
      response: { 200: LookupAnswer },
    },
    // What does not exist is answered before the body is looked at.
    onRequest: async (request) => refuseUnknownPeriod(context, request, request.params.board),
    handler: async (request) => {
      const target = await targetOf(context, request, request.params.board);
      for (const [i, id] of request.body.playerIds.entries())
        unwrap(checkId("playerId", id, `/playerIds/${i}`));
      const { total, entries, notFound, asOf } = await lookup(context, target, request.body.playerIds);
      const metadata = await metadataFor(
        context,
        request,
        entries.map((entry) => entry.place),
      );
      return {
        ...writeHead(target, total, asOf),
        entries: entries.map(({ place, position }) => ({
          position,
          ...writePlace(target, place, total, metadata),
        })),
        notFound,
      };
    },
  });

  app.get<{ Params: { board: string; n: string }; Querystring: Static<typeof RankQuery> }>(
    `${base}/at-rank/:n`,
    {
      ...route,
      schema: {
        tags: ["standings"],
        summary: "Who stands at a place of the order",
        params: RankParams,
        querystring: RankQuery,
        response: { 200: RankAnswer },
      },
      handler: async (request) => {
        const target = await targetOf(context, request, request.params.board);
        const { n } = request.params;
        if (!/^[1-9]\d{0,15}$/.test(n))
          throw new Problem("invalid_request", `place ${shown(n)} is not a whole number from 1 on`, {
            path: "/n",
          });
        const found = unwrap(await atRank(context, target, Number(n)));
        const metadata = await metadataFor(context, request, [found.place]);
        return {
          ...writeHead(target, found.total, found.asOf),
          ...writePlace(target, found.place, found.total, metadata),
        };
      },
    },
  );

  app.get<{ Params: { board: string }; Querystring: Static<typeof AroundScoreQuery> }>(
    `${base}/around-score`,
    {
      ...route,
      schema: {
        tags: ["standings"],
        summary: "Where a new score would stand",
        params: BoardParams,
        querystring: AroundScoreQuery,
        response: { 200: AroundScoreAnswer },
      },
      handler: (request) => answerAroundScore(context, request),
    },
  );

  app.get<{ Params: { board: string }; Querystring: Static<typeof PeriodsQuery> }>(`${base}/periods`, {
    config,
    schema: {
      tags: ["boards"],
      summary: "The periods that hold events",
      params: BoardParams,
      querystring: PeriodsQuery,
      response: { 200: PeriodsAnswer },
    },
    handler: async (request) => {
      const entry = context.ledger.catalogue.board(request.params.board)!;
      const limit = readCount(request.query.limit, "limit", 1, 1_000, 100);
      const found = unwrap(await periods(context, entry, request.query.after ?? null, limit));
      return {
        board: entry.board.id,
        periods: found.periods.map(({ period, open, total }) => ({
          ...writePeriod(period, total),
          state: open ? "open" : "closed",
        })),
        next: found.next,
        asOf: found.asOf,
      };
    },
  });

  app.get<{ Params: { board: string; name: string }; Querystring: Static<typeof ScopeQuery> }>(
    `${base}/scopes/:name`,
    {
      ...route,
      schema: {
        tags: ["boards"],
        summary: "A scope's values, each with its total",
        params: ScopeParams,
        querystring: ScopeQuery,
        response: { 200: ScopeAnswer },
      },
      handler: async (request) => {
        const target = await targetOf(context, request, request.params.board);
        const { name } = request.params;
        if (!target.board.scopes.includes(name))
          throw new Problem(
            "unknown_scope",
            `board ${shown(target.board.id)} does not declare the scope ${shown(name)}`,
          );
        const limit = readCount(request.query.limit, "limit", 1, 1_000, 100);
        const found = await scopeValues(context, target, name, request.query.after ?? null, limit);
        return { board: target.board.id, period: target.period.key, scope: name, ...found };
      },
    },
  );
}

type Window = { above: number; below: number };

/** One kind of answer about a player, under both addresses: the id in the path, and in the query. */
function playerRoutes<T extends TProperties>(
  app: FastifyInstance,
  context: HttpContext,
  path: string,
  query: TObject<T>,
  answer: TSchema,
  summary: string,
  windowOf: (query: Record<string, string | undefined>) => Window | null,
): void {
  const config = { access: { right: "read" as const, publicReads: true } };
  const respond = async (
    request: FastifyRequest,
    board: string,
    playerId: unknown,
  ): Promise<Record<string, unknown>> => {
    const target = await targetOf(context, request, board, playerId);
    const window = await readWindowOf(context, target, request, playerId as string, windowOf);
    const found = unwrap(
      await player(context, target, playerId as string, window?.above ?? 0, window?.below ?? 0),
    );
    const metadata = await metadataFor(context, request, window === null ? [found.place] : found.rows);
    const body = {
      ...writeHead(target, found.total, found.asOf),
      ...writePlace(target, found.place, found.total, metadata),
    };
    return window === null
      ? body
      : { ...body, entries: found.rows.map((row) => writeRow(target.board, row, metadata)) };
  };
  app.get<{ Params: { board: string; player: string } }>(`${base}/players/:player${path}`, {
    config,
    attachValidation: true,
    schema: {
      tags: ["standings"],
      summary,
      params: PlayerParams,
      querystring: query,
      response: { 200: answer },
    },
    handler: (request) => respond(request, request.params.board, request.params.player),
  });
  app.get<{ Params: { board: string }; Querystring: { id: string } }>(`${base}/player${path}`, {
    config,
    attachValidation: true,
    schema: {
      tags: ["standings"],
      summary: `${summary}; the id in the query`,
      params: BoardParams,
      querystring: withId(query),
      response: { 200: answer },
    },
    handler: (request) => respond(request, request.params.board, request.query.id),
  });
}

/** A window out of bounds is refused only for a player who is there: what does not exist is answered first. */
async function readWindowOf(
  context: HttpContext,
  target: Target,
  request: FastifyRequest,
  playerId: string,
  windowOf: (query: Record<string, string | undefined>) => Window | null,
): Promise<Window | null> {
  try {
    return windowOf(request.query as Record<string, string>);
  } catch (refused) {
    unwrap(await player(context, target, playerId, 0, 0));
    throw refused;
  }
}

function readWindow(query: Record<string, string | undefined>): Window {
  return {
    above: readCount(query.above, "above", 0, neighboursMax, 5),
    below: readCount(query.below, "below", 0, neighboursMax, 5),
  };
}

async function answerAroundScore(
  context: HttpContext,
  request: FastifyRequest<{ Params: { board: string }; Querystring: Static<typeof AroundScoreQuery> }>,
): Promise<Record<string, unknown>> {
  const target = await targetOf(context, request, request.params.board);
  const {
    period: _period,
    scope: _scope,
    above: _above,
    below: _below,
    ...texts
  } = request.query as Record<string, string>;
  const names = target.board.columns.map((column) => column.name);
  const values = new Map<string, string>();
  for (const [name, text] of Object.entries(texts)) {
    // On a board with one column `score` is its value, whatever the column's name.
    const column = name === "score" && names.length === 1 ? names[0]! : name;
    if (!names.includes(column))
      throw new Problem("invalid_request", `unknown query parameter ${shown(name)}`, { path: `/${name}` });
    if (values.has(column))
      throw new Problem("invalid_request", `${shown(name)} and score name the same column`, {
        path: `/${name}`,
      });
    values.set(column, text);
  }
  const { above, below } = readWindow(request.query as Record<string, string>);
  const found = unwrap(await aroundScore(context, target, values, above, below));
  const members = found.total + 1;
  return {
    ...writeHead(target, found.total, found.asOf),
    ...writeValues(target.board, found.values),
    rank: found.rank,
    topPercent: topPercent(membersAhead(target.order.ties, found.ahead, found.better), members),
    percentile: percentile(found.worse, members),
    entries: found.rows.map((row) => writeRow(target.board, row, null)),
  };
}
