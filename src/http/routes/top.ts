import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { type PageStart, top } from "../../service/top.ts";
import type { HttpContext } from "../context.ts";
import { Problem, unwrap } from "../problem.ts";
import { BoardParams, TopAnswer, TopQuery } from "../schemas.ts";
import { metadataFor, readCount, targetOf, writeHead, writeRow } from "../standings-request.ts";
import { type CachedTop, TopCache } from "../top-cache.ts";

type TopRequest = FastifyRequest<{ Params: { board: string }; Querystring: Static<typeof TopQuery> }>;

/** The top of a board, from the cache of serialised bytes. */
export function topRoute(app: FastifyInstance, context: HttpContext): void {
  const cache = new TopCache();
  app.get<{ Params: { board: string }; Querystring: Static<typeof TopQuery> }>(
    "/v1/leaderboards/:board/top",
    {
      config: { access: { right: "read", publicReads: true } },
      attachValidation: true,
      schema: {
        tags: ["standings"],
        summary: "The top of a board, or a page of it",
        params: BoardParams,
        querystring: TopQuery,
        response: { 200: TopAnswer },
      },
      handler: async (request, reply) => send(request, reply, await cachedTop(context, cache, request)),
    },
  );
}

async function cachedTop(context: HttpContext, cache: TopCache, request: TopRequest): Promise<CachedTop> {
  const target = await targetOf(context, request, request.params.board);
  const { limit: limitText, offset, cursor, include } = request.query;
  const limit = readCount(limitText, "limit", 1, 1_000, 100);
  if (offset !== undefined && cursor !== undefined)
    throw new Problem("invalid_request", "offset and cursor exclude each other", { path: "/cursor" });
  const start: PageStart =
    cursor !== undefined
      ? { cursor }
      : { offset: readCount(offset, "offset", 0, Number.MAX_SAFE_INTEGER, 0) };
  const { board, period, scope, entry } = target;
  const version = await context.index.version(target.index);
  const key = JSON.stringify([board.number, entry.definedBy, period.key, scope, limit, start, include]);
  return cache.get(key, version, context.clock.now(), async () => {
    const page = unwrap(await top(context, target, start, limit));
    const metadata = await metadataFor(context, request, page.rows);
    const { asOf, exact, ...head } = writeHead(target, page.total, page.asOf);
    const entries = page.rows.map((row) => writeRow(board, row, metadata));
    return { head, asOf: page.asOf, tail: { exact, entries, next: page.next, previous: page.previous } };
  });
}

function send(request: FastifyRequest, reply: FastifyReply, cached: CachedTop): FastifyReply {
  const withKey = request.access !== null;
  reply
    .header("etag", cached.etag)
    .header("laurel-as-of", String(cached.asOf))
    .header("cache-control", withKey ? "private, no-cache" : "public, max-age=1, stale-while-revalidate=5")
    .header("vary", withKey ? "Authorization, Accept-Encoding" : "Accept-Encoding");
  if (matches(request.headers["if-none-match"], cached.etag)) return reply.code(304).send();
  reply.type("application/json; charset=utf-8");
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(request.headers["accept-encoding"] ?? ""))
    return reply.send(cached.body);
  return reply.header("content-encoding", "gzip").send(cached.gzip());
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = etag.slice(2);
  return header.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === bare);
}
