/** The top of a board as an answer: which page is asked for, its place in the cache, and its status and headers. */
import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "../service/context.ts";
import type { Awaitable } from "../service/player.ts";
import type { Target } from "../service/target.ts";
import type { PageStart } from "../service/top.ts";
import type { HeaderList } from "./header-list.ts";
import { makeTop, makeTopWithMetadata } from "./make-top.ts";
import { Problem } from "./problem.ts";
import type { TopQuery } from "./schemas.ts";
import { jsonType, readCount } from "./standings-request.ts";
import type { CachedTop, TopCache } from "./top-cache.ts";

interface PageAsked {
  readonly start: PageStart;
  readonly limit: number;
  readonly make: typeof makeTop;
  /** Of the cache; never the same for two answers that may differ. */
  readonly key: string;
}

/**
 * The top that a query asks for, from the cache or made; throws the Problem that refuses it. At once where the index
 * answers at once and no metadata is asked for.
 */
export function findTop(
  context: Context,
  cache: TopCache,
  target: Target,
  query: TopQuery,
): Awaitable<CachedTop> {
  const { start, limit, make, key } = readPage(target, query);
  const find = (version: number): Awaitable<CachedTop> =>
    cache.get(key, version, context.clock.now(), () => make(context, target, start, limit));
  const version = context.index.version(target.index);
  return version instanceof Promise ? version.then(find) : find(version);
}

/** Which page of some standings a query asks for. */
function readPage(target: Target, query: TopQuery): PageAsked {
  const limit = readCount(query.limit, "limit", 1, 1_000, 100);
  if (query.offset !== undefined && query.cursor !== undefined)
    throw new Problem("invalid_request", "offset and cursor exclude each other", { path: "/cursor" });
  const offset = readCount(query.offset, "offset", 0, Number.MAX_SAFE_INTEGER, 0);
  const { board, entry, period, scope } = target;
  const scopeText = scope === null ? "" : `${scope.name}:${scope.value}`;
  // A cursor may hold anything, so it comes last; nothing before it holds a line break.
  const fields = [board.number, entry.definedBy, period.key, scopeText, query.include ?? "", limit, offset];
  return {
    start: query.cursor === undefined ? { offset } : { cursor: query.cursor },
    limit,
    make: query.include === undefined ? makeTop : makeTopWithMetadata,
    key: `${fields.join("\n")}\n${query.cursor === undefined ? "" : `cursor ${query.cursor}`}`,
  };
}

export interface TopAnswer {
  readonly status: 200 | 304;
  readonly headers: HeaderList;
  readonly body: Buffer | null;
}

/** What a caller with these headers is sent of a top. */
export function answerTop(top: CachedTop, withKey: boolean, headers: IncomingHttpHeaders): TopAnswer {
  const caching = [
    "etag",
    top.etag,
    "laurel-as-of",
    String(top.asOf),
    "cache-control",
    withKey ? "private, no-cache" : "public, max-age=1, stale-while-revalidate=5",
    "vary",
    withKey ? "Authorization, Accept-Encoding" : "Accept-Encoding",
  ];
  if (matches(headers["if-none-match"], top.etag)) return { status: 304, headers: caching, body: null };
  caching.push("content-type", jsonType);
  if (!takesGzip(headers["accept-encoding"])) return { status: 200, headers: caching, body: top.body };
  caching.push("content-encoding", "gzip");
  return { status: 200, headers: caching, body: top.gzip() };
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(String(accepted));
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = etag.slice(2);
  return header.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === bare);
}
