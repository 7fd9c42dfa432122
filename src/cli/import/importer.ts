/**
 * Sends rows to the service: a few requests at a time, and no row is read before there is room for it.
 *
 * What the service cannot take now (503, 429, a connection that breaks) is sent again, later and later, until it
 * is taken or nothing was for the length of the patience. That is safe: a report that was taken already is
 * answered as a duplicate.
 */
import type { BatchAnswer, BatchResult, LaurelError, Report } from "laurel-client";
import { CliFault } from "../output.ts";
import { type Batch, Batches, type BatchLimits } from "./batches.ts";
import type { ReportRow, Row } from "./row.ts";
import type { Tally } from "./tally.ts";

export interface ImportRules {
  /** Requests at a time. */
  readonly inFlight: number;
  readonly limits: BatchLimits;
  /** How long the service may take nothing before the import gives up. */
  readonly patienceMs: number;
  /** The board was named once for all rows: without it there is nothing to do. */
  readonly oneBoard: boolean;
}

/** Sends one batch; throws a LaurelError. */
export type Send = (board: string, reports: readonly Report[]) => Promise<BatchAnswer>;

const backOffFirstMs = 100;
const backOffMostMs = 5_000;

export class Importer {
  readonly #send: Send;
  readonly #rules: ImportRules;
  readonly #tally: Tally;
  readonly #flying = new Set<Promise<void>>();
  #fault: Error | null = null;
  #everTaken = false;
  /** Since when nothing was taken, though something was sent. */
  #troubleSince: number | null = null;

  constructor(send: Send, rules: ImportRules, tally: Tally) {
    this.#send = send;
    this.#rules = rules;
    this.#tally = tally;
  }

  /**
   * Sends all rows. Throws what ended it early, when every request that was under way has its answer. What was
   * read before a fault in a file is sent.
   */
  async run(slices: AsyncIterable<readonly Row[]>): Promise<void> {
    const batches = new Batches(this.#rules.limits);
    try {
      for await (const slice of slices) {
        for (const row of slice) {
          if ("code" in row) this.#tally.refuse(row);
          else {
            const batch = batches.add(row);
            if (batch !== null) await this.#start(batch);
          }
        }
      }
    } finally {
      await this.#land(batches.rest());
    }
    if (this.#fault !== null) throw this.#fault;
  }

  /** Sends what is left, unless a fault has made an end of it, and waits for every answer. */
  async #land(batches: Iterable<Batch>): Promise<void> {
    for (const batch of batches) {
      await this.#room();
      if (this.#fault === null) this.#fly(batch);
    }
    await Promise.all(this.#flying);
  }

  /** Sends a batch once there is room. Throws the fault that has made an end of it. */
  async #start(batch: Batch): Promise<void> {
    await this.#room();
    if (this.#fault !== null) throw this.#fault;
    this.#fly(batch);
  }

  async #room(): Promise<void> {
    while (this.#flying.size >= this.#rules.inFlight) await Promise.race(this.#flying);
  }

  #fly(batch: Batch): void {
    const flight = this.#deliver(batch)
      .catch((error: Error) => {
        this.#fault ??= error;
      })
      .finally(() => this.#flying.delete(flight));
    this.#flying.add(flight);
  }

  async #deliver(batch: Batch): Promise<void> {
    let { rows } = batch;
    for (let waitMs = backOffFirstMs; ; waitMs = Math.min(2 * waitMs, backOffMostMs)) {
      const before = rows.length;
      const { left, reason, askedMs } = await this.#try(batch.board, rows);
      if (left.length === 0) return;
      rows = left;
      this.#troubleSince ??= performance.now();
      if (rows.length < before) waitMs = backOffFirstMs;
      // Another request has failed for good: this one need not be tried for long either.
      if (this.#fault !== null) return;
      if (performance.now() - this.#troubleSince > this.#rules.patienceMs) throw this.#givenUp(reason);
      await new Promise((resolve) => setTimeout(resolve, Math.max(waitMs, askedMs ?? 0)));
    }
  }

  #givenUp(reason: string): Error {
    const seconds = Math.round(this.#rules.patienceMs / 1_000);
    return new CliFault(
      `the service took nothing for ${seconds} s (${reason}). Run the same command again later: what it has taken already counts as a duplicate then`,
      1,
    );
  }

  /** One request. */
  async #try(board: string, rows: readonly ReportRow[]): Promise<Tried> {
    try {
      const { results } = await this.#send(
        board,
        rows.map((row) => row.report),
      );
      const left = rows.filter((row, i) => !this.#count(row, results[i]!));
      if (left.length < rows.length) {
        this.#everTaken = true;
        this.#troubleSince = null;
      }
      return { left, reason: results.find(isPassing)?.detail ?? "", askedMs: null };
    } catch (error) {
      const fault = error as LaurelError;
      if (fault.status === 413 && rows.length > 1) return this.#halve(board, rows);
      if (fault.status === 404 && !this.#rules.oneBoard) {
        for (const { file, line } of rows)
          this.#tally.refuse({ file, line, code: fault.code, detail: fault.detail });
        return { left: [], reason: "", askedMs: null };
      }
      // A service that was never there is not waited for: it does not run, or the address is wrong.
      if (!isPassing(fault) || (fault.code === "unreachable" && !this.#everTaken)) throw fault;
      return { left: rows, reason: fault.detail, askedMs: fault.retryAfterMs };
    }
  }

  /** Something in between takes less than the service does. */
  async #halve(board: string, rows: readonly ReportRow[]): Promise<Tried> {
    const half = rows.length >> 1;
    const first = await this.#try(board, rows.slice(0, half));
    const second = await this.#try(board, rows.slice(half));
    return { ...second, left: [...first.left, ...second.left] };
  }

  /** false where the row must be sent again. */
  #count(row: ReportRow, result: BatchResult): boolean {
    const tally = this.#tally;
    if (isPassing(result)) return false;
    if (result.status >= 400) {
      const { code = "", detail = "" } = result;
      tally.refuse({ file: row.file, line: row.line, code, detail });
      return true;
    }
    if (result.duplicate === true) tally.duplicates += 1;
    else if (result.applied === true) tally.applied += 1;
    else tally.held += 1;
    if (row.report.matchId === undefined) tally.withoutMatch += 1;
    return true;
  }
}

interface Tried {
  /** Rows to send again. */
  readonly left: readonly ReportRow[];
  /** Why they were not taken. */
  readonly reason: string;
  /** How long the service asks to wait. */
  readonly askedMs: number | null;
}

/** Whether another try may go better. */
function isPassing({ status, code }: { readonly status: number; readonly code?: string }): boolean {
  return [429, 502, 503, 504].includes(status) || code === "unreachable" || code === "timeout";
}
