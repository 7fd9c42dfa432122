/** One request and its answer: address, key, time limit, and every failure as a LaurelError. */
import { LaurelError } from "./laurel-error.ts";

/** What every call takes besides its own options. */
export interface CallOptions {
  /** Ends the call when it is aborted: the call then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long the call may take, answer included; otherwise as the client was made. */
  readonly timeoutMs?: number;
}

export interface ClientOptions {
  /** Address of the service, such as `https://scores.example.com`; a path in it is kept. */
  readonly url: string;
  /** Sent as `Authorization: Bearer`; boards with public reads need none. */
  readonly key?: string | null;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** How long a call may take; 10 s where it is left out. */
  readonly timeoutMs?: number;
}

/** What is sent. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** Parameters that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Goes as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const timeoutMsDefault = 10_000;

export class Requester {
  readonly #url: string;
  readonly #key: string | null;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;

  constructor(options: ClientOptions) {
    const { protocol } = new URL(options.url);
    if (protocol !== "http:" && protocol !== "https:")
      throw new TypeError(`url ${options.url} is not an http or https address`);
    this.#url = options.url.replace(/\/+$/, "");
    this.#key = options.key ?? null;
    // Called without a receiver: browsers refuse a fetch that is called as a method of something else.
    const own = options.fetch;
    this.#fetch = own === undefined ? (input, init) => fetch(input, init) : (input, init) => own(input, init);
    this.#timeoutMs = options.timeoutMs ?? timeoutMsDefault;
  }

  /** The parsed body of an answer with a status of 200 to 299; undefined for one without a body. */
  async send<T>(request: Call, options: CallOptions = {}): Promise<T> {
    const { signal, timeoutMs = this.#timeoutMs } = options;
    signal?.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    const follow = (): void => limit.abort();
    signal?.addEventListener("abort", follow);
    try {
      const response = await this.#fetch(this.#url + request.path + writeQuery(request.query), {
        method: request.method,
        headers: this.#headers(request),
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        signal: limit.signal,
      });
      const text = await response.text();
      return readAnswer<T>(response, text);
    } catch (error) {
      if (error instanceof LaurelError) throw error;
      signal?.throwIfAborted();
      throw limit.signal.aborted ? timedOut(timeoutMs, error) : unreachable(this.#url, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", follow);
    }
  }

  #headers(request: Call): Record<string, string> {
    const headers: Record<string, string> = { accept: "application/json", ...request.headers };
    if (this.#key !== null) headers.authorization = `Bearer ${this.#key}`;
    if (request.body !== undefined) headers["content-type"] = "application/json";
    return headers;
  }
}

/** Percent-encodes an id for a path. */
export function segment(id: string): string {
  // URL parsers take these out, encoded or not: the request would go elsewhere.
  if (id === "." || id === "..") throw invalidId(id, "cannot stand in an address");
  return encode(id);
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    // A lone surrogate has no UTF-8: replacing it would quietly ask for another id.
    throw invalidId(text, "is not well-formed Unicode", cause);
  }
}

function invalidId(id: string, fault: string, cause?: unknown): LaurelError {
  return new LaurelError({
    status: 0,
    code: "invalid_id",
    detail: `${JSON.stringify(id)} ${fault}`,
    cause,
  });
}

function writeQuery(query: Call["query"] = {}): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parts.push(`${encode(name)}=${encode(String(value))}`);
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function readAnswer<T>(response: Response, text: string): T {
  if (response.status === 204) return undefined as T;
  const body = parse(text);
  if (response.ok && body !== undefined) return body as T;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const problem = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const known = typeof problem.code === "string" && typeof problem.detail === "string";
  throw new LaurelError({
    status: response.status,
    code: known ? (problem.code as string) : "unexpected_answer",
    detail: known
      ? (problem.detail as string)
      : `the answer with status ${response.status} is not one of Laurel's: ${text.slice(0, 100)}`,
    requestId: response.headers.get("laurel-request-id"),
    body: body ?? text,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : null,
  });
}

/** undefined where the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function timedOut(timeoutMs: number, cause: unknown): LaurelError {
  const detail = `no answer within ${timeoutMs} ms`;
  return new LaurelError({ status: 0, code: "timeout", detail, cause });
}

function unreachable(url: string, cause: unknown): LaurelError {
  const detail = `${url} cannot be reached: ${reasonOf(cause)}`;
  return new LaurelError({ status: 0, code: "unreachable", detail, cause });
}

/** fetch says "fetch failed" and keeps the reason as its cause; a host with several addresses, as a list of them. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string; errors?: { message: string }[] } };
  const reason = cause?.errors?.[0]?.message ?? cause?.message ?? cause?.code;
  if (reason !== undefined && reason !== "") return reason;
  return error instanceof Error ? error.message : String(error);
}
