/**
 * A lane before the framework for the reads that are most of the traffic: tops, and a player's rank and window. Most of
 * what such a read costs is the framework's way to its handler.
 *
 * The lane decides nothing of its own. It recognises a plain address, then asks the very functions that the routes ask
 * (access, query, target, answer), and sends what they say only if that is 200 or 304 and there at once. All else
 * (another form of the address, a body, a refusal, a fault, metadata, an index that takes its time)
 * goes to the routes untouched, as if there were no lane: they say the same, or why not. Whatever it costs to look
 * twice is paid by what is rare.
 *
 * As it answers in the same turn or not at all, nothing of it is ever under way when the service stops.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Target } from "../service/target.ts";
import { accessTo, readAccess } from "./access.ts";
import type { HttpContext } from "./context.ts";
import { commonHeaders, type HeaderList } from "./header-list.ts";
import { parseQuery } from "./parse-query.ts";
import { answerPlayer } from "./player-answer.ts";
import { type PlayerRead, playerReads } from "./routes/player.ts";
import { TopQuery, withId } from "./schemas.ts";
import { type ShapeCheck, shapeCheck } from "./shape.ts";
import { findAsked, jsonType } from "./standings-request.ts";
import { answerTop, findTop } from "./top-answer.ts";
import type { TopCache } from "./top-cache.ts";

/** Board; then `top`, or the player with what follows it. No character that any parser of URLs would change. */
const plainAddress =
  /^\/v1\/leaderboards\/([\w-]+)\/(?:(top)|(?:players\/([\w-]+)|player)(\/rank|\/window|))$/;

interface LaneAnswer {
  readonly status: 200 | 304;
  readonly headers: HeaderList;
  /** Bytes, or a text of latin1. */
  readonly body: Buffer | string | null;
}

type Query = Record<string, string>;

/** Puts the lane before an app's routes, until the app stops. */
export function openReadLane(app: FastifyInstance, context: HttpContext, tops: TopCache): void {
  const lane = new ReadLane(context, tops);
  let open = true;
  app.addHook("preClose", async () => {
    open = false;
  });
  app.server.removeListener("request", app.routing);
  app.server.on("request", (request, response) => {
    const answer = open ? lane.answer(request) : null;
    if (answer === null) app.routing(request, response);
    else send(response, answer);
  });
}

class ReadLane {
  readonly #context: HttpContext;
  readonly #tops: TopCache;
  readonly #topShape = shapeCheck(TopQuery, "the query");
  /** By what follows the player. */
  readonly #byPath: ReadonlyMap<string, PlayerRead & { inPath: ShapeCheck; inQuery: ShapeCheck }>;

  constructor(context: HttpContext, tops: TopCache) {
    this.#context = context;
    this.#tops = tops;
    this.#byPath = new Map(
      playerReads.map((read) => {
        const inPath = shapeCheck(read.query, "the query");
        return [read.path, { ...read, inPath, inQuery: shapeCheck(withId(read.query), "the query") }];
      }),
    );
  }

  /** What the routes would answer; null where that is for them to find out. */
  answer({ method, url = "", headers }: IncomingMessage): LaneAnswer | null {
    if (method !== "GET" || headers["content-length"] !== undefined) return null;
    if (headers["transfer-encoding"] !== undefined) return null;
    const mark = url.indexOf("?");
    const found = plainAddress.exec(mark < 0 ? url : url.slice(0, mark));
    if (found === null) return null;
    const [, board, top, playerId, path] = found;
    try {
      const access = accessTo(this.#context, readAccess, board!, headers.authorization);
      const query = mark < 0 ? {} : (parseQuery(url.slice(mark + 1)) as Query);
      const target = findAsked(this.#context, board!, query);
      if (!target.ok) return null;
      return top === undefined
        ? this.#answerPlayer(target.value, path!, playerId, query)
        : this.#answerTop(target.value, query, access !== null, headers);
    } catch {
      // The routes meet the same, and say it.
      return null;
    }
  }

  #answerTop(target: Target, query: Query, withKey: boolean, headers: IncomingMessage["headers"]) {
    if (this.#topShape(query) !== null) return null;
    const top = findTop(this.#context, this.#tops, target, query);
    return top instanceof Promise ? leave(top) : answerTop(top, withKey, headers);
  }

  #answerPlayer(target: Target, path: string, idInPath: string | undefined, query: Query): LaneAnswer | null {
    const { inPath, inQuery, windowOf } = this.#byPath.get(path)!;
    if ((idInPath === undefined ? inQuery : inPath)(query) !== null || query.include !== undefined)
      return null;
    const found = answerPlayer(this.#context, target, idInPath ?? query.id!, windowOf(query));
    if (found instanceof Promise) return leave(found);
    if (!found.ok) return null;
    return { status: 200, headers: ["content-type", jsonType], body: found.value };
  }
}

/** What takes its time is for the routes, which ask again, and say so if it fails. */
function leave(late: Promise<unknown>): null {
  late.catch(() => undefined);
  return null;
}

function send(response: ServerResponse, { status, headers, body }: LaneAnswer): void {
  const common = commonHeaders(randomUUID());
  if (body === null) {
    response.writeHead(status, [...common, ...headers]).end();
    return;
  }
  // A text goes out with its head in one piece, which is cheapest for small ones; bytes beside it are not copied.
  response.writeHead(status, [...common, ...headers, "content-length", String(body.length)]);
  if (typeof body === "string") response.end(body, "latin1");
  else response.end(body);
}
