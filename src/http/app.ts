/**
 * The HTTP side as a whole: every request runs access, then lookup of what its path names, then the shape of
 * its body and query, then its handler; every error leaves in the one shape.
 */
import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { TSchema } from "typebox";
import { shown } from "../core/refusal.ts";
import { checkAccess, checkKey } from "./access.ts";
import { type HttpContext, reportBytesMax } from "./context.ts";
import { parseJson } from "./exact-json.ts";
import { openApiInfo, transformRoute } from "./openapi.ts";
import { Problem, type ProblemCode, problemDocument } from "./problem.ts";
import { boardRoutes } from "./routes/boards.ts";
import { healthRoutes } from "./routes/health.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { keyRoutes } from "./routes/keys.ts";
import { readRoutes } from "./routes/reads.ts";
import { scoreRoutes } from "./routes/scores.ts";
import { topRoute } from "./routes/top.ts";
import { shapeCheck } from "./shape.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Builds the app; `listen` or `inject` is the caller's. */
export async function makeApp(context: HttpContext): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: reportBytesMax,
    // 128 bytes of UTF-8, each percent-encoded, are 384 characters; the default of 100 would refuse legal ids.
    routerOptions: { maxParamLength: 1_024, querystringParser: parseQuery },
    genReqId: () => randomUUID(),
    forceCloseConnections: "idle",
    // What comes on an open connection while the service stops is answered like anything else.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void answerError(context, refuseAddress(context, error, request), request, reply),
    clientErrorHandler: (error, socket) => refuseConnection(error as NodeJS.ErrnoException, socket),
  });
  app.decorateRequest("access", null);
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const check = shapeCheck(
      schema as TSchema,
      httpPart === "querystring" ? "the query" : httpPart === "body" ? "the body" : "the path",
    );
    return (value) => {
      const problem = check(value);
      return problem === null ? { value } : { error: problem };
    };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-content-type-options", "nosniff").header("laurel-request-id", request.id);
    checkAccess(context, request, context.adminSecret);
  });
  endConnections(app);
  app.setErrorHandler((error, request, reply) => answerError(context, error as Error, request, reply));
  app.setNotFoundHandler((request) => {
    throw new Problem("unknown_route", `there is nothing at ${shown(request.url)}`);
  });

  const paths = new Map<
    string,
    { access: FastifyRequest["routeOptions"]["config"]["access"]; methods: Set<string> }
  >();
  app.addHook("onRoute", (route) => {
    const known = paths.get(route.url) ?? { access: route.config?.access, methods: new Set<string>() };
    for (const method of [route.method].flat()) known.methods.add(method);
    paths.set(route.url, known);
  });
  await app.register(swagger, { openapi: openApiInfo, transform: transformRoute });
  healthRoutes(app, context);
  scoreRoutes(app, context);
  topRoute(app, context);
  readRoutes(app, context);
  boardRoutes(app, context);
  keyRoutes(app, context);
  jobRoutes(app, context);
  refuseOtherMethods(app, paths);
  await app.ready();
  return app;
}

/**
 * Once the service stops, an answer is the last on its connection. A client that keeps connections open would
 * otherwise be waited for until it lets go.
 */
function endConnections(app: FastifyInstance): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
  // Of an answer whose head was sent just before.
  app.addHook("onResponse", async () => {
    if (stopping) setImmediate(() => app.server.closeIdleConnections());
  });
}

/** Every path that exists answers other methods with 405, behind the same checks of access. */
function refuseOtherMethods(
  app: FastifyInstance,
  paths: ReadonlyMap<
    string,
    { access: FastifyRequest["routeOptions"]["config"]["access"]; methods: Set<string> }
  >,
): void {
  for (const [url, { access, methods: known }] of [...paths]) {
    const allowed = [...known].sort().join(", ");
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      config: {
        access: access?.right === "none" ? access : { right: "any", definesBoard: access?.definesBoard },
      },
      // Before the body is read: what it holds does not matter.
      preParsing: async (request) => {
        throw new Problem(
          "method_not_allowed",
          `${request.method} is not for this address; it takes ${allowed}`,
          { headers: { allow: allowed } },
        );
      },
      handler: async () => null,
    });
  }
}

function answerError(
  context: HttpContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error, request);
  if (problem.code === "internal") context.onError(error);
  if (problem.retryAfter !== undefined) reply.header("retry-after", String(problem.retryAfter));
  reply.headers(problem.headers);
  return reply
    .code(problem.status)
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(problemDocument(problem, request.url.split("?")[0]!, request.id))));
}

/** The router refused an address before any hook ran: who may not be here still gets 401. */
function refuseAddress(context: HttpContext, error: Error, request: FastifyRequest): Error {
  try {
    checkKey(context, request, context.adminSecret);
    return error;
  } catch (denied) {
    return denied as Error;
  }
}

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_request",
  FST_ERR_BAD_URL: "invalid_request",
  FST_ERR_MAX_PARAM_LENGTH: "uri_too_long",
};

function toProblem(error: Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const { code = "", statusCode = 500 } = error as FastifyError;
  const known = frameworkCodes[code];
  if (known === "unsupported_media_type")
    return new Problem(
      known,
      `content type ${shown(request.headers["content-type"] ?? "")} is not one that this address takes`,
    );
  if (known === "body_too_large") return new Problem(known, "the body is larger than this address takes");
  if (known !== undefined) return new Problem(known, error.message);
  if (statusCode >= 400 && statusCode < 500) return new Problem("invalid_request", error.message);
  return new Problem("internal", "an unexpected error; the log of the server has the reason");
}

/** What Node's parser refuses has no request: a bare answer, then the connection ends. */
function refuseConnection(error: NodeJS.ErrnoException, socket: import("node:net").Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const problem = new Problem(
    error.code === "HPE_HEADER_OVERFLOW" ? "headers_too_large" : "invalid_request",
    `the request could not be read: ${error.message}`,
  );
  const body = JSON.stringify(problemDocument(problem, "", ""));
  const head = `HTTP/1.1 ${problem.status} ${problem.status === 431 ? "Request Header Fields Too Large" : "Bad Request"}`;
  socket.end(
    `${head}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/**
 * A query as its parameters; a list where one is named twice, which no schema takes. What is not percent-encoded
 * UTF-8 becomes a parameter that no schema knows, so that it is refused by name.
 */
function parseQuery(text: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? "" : part.slice(equals + 1));
    if (name === null || value === null) found.set(part, "");
    else found.set(name, found.has(name) ? [found.get(name)!, value].flat() : value);
  }
  return Object.fromEntries(found);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
