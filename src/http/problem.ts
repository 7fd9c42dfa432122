/**
 * Errors on the wire: RFC 9457 problem documents, one shape everywhere. The one table from codes to statuses.
 */
import type { Refusal, Result } from "../core/refusal.ts";

/** code -> status and title. Codes of core, and those that only HTTP has. */
const problems = {
  unauthorized: [401, "Unauthorized"],
  forbidden: [403, "Forbidden"],
  unknown_route: [404, "Unknown route"],
  unknown_board: [404, "Unknown board"],
  unknown_player: [404, "Unknown player"],
  unknown_period: [404, "Unknown period"],
  unknown_key: [404, "Unknown key"],
  unknown_job: [404, "Unknown job"],
  no_current_period: [404, "No current period"],
  method_not_allowed: [405, "Method not allowed"],
  body_too_large: [413, "Body too large"],
  uri_too_long: [414, "Address too long"],
  unsupported_media_type: [415, "Unsupported media type"],
  headers_too_large: [431, "Headers too large"],
  invalid_json: [400, "Not JSON"],
  invalid_request: [400, "Invalid request"],
  invalid_id: [400, "Invalid id"],
  invalid_number: [400, "Invalid number"],
  cursor_mismatch: [400, "Cursor of other standings"],
  too_many_decimals: [422, "Too many decimals"],
  match_conflict: [409, "Match conflict"],
  player_erased: [409, "Player erased"],
  achieved_at_in_future: [422, "achievedAt in the future"],
  achieved_at_too_old: [422, "achievedAt too old"],
  unknown_scope: [422, "Unknown scope"],
  period_mismatch: [422, "Period mismatch"],
  no_period: [409, "No period"],
  period_closed: [409, "Period closed"],
  score_out_of_range: [422, "Score out of range"],
  total_out_of_range: [422, "Total out of range"],
  implausible: [422, "Implausible"],
  not_supported: [422, "Not supported"],
  board_in_use: [409, "Board in use"],
  capacity: [503, "Out of capacity"],
  overloaded: [503, "Overloaded"],
  not_taken: [503, "Ledger unavailable"],
  unknown_outcome: [503, "Unknown outcome"],
  not_ready: [503, "Not ready"],
  internal: [500, "Internal error"],
} as const satisfies Record<Refusal["code"] | string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problems;

/** Every code, for the OpenAPI document. */
export const problemCodes = Object.keys(problems) as ProblemCode[];

/** Seconds after which a 503 is worth another try. Room comes back when an operator makes some. */
const retrySeconds: Partial<Record<ProblemCode, number>> = { capacity: 60 };

/** Where problem types are explained: a stable name, not an address that anybody must be able to open. */
const typeBase = "https://laurel.invalid/problems/";

/** An error on its way to the caller. Thrown by http's own code; a refusal of core becomes one. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly path: string | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  /** Seconds after which the caller should try again. */
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { path?: string; extra?: Readonly<Record<string, unknown>>; headers?: Record<string, string> } = {},
  ) {
    // An answer to a caller, not a fault: nobody reads its stack, and taking one costs more than the whole answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.path = more.path;
    this.extra = more.extra;
    this.retryAfter = this.status === 503 ? (retrySeconds[code] ?? 1) : undefined;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return problems[this.code][0];
  }
}

/** The problem that a refusal of core is on the wire. */
export function problemOf(refusal: Refusal): Problem {
  return new Problem(refusal.code, refusal.detail, { path: refusal.path, extra: refusal.extra });
}

/** A result's value; its refusal is thrown as the problem it is. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw problemOf(result.refusal);
}

/** The document's own fields, without those of the request: as a result in a batch has them. */
export function problemBody(problem: Problem): Record<string, unknown> {
  const [status, title] = problems[problem.code];
  return {
    type: typeBase + problem.code.replaceAll("_", "-"),
    title,
    status,
    code: problem.code,
    detail: problem.message,
    ...problem.extra,
    ...(problem.path === undefined ? {} : { errors: [{ path: problem.path, message: problem.message }] }),
  };
}

/** The whole document of an answer. */
export function problemDocument(
  problem: Problem,
  instance: string,
  requestId: string,
): Record<string, unknown> {
  const { errors, ...rest } = problemBody(problem) as { errors?: unknown };
  return { ...rest, instance, requestId, ...(errors === undefined ? {} : { errors }) };
}
