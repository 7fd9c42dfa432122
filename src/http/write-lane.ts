/**
 * A lane before the framework for single reports, which come by the ten thousand a second: as with reads, most of what
 * one costs is the framework's way to its handler.
 *
 * The lane decides nothing of its own. It takes requests of the plain form (address, query, type and length of the
 * body) that access lets pass, and asks the very functions that the route asks. All else goes to the routes untouched;
 * so does a body that is no report, with what was read of it.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { accessTo, type RouteAccess } from "./access.ts";
import { answerOfError } from "./answer-error.ts";
import { type HttpContext, reportBytesMax } from "./context.ts";
import type { ConnectionEnds } from "./end-connections.ts";
import { parseJson } from "./exact-json.ts";
import { commonHeaders, type HeaderList } from "./header-list.ts";
import { parseQuery } from "./parse-query.ts";
import { ReportBody, type ReportInput, SubmitQuery } from "./schemas.ts";
import { shapeCheck } from "./shape.ts";
import { jsonType } from "./standings-request.ts";
import { submitOne, wantedOf } from "./submit-one.ts";

/** No character that any parser of URLs would change. */
const plainAddress = /^\/v1\/leaderboards\/([\w-]+)\/scores$/;
const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;
const plainLength = /^[1-9]\d{0,5}$/;
/** Headers with a meaning of their own for a body or a report. */
const oddHeaders = ["transfer-encoding", "idempotency-key", "expect", "upgrade", "content-encoding"] as const;

const submitAccess: RouteAccess = { right: "submit" };

/** Bodies that were read before the framework was asked: it is given them again. */
export type ReadBodies = WeakMap<IncomingMessage, Buffer>;

/** A request of the plain form, before its body. */
interface Head {
  readonly board: string;
  readonly query: SubmitQuery;
}

/** Puts the lane before whatever takes an app's requests, until the app stops. */
export function openWriteLane(
  app: FastifyInstance,
  context: HttpContext,
  connections: ConnectionEnds,
  bodies: ReadBodies,
): void {
  const [next] = app.server.listeners("request") as [(...of: [IncomingMessage, ServerResponse]) => void];
  const lane = new WriteLane(app, context, connections, bodies);
  app.server.removeListener("request", next);
  app.server.on("request", (request, response) => {
    const head = connections.stopping ? null : lane.readHead(request);
    if (head === null) next(request, response);
    else lane.take(head, request, response);
  });
}

class WriteLane {
  readonly #app: FastifyInstance;
  readonly #context: HttpContext;
  readonly #connections: ConnectionEnds;
  readonly #bodies: ReadBodies;
  readonly #queryShape = shapeCheck(SubmitQuery, "the query");
  readonly #bodyShape = shapeCheck(ReportBody, "the body");

  constructor(app: FastifyInstance, context: HttpContext, connections: ConnectionEnds, bodies: ReadBodies) {
    this.#app = app;
    this.#context = context;
    this.#connections = connections;
    this.#bodies = bodies;
  }

  /** null for what the routes have to judge. */
  readHead({ method, url = "", headers }: IncomingMessage): Head | null {
    if (method !== "POST") return null;
    const length = headers["content-length"] ?? "";
    if (!plainLength.test(length) || Number(length) > reportBytesMax) return null;
    if (!plainType.test(headers["content-type"] ?? "")) return null;
    for (const name of oddHeaders) if (headers[name] !== undefined) return null;
    const mark = url.indexOf("?");
    const board = plainAddress.exec(mark < 0 ? url : url.slice(0, mark))?.[1];
    if (board === undefined) return null;
    try {
      accessTo(this.#context, submitAccess, board, headers.authorization);
      const query = (mark < 0 ? {} : parseQuery(url.slice(mark + 1))) as SubmitQuery;
      if (mark >= 0 && (this.#queryShape(query) !== null || query.backfill !== undefined)) return null;
      return { board, query };
    } catch {
      // The routes meet the same, and say it.
      return null;
    }
  }

  /** Reads the body, then answers. A caller who is gone before its end has reported nothing. */
  take(head: Head, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const chunks: Buffer[] = [];
    this.#connections.begin(socket);
    let counted = true;
    const uncount = (): void => {
      if (counted) this.#connections.end(socket);
      counted = false;
    };
    response.on("close", uncount);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", ignored);
    request.on("end", () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      const input = this.#readBody(body);
      if (input !== null) {
        void this.#answer(head, input, request, response);
        return;
      }
      response.removeListener("close", uncount);
      uncount();
      this.#bodies.set(request, body);
      this.#app.routing(request, response);
    });
  }

  #readBody(body: Buffer): ReportInput | null {
    try {
      const input = parseJson(body);
      return this.#bodyShape(input) === null ? (input as ReportInput) : null;
    } catch {
      return null;
    }
  }

  async #answer(head: Head, input: ReportInput, request: IncomingMessage, response: ServerResponse) {
    const id = randomUUID();
    try {
      const { clock, makeId } = this.#context;
      const frame = {
        board: head.board,
        receivedAt: clock.now(),
        makeMatchId: makeId,
        idempotencyKey: null,
        backfill: false,
      };
      const { status, body } = await submitOne(this.#context, input, frame, wantedOf(head.query, "ranks"));
      this.#send(response, status, id, ["content-type", jsonType], body);
    } catch (error) {
      const asked = { url: request.url!, id, headers: request.headers };
      const { status, headers, body } = answerOfError(this.#context, error as Error, asked);
      this.#send(response, status, id, headers, body.toString("latin1"));
    }
  }

  /** `body` has a character a byte: it goes out with its head in one piece. */
  #send(response: ServerResponse, status: number, id: string, headers: HeaderList, body: string): void {
    const last = this.#connections.stopping ? ["connection", "close"] : [];
    const length = ["content-length", String(body.length)];
    response.writeHead(status, [...commonHeaders(id), ...headers, ...length, ...last]);
    response.end(body, "latin1");
  }
}

/** Whoever is gone hears no answer. */
function ignored(): void {}
