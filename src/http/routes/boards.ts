/** Boards: the list, one with its sizes, and their administration. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Static } from "typebox";
import type { Board } from "../../core/board.ts";
import { readDefinition } from "../../core/read-definition.ts";
import { shown } from "../../core/refusal.ts";
import { type BoardDescription, defineBoard, deleteBoard, describeBoard } from "../../service/boards.ts";
import type { Job } from "../../service/jobs.ts";
import type { Access } from "../../service/keys.ts";
import { verify } from "../../service/verify.ts";
import type { HttpContext } from "../context.ts";
import { Problem, unwrap } from "../problem.ts";
import {
  BoardAnswer,
  BoardParams,
  BoardsAnswer,
  DefinitionBody,
  DeleteQuery,
  JobAnswer,
  NoQuery,
} from "../schemas.ts";
import { writePeriod } from "../write-period.ts";
import { writeJob } from "./jobs.ts";

export function boardRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get("/v1/leaderboards", {
    config: { access: { right: "read", publicReads: true } },
    schema: {
      tags: ["boards"],
      summary: "The boards that the caller may see",
      querystring: NoQuery,
      response: { 200: BoardsAnswer },
    },
    handler: async (request) => {
      const boards = [...context.ledger.catalogue.boards()].filter(({ board }) =>
        maySee(request.access, board),
      );
      return { boards: boards.map(({ board }) => board.definition), asOf: context.clock.now() };
    },
  });

  app.get<{ Params: { board: string } }>("/v1/leaderboards/:board", {
    config: { access: { right: "read", publicReads: true } },
    schema: {
      tags: ["boards"],
      summary: "A board's definition with its present periods, sizes and next reset",
      params: BoardParams,
      querystring: NoQuery,
      response: { 200: BoardAnswer },
    },
    handler: async (request) =>
      writeBoard(await describeBoard(context, context.ledger.catalogue.board(request.params.board)!)),
  });

  app.put<{ Params: { board: string }; Body: Static<typeof DefinitionBody> }>(
    "/v1/admin/leaderboards/:board",
    {
      config: { access: { right: "admin", definesBoard: true } },
      schema: {
        tags: ["admin"],
        summary: "Define a board, or change it",
        params: BoardParams,
        querystring: NoQuery,
        body: DefinitionBody,
        response: { 200: BoardAnswer, 201: BoardAnswer },
      },
      handler: async (request, reply) => {
        const { board: id } = request.params;
        if (request.body.id !== undefined && request.body.id !== id) {
          throw new Problem(
            "invalid_request",
            `the definition's id ${shown(request.body.id)} is not the one of the address, ${shown(id)}`,
            { path: "/id" },
          );
        }
        const definition = unwrap(readDefinition({ ...request.body, id }));
        const { created } = unwrap(await defineBoard(context, definition, request.access!.id));
        reply.code(created ? 201 : 200);
        return writeBoard(await describeBoard(context, context.ledger.catalogue.board(id)!));
      },
    },
  );

  app.delete<{ Params: { board: string }; Querystring: Static<typeof DeleteQuery> }>(
    "/v1/admin/leaderboards/:board",
    {
      config: { access: { right: "admin" } },
      schema: {
        tags: ["admin"],
        summary: "Delete a board with all that belongs to it",
        params: BoardParams,
        querystring: DeleteQuery,
        response: { 204: { type: "null", description: "Deleted" } },
      },
      handler: async (request, reply) => {
        unwrap(
          await deleteBoard(context, request.params.board, request.access!.id, request.query.reason ?? ""),
        );
        return reply.code(204).send();
      },
    },
  );

  app.post<{ Params: { board: string } }>("/v1/admin/leaderboards/:board/verify", {
    config: { access: { right: "admin" } },
    schema: {
      tags: ["admin"],
      summary: "Fold a board's events anew and compare with state and index",
      params: BoardParams,
      querystring: NoQuery,
      response: { 202: JobAnswer },
    },
    handler: async (request, reply) => {
      const { number, id } = context.ledger.catalogue.board(request.params.board)!.board;
      return accept(reply, startVerify(context, id, [number]));
    },
  });

  app.post("/v1/admin/verify", {
    config: { access: { right: "admin", everyBoard: true } },
    schema: {
      tags: ["admin"],
      summary: "The same for every board, in one pass",
      querystring: NoQuery,
      response: { 202: JobAnswer },
    },
    handler: async (_request, reply) => {
      const numbers = [...context.ledger.catalogue.boards()].map(({ board }) => board.number);
      return accept(reply, startVerify(context, null, numbers));
    },
  });
}

/** The job's result: a verification for each board. */
function startVerify(context: HttpContext, board: string | null, numbers: readonly number[]): Job {
  return context.jobs.start("verify", board, (progress) => verify(context, numbers, progress));
}

function accept(reply: FastifyReply, job: Job): FastifyReply {
  return reply.code(202).header("location", `/v1/admin/jobs/${job.id}`).send(writeJob(job));
}

/** Without the right to read, only boards whose reads are public. */
function maySee(access: Access | null, board: Board): boolean {
  if (access === null) return board.publicReads;
  if (access.boards !== null && !access.boards.includes(board.id)) return false;
  return board.publicReads || access.rights.some((right) => right === "read" || right === "admin");
}

function writeBoard(description: BoardDescription): Record<string, unknown> {
  const { board, periods, nextReset, asOf } = description;
  return {
    ...board.definition,
    standings: periods.map(({ period, total }) => writePeriod(period, total)),
    nextReset,
    asOf,
  };
}
