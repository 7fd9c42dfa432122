import type { FastifyInstance } from "fastify";
import { shown } from "../../core/refusal.ts";
import type { Job } from "../../service/jobs.ts";
import type { HttpContext } from "../context.ts";
import { Problem } from "../problem.ts";
import { JobAnswer, JobParams, NoQuery } from "../schemas.ts";

/** Long operations, to watch. */
export function jobRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Params: { id: string } }>("/v1/admin/jobs/:id", {
    config: { access: { right: "admin" } },
    schema: {
      tags: ["admin"],
      summary: "How a long operation is getting on",
      params: JobParams,
      querystring: NoQuery,
      response: { 200: JobAnswer },
    },
    handler: async (request) => {
      const job = context.jobs.find(request.params.id);
      if (job === undefined) throw unknownJob(request.params.id);
      const { access } = request;
      if (job.board === null ? access?.boards !== null : access?.boards?.includes(job.board) === false)
        throw unknownJob(request.params.id);
      return writeJob(job);
    },
  });
}

export function writeJob(job: Job): Record<string, unknown> {
  const { id, verb, board, state, startedAt, endedAt, progress, result } = job;
  return { id, verb, board, state, startedAt, endedAt, progress, result };
}

function unknownJob(id: string): Problem {
  return new Problem("unknown_job", `job ${shown(id)} does not exist, or ended long ago`);
}
