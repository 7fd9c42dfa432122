/** Long operations: started by one request, watched by others. */
import type { Context } from "./context.ts";

export interface Job {
  readonly id: string;
  readonly verb: string;
  /** Id of the board it works on; null for all. */
  readonly board: string | null;
  state: "running" | "done" | "failed";
  readonly startedAt: number;
  endedAt: number | null;
  progress: unknown;
  /** What it found; the message of the error where it failed. */
  result: unknown;
}

/** Ended jobs are kept this many, the oldest go first. */
const endedMax = 100;

export class Jobs {
  readonly #context: Context;
  readonly #jobs = new Map<string, Job>();

  constructor(context: Context) {
    this.#context = context;
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Starts a job. One that runs already on the same board is not started twice: it is returned. */
  start(
    verb: string,
    board: string | null,
    work: (progress: (value: unknown) => void) => Promise<unknown>,
  ): Job {
    for (const job of this.#jobs.values())
      if (job.state === "running" && job.verb === verb && job.board === board) return job;
    const { clock, makeId } = this.#context;
    const job: Job = {
      id: makeId(),
      verb,
      board,
      state: "running",
      startedAt: clock.now(),
      endedAt: null,
      progress: null,
      result: null,
    };
    this.#jobs.set(job.id, job);
    const end = (state: "done" | "failed", result: unknown): void => {
      Object.assign(job, { state, result, endedAt: clock.now() });
      this.#forget();
    };
    work((value) => {
      job.progress = value;
    }).then(
      (result) => end("done", result),
      (error) => end("failed", error instanceof Error ? error.message : String(error)),
    );
    return job;
  }

  #forget(): void {
    const ended = [...this.#jobs.values()].filter((job) => job.state !== "running");
    for (const job of ended.slice(0, Math.max(0, ended.length - endedMax))) this.#jobs.delete(job.id);
  }
}
