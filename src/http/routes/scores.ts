/** Reports: one, one with the board in its body, and many (JSON or NDJSON). */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkBoardId } from "../../core/id.ts";
import type { Report } from "../../core/report.ts";
import type { Wanted } from "../../service/fed-standings.ts";
import type { Outcome } from "../../service/outcome.ts";
import { checkBound, unknownBoard } from "../access.ts";
import { parseArray, readBatch, readLines, type Slot } from "../batch.ts";
import { batchBytesMax, type HttpContext } from "../context.ts";
import { JsonBytes } from "../json-bytes.ts";
import { Problem, problemOf, unwrap } from "../problem.ts";
import { type ReportFrame, readReport } from "../report-input.ts";
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
import { isApplied, problemOfOutcome, type Taken, writeResult } from "../submit-answer.ts";
import { submitOne, wantedOf } from "../submit-one.ts";

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
      handler: (request, reply) => answerOne(context, request, reply, request.params.board),
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
      return answerOne(context, request, reply, board as string);
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

/** Answers are written in one step each, so that all can share the memory. */
const out = new JsonBytes();

async function answerOne(
  context: HttpContext,
  request: FastifyRequest<{ Body: ReportInput; Querystring: SubmitQuery }>,
  reply: FastifyReply,
  board: string,
): Promise<Buffer> {
  const frame = frameOf(context, request, board);
  const { status, body } = await submitOne(context, request.body, frame, wantedOf(request.query, "ranks"));
  reply.code(status).header("content-type", jsonType);
  return Buffer.from(body, "latin1");
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
  const wanted = wantedOf(request.query, "scores");
  const submit = (slots: readonly Slot[]): Promise<Result[]> =>
    submitSlots(context, request, board, slots, wanted);
  if (request.body instanceof Readable) {
    reply.type("application/x-ndjson");
    return reply.send(Readable.from(answerLines(request.body, submit, wanted), { objectMode: false }));
  }
  const answered = submit(readBatch(request.body));
  // A batch waits for several groups: what its reports were read from is not kept meanwhile.
  request.body = undefined;
  const results = await answered;
  reply.header("content-type", jsonType);
  writeBatch(results, wanted);
  return out.take();
}

const jsonType = "application/json; charset=utf-8";

/** What became of one report of a batch. */
type Result = Taken | Problem;

function writeBatch(results: readonly Result[], wanted: Wanted): void {
  const counts = { applied: 0, duplicates: 0, held: 0, refused: 0 };
  let mark = '{"results":[';
  results.forEach((result, index) => {
    out.raw(mark);
    writeResult(out, index, result, wanted);
    mark = ",";
    if (result instanceof Problem) counts.refused += 1;
    else if (result.kind === "duplicate") counts.duplicates += 1;
    else if (isApplied(result)) counts.applied += 1;
    else counts.held += 1;
  });
  out.raw(results.length === 0 ? '{"results":[],' : "],");
  out.raw(JSON.stringify(counts).slice(1));
}

/** Lines as they come, answered in order; the next are read when these have their answer. */
async function* answerLines(
  body: Readable,
  submit: (slots: readonly Slot[]) => Promise<Result[]>,
  wanted: Wanted,
): AsyncIterable<Buffer> {
  for await (const slots of readLines(body)) {
    const results = await submit(slots);
    results.forEach((result, i) => {
      writeResult(out, slots[i]!.index, result, wanted);
      out.raw("\n");
    });
    yield out.take();
  }
}

/** Submits those of a batch that are reports; the results in the order of the slots. */
function submitSlots(
  context: HttpContext,
  request: FastifyRequest<{ Querystring: SubmitQuery }>,
  board: string,
  slots: readonly Slot[],
  wanted: Wanted,
): Promise<Result[]> {
  const frame = frameOf(context, request, board);
  const reports: Report[] = [];
  const results = slots.map((slot): Result | undefined => {
    if ("problem" in slot) return slot.problem;
    const report = readReport(slot.input, frame);
    if (!report.ok) return problemOf(report.refusal);
    reports.push(report.value);
    return undefined;
  });
  return submitRest(context, results, reports, wanted);
}

/** Submits reports; what becomes of them fills the free places of `results` in turn. */
async function submitRest(
  context: HttpContext,
  results: readonly (Result | undefined)[],
  reports: readonly Report[],
  wanted: Wanted,
): Promise<Result[]> {
  const outcomes = await context.submitter.submit(reports, wanted);
  let next = 0;
  return results.map((result) => result ?? resultOf(outcomes[next++]!));
}

function resultOf(outcome: Outcome): Result {
  return problemOfOutcome(outcome) ?? (outcome as Taken);
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
function checkBackfill(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const { backfill } = request.query as { backfill?: unknown };
  if (backfill === "true" && request.access?.rights.includes("admin") !== true)
    done(new Problem("forbidden", "backfill needs a key with the right admin"));
  else done();
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
