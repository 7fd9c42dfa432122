import type { FastifyInstance, FastifyRequest } from "fastify";
import { readAccess } from "../access.ts";
import type { HttpContext } from "../context.ts";
import { setHeaders } from "../header-list.ts";
import { BoardParams, TopAnswer, TopQuery } from "../schemas.ts";
import { targetOf } from "../standings-request.ts";
import { answerTop, findTop } from "../top-answer.ts";
import type { CachedTop, TopCache } from "../top-cache.ts";

type TopRequest = FastifyRequest<{ Params: { board: string }; Querystring: TopQuery }>;

/** The top of a board, from the cache of serialised bytes. */
export function topRoute(app: FastifyInstance, context: HttpContext, cache: TopCache): void {
  app.get<{ Params: { board: string }; Querystring: TopQuery }>("/v1/leaderboards/:board/top", {
    config: { access: readAccess },
    attachValidation: true,
    schema: {
      tags: ["standings"],
      summary: "The top of a board, or a page of it",
      params: BoardParams,
      querystring: TopQuery,
      response: { 200: TopAnswer },
    },
    handler: async (request, reply) => {
      const cached = await cachedTop(context, cache, request);
      const { status, headers, body } = answerTop(cached, request.access !== null, request.headers);
      setHeaders(reply, headers);
      return reply.code(status).send(body ?? undefined);
    },
  });
}

async function cachedTop(context: HttpContext, cache: TopCache, request: TopRequest): Promise<CachedTop> {
  const target = await targetOf(context, request, request.params.board);
  return findTop(context, cache, target, request.query);
}
