/** Reads of many players, around a score and at a place; and what periods and scopes there are. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { checkId } from "../../core/id.ts";
import { membersAhead, percentile, topPercent } from "../../core/order.ts";
import { shown } from "../../core/refusal.ts";
import { aroundScore } from "../../service/around-score.ts";
import { lookup } from "../../service/lookup.ts";
import { periods, scopeValues } from "../../service/periods.ts";
import { atRank } from "../../service/player.ts";
import { readAccess } from "../access.ts";
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
  RankAnswer,
  RankParams,
  RankQuery,
  ScopeAnswer,
  ScopeParams,
  ScopeQuery,
} from "../schemas.ts";
import { metadataFor, readCount, refuseUnknownPeriod, sendJson, targetOf } from "../standings-request.ts";
import { writePeriod } from "../write-period.ts";
import { writeHead, writePlace, writeRows, writeScore } from "../write-standings.ts";
import { readWindow } from "./player.ts";

const base = "/v1/leaderboards/:board";

export function readRoutes(app: FastifyInstance, context: HttpContext): void {
  const config = { access: readAccess };
  const route = { config, attachValidation: true };

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
    handler: async (request, reply) => {
      const target = await targetOf(context, request, request.params.board);
      for (const [i, id] of request.body.playerIds.entries())
        unwrap(checkId("playerId", id, `/playerIds/${i}`));
      const { total, entries, notFound, asOf } = await lookup(context, target, request.body.playerIds);
      const metadata = await metadataFor(
        context,
        request,
        entries.map((entry) => entry.place),
      );
      const written = entries.map(
        ({ place, position }) => `{"position":${position},${writePlace(target, place, total, metadata)}}`,
      );
      const head = writeHead(target, total, asOf);
      return sendJson(
        reply,
        `{${head},"entries":[${written.join(",")}],"notFound":${JSON.stringify(notFound)}}`,
      );
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
      handler: async (request, reply) => {
        const target = await targetOf(context, request, request.params.board);
        const { n } = request.params;
        if (!/^[1-9]\d{0,15}$/.test(n))
          throw new Problem("invalid_request", `place ${shown(n)} is not a whole number from 1 on`, {
            path: "/n",
          });
        const found = unwrap(await atRank(context, target, Number(n)));
        const metadata = await metadataFor(context, request, [found.place]);
        const { total, place, asOf } = found;
        const fields = writePlace(target, place, total, metadata);
        return sendJson(reply, `{${writeHead(target, total, asOf)},${fields}}`);
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
      handler: (request, reply) => answerAroundScore(context, request, reply),
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

async function answerAroundScore(
  context: HttpContext,
  request: FastifyRequest<{ Params: { board: string }; Querystring: Static<typeof AroundScoreQuery> }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
  const ahead = membersAhead(target.order.ties, found.ahead, found.better);
  const head = writeHead(target, found.total, found.asOf);
  const ranks = `"rank":${found.rank},"topPercent":${topPercent(ahead, members)},"percentile":${percentile(found.worse, members)}`;
  const rows = writeRows(target.board, found.rows, null);
  return sendJson(reply, `{${head},${writeScore(target.board, found.values)},${ranks},"entries":[${rows}]}`);
}
