import type { FastifyInstance, FastifyRequest } from "fastify";
import { top } from "../../service/top.ts";
import { readAccess } from "../access.ts";
import type { HttpContext } from "../context.ts";
import { setHeaders } from "../header-list.ts";
import { unwrap } from "../problem.ts";
import { BoardParams, TopAnswer, TopQuery } from "../schemas.ts";
import { metadataFor, targetOf } from "../standings-request.ts";
import { answerTop, readTopPage } from "../top-answer.ts";
import type { CachedTop, TopCache } from "../top-cache.ts";
import { writeRows, writeSubject } from "../write-standings.ts";

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
  const { start, limit, key } = readTopPage(target, request.query);
  const version = await context.index.version(target.index);
  return cache.get(key, version, context.clock.now(), async () => {
    const page = unwrap(await top(context, target, start, limit));
    const rows = writeRows(target.board, page.rows, await metadataFor(context, request, page.rows));
    const marks = `"next":${JSON.stringify(page.next)},"previous":${JSON.stringify(page.previous)}`;
    return {
      head: `{${writeSubject(target, page.total)}`,
      asOf: page.asOf,
      tail: `"exact":true,"entries":[${rows}],${marks}}`,
    };
  });
}
