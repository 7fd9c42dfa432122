/** Reports on their way out: each with an identity, in requests of a size that the service takes. */
import { boardPath } from "./address.ts";
import type { CallOptions } from "./options.ts";
import type { Requester } from "./requester.ts";
import type { BatchAnswer, BatchResult, Report, Submitted } from "./types.ts";

export interface BatchOptions extends CallOptions {
  /** How much of the standings an answer holds: `ranks` (of one report), `scores` (of a batch) unless told. */
  readonly answer?: "ranks" | "scores" | "none";
  /** With `scopes`, answers hold the standings of scopes too. */
  readonly include?: "scopes";
  /** Take it into periods that are past, closed ones included: for history, with the right `admin`. */
  readonly backfill?: boolean;
}

export interface SubmitOptions extends BatchOptions {
  /** Stands in for a missing matchId: a retry with the same key counts once. */
  readonly idempotencyKey?: string;
}

/** The most that one request may hold. */
const requestReportsMax = 5_000;
const requestBytesMax = 8 * 1024 * 1024;

export function submit(
  requester: Requester,
  board: string,
  report: Report,
  options: SubmitOptions,
): Promise<Submitted> {
  const { answer, include, backfill, idempotencyKey } = options;
  const call = {
    method: "POST",
    path: `${boardPath(board)}/scores`,
    query: { answer, include, backfill },
    body: JSON.stringify(report),
    headers: idempotencyKey === undefined ? undefined : { "idempotency-key": idempotencyKey },
    repeatable: idempotencyKey !== undefined || hasIdentity(report),
  } as const;
  return requester.send(call, options);
}

export async function submitBatch(
  requester: Requester,
  board: string,
  reports: readonly Report[],
  options: BatchOptions,
): Promise<BatchAnswer> {
  const { answer, include, backfill } = options;
  const results: BatchResult[] = [];
  const total = { applied: 0, duplicates: 0, held: 0, refused: 0 };
  // Of a batch in which one report has no identity, nothing is sent again.
  const repeatable = reports.every(hasIdentity);
  for (const body of requestBodies(reports)) {
    const first = results.length;
    const call = {
      method: "POST",
      path: `${boardPath(board)}/scores/batch`,
      query: { answer, include, backfill },
      body,
      repeatable,
    } as const;
    const part = await requester.send<BatchAnswer>(call, options);
    for (const result of part.results) results.push({ ...result, index: first + result.index });
    for (const count of ["applied", "duplicates", "held", "refused"] as const) total[count] += part[count];
  }
  return { results, ...total };
}

/** The reports as JSON arrays, each within what one request may hold. An empty batch is asked about too. */
function* requestBodies(reports: readonly Report[]): Generator<string, void, undefined> {
  const encoder = new TextEncoder();
  let parts: string[] = [];
  let bytes = 2;
  for (const report of reports) {
    const text = JSON.stringify(report);
    const size = encoder.encode(text).length + 1;
    if (parts.length === requestReportsMax || (parts.length > 0 && bytes + size > requestBytesMax)) {
      yield `[${parts.join(",")}]`;
      parts = [];
      bytes = 2;
    }
    parts.push(text);
    bytes += size;
  }
  if (parts.length > 0 || reports.length === 0) yield `[${parts.join(",")}]`;
}

/** Whether a report may be sent twice and counts once. Nobody but the caller knows which match it is of. */
function hasIdentity(report: Report): boolean {
  return report.matchId !== undefined;
}
