import type { FastifyInstance } from "fastify";
import Type from "typebox";
import type { HttpContext } from "../context.ts";
import { Problem } from "../problem.ts";
import { NoQuery } from "../schemas.ts";

/** Whether the process is up, whether it can serve, and what it serves. */
export function healthRoutes(app: FastifyInstance, context: HttpContext): void {
  const config = { access: { right: "none" as const } };
  let document: Buffer | null = null;
  const status = Type.Literal("ok");
  const Alive = Type.Object({ status });
  const Ready = Type.Object({
    status,
    warnings: Type.Array(Type.String(), { description: "What will soon, or already does, end some service" }),
  });

  app.get("/livez", {
    config,
    schema: {
      tags: ["operations"],
      summary: "The process is up",
      querystring: NoQuery,
      response: { 200: Alive },
    },
    handler: async () => ({ status: "ok" }),
  });
  app.get("/readyz", {
    config,
    schema: {
      tags: ["operations"],
      summary: "It can take scores and answer ranks",
      querystring: NoQuery,
      response: { 200: Ready },
    },
    handler: async () => {
      const fault = context.ledger.fault();
      if (fault !== null) throw new Problem("not_ready", fault);
      return { status: "ok", warnings: context.capacity.warnings() };
    },
  });
  app.get("/openapi.json", {
    config,
    schema: { hide: true, querystring: NoQuery },
    handler: async (_request, reply) => {
      document ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type("application/json").send(document);
    },
  });
}
