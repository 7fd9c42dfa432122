import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { checkBoardId } from "../../core/id.ts";
import type { KeyRecord } from "../../core/record.ts";
import { shown } from "../../core/refusal.ts";
import { makeKey, revokeKey } from "../../service/keys.ts";
import type { HttpContext } from "../context.ts";
import { Problem, unwrap } from "../problem.ts";
import { KeyBody, KeyIdQuery, KeyParams, KeysAnswer, MadeKeyAnswer, NoQuery } from "../schemas.ts";

/** Keys: made, listed without their secrets, revoked. */
export function keyRoutes(app: FastifyInstance, context: HttpContext): void {
  const config = { access: { right: "admin" as const, everyBoard: true } };
  const gone = { 204: { type: "null", description: "Revoked" } };

  app.post<{ Body: Static<typeof KeyBody> }>("/v1/admin/keys", {
    config,
    schema: {
      tags: ["admin"],
      summary: "Make a key; its secret is shown this once",
      querystring: NoQuery,
      body: KeyBody,
      response: { 201: MadeKeyAnswer },
    },
    handler: async (request, reply) => {
      const { name, rights, boards = null } = request.body;
      for (const [i, board] of (boards ?? []).entries()) unwrap(checkBoardId(board, `/boards/${i}`));
      const { key, secret } = await makeKey(context, name, [...new Set(rights)], boards, request.access!.id);
      reply.code(201);
      return { ...writeKey(key), secret };
    },
  });

  app.get("/v1/admin/keys", {
    config,
    schema: {
      tags: ["admin"],
      summary: "Every key that is not revoked",
      querystring: NoQuery,
      response: { 200: KeysAnswer },
    },
    handler: async () => ({ keys: [...context.ledger.catalogue.keys()].map(writeKey) }),
  });

  const revoke = async (id: string, by: string): Promise<void> => {
    if (!(await revokeKey(context, id, by)))
      throw new Problem("unknown_key", `key ${shown(id)} does not exist`);
  };
  app.delete<{ Querystring: { id: string } }>("/v1/admin/keys", {
    config,
    schema: {
      tags: ["admin"],
      summary: "Revoke a key; its id in the query",
      querystring: KeyIdQuery,
      response: gone,
    },
    handler: async (request, reply) => {
      await revoke(request.query.id, request.access!.id);
      return reply.code(204).send();
    },
  });
  app.delete<{ Params: { id: string } }>("/v1/admin/keys/:id", {
    config,
    schema: {
      tags: ["admin"],
      summary: "Revoke a key",
      params: KeyParams,
      querystring: NoQuery,
      response: gone,
    },
    handler: async (request, reply) => {
      await revoke(request.params.id, request.access!.id);
      return reply.code(204).send();
    },
  });
}

function writeKey(key: KeyRecord): Record<string, unknown> {
  return { id: key.id, name: key.name, rights: key.rights, boards: key.boards, createdAt: key.at };
}
