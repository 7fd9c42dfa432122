/** What a call that failed throws, whatever the reason. */
export class LaurelError extends Error {
  override readonly name = "LaurelError";
  /** HTTP status of the answer; 0 where none came. */
  readonly status: number;
  /**
   * The `code` of the problem document. Where there is none: `unreachable` (no connection, or it broke),
   * `timeout`, `invalid_id` (an id that no address can carry: nothing was sent), or `unexpected_answer`
   * (not an answer of Laurel's: a proxy in between, or another service).
   */
  readonly code: string;
  /** One sentence for the caller: the value and the rule. */
  readonly detail: string;
  /** By which the service's log names the request; null where no answer came. */
  readonly requestId: string | null;
  /** The answer's body: parsed JSON, the text where it is none, null where no answer came. */
  readonly body: unknown;
  /** How long the service asks to wait before another try; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(failure: {
    status: number;
    code: string;
    detail: string;
    requestId?: string | null;
    body?: unknown;
    retryAfterMs?: number | null;
    cause?: unknown;
  }) {
    super(`${failure.detail} (${failure.code})`, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.detail = failure.detail;
    this.requestId = failure.requestId ?? null;
    this.body = failure.body ?? null;
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }
}
