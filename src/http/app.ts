/**
 * The HTTP side as a whole: every request runs access, then lookup of what its path names, then the shape of
 * its body and query, then its handler; every error leaves in the one shape.
 */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { shown } from "../core/refusal.ts";
import { checkAccess, type RouteAccess } from "./access.ts";
import { answerError, refuseAddress, refuseConnection, tooLarge } from "./answer-error.ts";
import { type HttpContext, reportBytesMax } from "./context.ts";
import { endConnections } from "./end-connections.ts";
import { parseJson } from "./exact-json.ts";
import { commonHeaders, setHeaders } from "./header-list.ts";
import { openApiInfo, transformRoute } from "./openapi.ts";
import { parseQuery } from "./parse-query.ts";
import { Problem } from "./problem.ts";
import { openReadLane } from "./read-lane.ts";
import { boardRoutes } from "./routes/boards.ts";
import { healthRoutes } from "./routes/health.ts";
import { historyRoutes } from "./routes/history.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { keyRoutes } from "./routes/keys.ts";
import { playerRoutes } from "./routes/player.ts";
import { readRoutes } from "./routes/reads.ts";
import { scoreRoutes } from "./routes/scores.ts";
import { topRoute } from "./routes/top.ts";
import { shapeCheck } from "./shape.ts";
import { TopCache } from "./top-cache.ts";
import { openWriteLane, type ReadBodies } from "./write-lane.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

/** A connection on which nothing moves for so long is ended: a half-sent body, an answer that nobody reads. */
const silentMaxMs = 60_000;

/** Builds the app; `listen` or `inject` is the caller's. */
export async function makeApp(context: HttpContext): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: reportBytesMax,
    // 128 bytes of UTF-8, each percent-encoded, are 384 characters; the default of 100 would refuse legal ids.
    routerOptions: { maxParamLength: 1_024, querystringParser: parseQuery },
    genReqId: () => randomUUID(),
    forceCloseConnections: "idle",
    connectionTimeout: silentMaxMs,
    // What comes on an open connection while the service stops is answered like anything else.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void answerError(context, refuseAddress(context, error, request), request, reply),
    clientErrorHandler: (error, socket) => refuseConnection(error as NodeJS.ErrnoException, socket),
  });
  app.decorateRequest("access", null);
  const connections = endConnections(app);
  // Hooks of every request call back rather than return promises, which cost more than what they do.
  app.addHook("onRequest", (request, reply, done) => {
    setHeaders(reply, commonHeaders(request.id));
    try {
      checkAccess(context, request);
      done();
    } catch (refused) {
      done(refused as Error);
    }
  });
  readAndWriteJson(app);
  checkShapes(app);
  const bodies: ReadBodies = new WeakMap();
  refuseLargeBodies(app, bodies);
  app.setErrorHandler((error, request, reply) => answerError(context, error as Error, request, reply));
  app.setNotFoundHandler((request) => {
    throw new Problem("unknown_route", `there is nothing at ${shown(request.url)}`);
  });

  const tops = new TopCache();
  const paths = rememberPaths(app);
  await app.register(swagger, { openapi: openApiInfo, transform: transformRoute });
  healthRoutes(app, context);
  scoreRoutes(app, context);
  topRoute(app, context, tops);
  playerRoutes(app, context);
  readRoutes(app, context);
  historyRoutes(app, context);
  boardRoutes(app, context);
  keyRoutes(app, context);
  jobRoutes(app, context);
  refuseOtherMethods(app, paths);
  openReadLane(app, context, tops);
  openWriteLane(app, context, connections, bodies);
  await app.ready();
  return app;
}

function readAndWriteJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      // Many clients name a type on every request, also where there is nothing to say.
      const nothing = body.length === 0 && request.routeOptions.schema?.body === undefined;
      done(null, nothing ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

function checkShapes(app: FastifyInstance): void {
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
}

/** 413 comes before 415, which the framework would say first. A body that was read already is read once more. */
function refuseLargeBodies(app: FastifyInstance, bodies: ReadBodies): void {
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const { bodyLimit, config } = request.routeOptions;
    const streams =
      config.streams === true && /^application\/x-ndjson\b/i.test(request.headers["content-type"] ?? "");
    if (!streams && Number(request.headers["content-length"] ?? 0) > bodyLimit) done(tooLarge());
    else done(null, rereading(bodies.get(request.raw)) ?? payload);
  });
}

function rereading(body: Buffer | undefined): (Readable & { receivedEncodedLength: number }) | undefined {
  return body && Object.assign(Readable.from([body]), { receivedEncodedLength: body.length });
}

type Paths = Map<string, { readonly access: RouteAccess | undefined; readonly methods: Set<string> }>;

/** Every path of the routes that are added from now on, with its methods. */
function rememberPaths(app: FastifyInstance): Paths {
  const paths: Paths = new Map();
  app.addHook("onRoute", (route) => {
    const known = paths.get(route.url) ?? { access: route.config?.access, methods: new Set<string>() };
    for (const method of [route.method].flat()) known.methods.add(method);
    paths.set(route.url, known);
  });
  return paths;
}

/** Every path that exists answers other methods with 405, behind the same checks of access. */
function refuseOtherMethods(app: FastifyInstance, paths: Paths): void {
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
      onRequest: async (request) => {
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
