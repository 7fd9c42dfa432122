/** Reports: one, one with the board in its body, and many (JSON or NDJSON). */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkBoardId } from "../../core/id.ts";
import type { AnswerDetail } from "../../service/fed-standings.ts";
import type { Outcome, Submission } from "../../service/submit.ts";
import { checkBound, unknownBoard } from "../access.ts";
import { parseArray, readBatch, readLines, type Slot } from "../batch.ts";
import { batchBytesMax, type HttpContext } from "../context.ts";
import { Problem, problemBody, problemOf, unwrap } from "../problem.ts";
import { problemOfOutcome, type ReportFrame, readReport, writeOutcome } from "../report-input.ts";
import {
  BatchAnswer,
  BatchBody,
  BoardParams,
  BoardReportBody,
  ReportBody,
  type ReportInput,
  SubmitAnswer,
  SubmitQuery,
} from "../schemas.ts";

type Taken = Extract<Outcome, { kind: "event" | "duplicate" }>;

export function scoreRoutes(app: FastifyInstance, context: HttpContext): void {
  const access = { right: "submit" as const };
  const onRequest = checkBackfill;

  app.post<{ Params: { board: string }; Body: ReportInput; Querystring: SubmitQuery }>(
    "/v1/leaderboards/:board/scores",
    {
      config: { access },
      onRequest,
      schema: {
        tags: ["scores"],
        summary: "Report one score",
        params: BoardParams,
        querystring: SubmitQuery,
        body: ReportBody,
        response: { 200: SubmitAnswer, 202: SubmitAnswer },
      },
      handler: (request, reply) => submitOne(context, request, reply, request.params.board),
    },
  );

  app.post<{ Body: ReportInput & { board: string }; Querystring: SubmitQuery }>("/v1/scores", {
    config: { access },
    onRequest,
    attachValidation: true,
    schema: {
      tags: ["scores"],
      summary: "Report one score, with the board in the body",
      querystring: SubmitQuery,
      body: BoardReportBody,
      response: { 200: SubmitAnswer, 202: SubmitAnswer },
    },
    handler: async (request, reply) => {
      // A board that is not there comes before the shape of the rest.
      const board: unknown = (request.body as { board?: unknown } | null)?.board;
      if (typeof board === "string") {
        unwrap(checkBoardId(board, "/board"));
        checkBound(request.access, board);
        if (context.ledger.catalogue.board(board) === undefined) throw unknownBoard(board);
      }
      if (request.validationError !== undefined) throw request.validationError;
      return submitOne(context, request, reply, board as string);
    },
  });

  app.register(async (batches) => {
    // A stream of lines has no size: it is read as it comes, never faster than it is taken.
    batches.removeContentTypeParser("application/json");
    batches.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
      try {
        done(null, parseArray(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });
    batches.addContentTypeParser("application/x-ndjson", (_request, payload, done) => done(null, payload));
    batches.post<{ Params: { board: string }; Querystring: SubmitQuery }>(
      "/v1/leaderboards/:board/scores/batch",
      {
        config: { access, streams: true },
        onRequest,
        bodyLimit: batchBytesMax,
        // Each report is judged by itself and answered in its place: the body as a whole has no shape to check.
        validatorCompiler: (part) =>
          part.httpPart === "body" ? (value) => ({ value }) : batches.validatorCompiler!(part),
        schema: {
          tags: ["scores"],
          summary: "Report many scores: an array of up to 5,000, or NDJSON of any length",
          consumes: ["application/json", "application/x-ndjson"],
          params: BoardParams,
          querystring: SubmitQuery,
          body: BatchBody,
          response: { 200: BatchAnswer },
        },
        handler: (request, reply) => submitMany(context, request, reply),
      },
    );
  });
}

async function submitOne(
  context: HttpContext,
  request: FastifyRequest<{ Body: ReportInput; Querystring: SubmitQuery }>,
  reply: FastifyReply,
  board: string,
): Promise<Record<string, unknown>> {
  const { answer = "ranks" } = request.query;
  const scopes = request.query.include === "scopes";
  const report = readReport(request.body, frameOf(context, request, board));
  if (!report.ok) throw problemOf(report.refusal);
  const [outcome] = await context.submitter.submit([{ report: report.value, answer, scopes }]);
  const problem = problemOfOutcome(outcome!);
  if (problem !== null) throw problem;
  const taken = outcome as Taken;
  reply.code(statusOf(taken));
  return writeOutcome(taken, answer, scopes);
}

async function submitMany(
  context: HttpContext,
  request: FastifyRequest<{ Params: { board: string }; Querystring: SubmitQuery }>,
  reply: FastifyReply,
): Promise<unknown> {
  if (request.headers["idempotency-key"] !== undefined) {
    throw new Problem(
      "invalid_request",
      "Idempotency-Key is for single reports: in a batch each report has its matchId",
    );
  }
  const { board } = request.params;
  const { answer = "scores" } = request.query;
  const scopes = request.query.include === "scopes";
  const submit = (slots: readonly Slot[]): Promise<Record<string, unknown>[]> =>
    submitSlots(context, request, board, slots, answer, scopes);
  if (request.body instanceof Readable) {
    reply.type("application/x-ndjson");
    return reply.send(Readable.from(answerLines(request.body, submit), { objectMode: false }));
  }
  const slots = readBatch(request.body);
  const results = await submit(slots);
  const count = (test: (result: Record<string, unknown>) => boolean): number => results.filter(test).length;
  return {
    results,
    applied: count((result) => result.applied === true),
    duplicates: count((result) => result.duplicate === true),
    held: count((result) => result.status === 202),
    refused: count((result) => (result.status as number) >= 400),
  };
}

/** Lines as they come, answered in order; the next are read when these have their answer. */
async function* answerLines(
  body: Readable,
  submit: (slots: readonly Slot[]) => Promise<Record<string, unknown>[]>,
): AsyncIterable<string> {
  for await (const slots of readLines(body)) {
    const results = await submit(slots);
    yield `${results.map((result) => JSON.stringify(result)).join("\n")}\n`;
  }
}

async function submitSlots(
  context: HttpContext,
  request: FastifyRequest<{ Querystring: SubmitQuery }>,
  board: string,
  slots: readonly Slot[],
  answer: AnswerDetail,
  scopes: boolean,
): Promise<Record<string, unknown>[]> {
  const results = new Array<Record<string, unknown>>(slots.length);
  const submissions: Submission[] = [];
  const places: number[] = [];
  slots.forEach((slot, i) => {
    const report = "problem" in slot ? slot : readReport(slot.input, frameOf(context, request, board));
    if ("problem" in report) results[i] = failed(slot.index, report.problem);
    else if (!report.ok) results[i] = failed(slot.index, problemOf(report.refusal));
    else {
      places.push(i);
      submissions.push({ report: report.value, answer, scopes });
    }
  });
  const outcomes = await context.submitter.submit(submissions);
  outcomes.forEach((outcome, k) => {
    const { index } = slots[places[k]!]!;
    const problem = problemOfOutcome(outcome);
    if (problem !== null) results[places[k]!] = failed(index, problem);
    else {
      const taken = outcome as Taken;
      results[places[k]!] = { index, status: statusOf(taken), ...writeOutcome(taken, answer, scopes) };
    }
  });
  return results;
}

/** 202 where a report was taken but is held, so that it counts only once it is approved. */
function statusOf({ kind, event }: Taken): 200 | 202 {
  return kind === "event" && event.state === "held" ? 202 : 200;
}

function failed(index: number, problem: Problem): Record<string, unknown> {
  return { index, ...problemBody(problem) };
}

function frameOf(
  context: HttpContext,
  request: FastifyRequest<{ Querystring: SubmitQuery }>,
  board: string,
): ReportFrame {
  return {
    board,
    receivedAt: context.clock.now(),
    makeMatchId: context.makeId,
    idempotencyKey: readIdempotencyKey(request),
    backfill: request.query.backfill === "true",
  };
}

/** History is for administrators: judged with the other rights, before the body is looked at. */
async function checkBackfill(request: FastifyRequest): Promise<void> {
  const { backfill } = request.query as { backfill?: unknown };
  if (backfill === "true" && request.access?.rights.includes("admin") !== true) {
    throw new Problem("forbidden", "backfill needs a key with the right admin");
  }
}

/** The header as UTF-8, which Node hands over byte by byte: the same id as in a body is the same event. */
function readIdempotencyKey(request: FastifyRequest): string | null {
  if (request.headers["idempotency-key"] === undefined) return null;
  const given = request.raw.headersDistinct["idempotency-key"]!;
  if (given.length > 1) throw new Problem("invalid_request", "Idempotency-Key is given more than once");
  const bytes = Buffer.from(given[0]!, "latin1");
  if (!isUtf8(bytes)) throw new Problem("invalid_id", "Idempotency-Key is not UTF-8");
  return bytes.toString();
}
