/** Calls over HTTP: address, key, signature, time limits, retries, and every failure as a LaurelError. */
import { type Query, writeQuery } from "./address.ts";
import { LaurelError } from "./laurel-error.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { readAnswer } from "./read-answer.ts";
import { backOffMs, isPassing, sleep } from "./retry.ts";
import { sign } from "./sign.ts";

/** What is sent. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Query;
  /** JSON, as text: what is signed and what is sent again is the same to the byte. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it may be sent again when nobody knows what became of it; a GET always may. */
  readonly repeatable?: boolean;
}

const timeoutMsDefault = 30_000;
const tryTimeoutMsDefault = 10_000;
const retriesDefault = 3;

export class Requester {
  readonly #url: string;
  readonly #key: string | null;
  readonly #signingSecret: string | null;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #tryTimeoutMs: number;
  readonly #retries: number;

  constructor(options: ClientOptions) {
    const { protocol } = new URL(options.url);
    if (protocol !== "http:" && protocol !== "https:")
      throw new TypeError(`url ${options.url} is not an http or https address`);
    this.#url = options.url.replace(/\/+$/, "");
    this.#key = options.key ?? null;
    this.#signingSecret = options.signingSecret ?? null;
    // Called without a receiver: browsers refuse a fetch that is called as a method of something else.
    const own = options.fetch;
    this.#fetch = own === undefined ? (input, init) => fetch(input, init) : (input, init) => own(input, init);
    this.#timeoutMs = options.timeoutMs ?? timeoutMsDefault;
    this.#tryTimeoutMs = options.tryTimeoutMs ?? tryTimeoutMsDefault;
    this.#retries = options.retries ?? retriesDefault;
  }

  /** How often a call with these options may be sent again. */
  retriesOf(options: CallOptions): number {
    return options.retries ?? this.#retries;
  }

  /** The parsed body of the answer, from as many tries as it takes and the limits allow. */
  async send<T>(call: Call, options: CallOptions = {}): Promise<T> {
    const { signal, timeoutMs = this.#timeoutMs } = options;
    const repeatable = call.repeatable ?? call.method === "GET";
    const retries = repeatable ? this.retriesOf(options) : 0;
    const endsAt = performance.now() + timeoutMs;
    for (let tries = 1; ; tries += 1) {
      const leftMs = endsAt - performance.now();
      try {
        // The last try has all the time that is left.
        const limitMs = tries > retries ? leftMs : Math.min(this.#tryTimeoutMs, leftMs);
        return await this.#try<T>(call, limitMs, signal);
      } catch (error) {
        if (!(error instanceof LaurelError) || tries > retries || !isPassing(error)) throw error;
        const waitMs = backOffMs(tries, error.retryAfterMs);
        // No time for another try: what went wrong says more than that the time is over.
        if (performance.now() + waitMs >= endsAt) throw error;
        await sleep(waitMs, signal);
      }
    }
  }

  /** One try, ended by its time limit or the caller's signal. */
  async #try<T>(call: Call, limitMs: number, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), limitMs);
    const follow = (): void => end.abort();
    signal?.addEventListener("abort", follow);
    try {
      return await readAnswer<T>(await this.fetch(call, end.signal));
    } catch (error) {
      if (error instanceof LaurelError) throw error;
      signal?.throwIfAborted();
      throw end.signal.aborted ? timedOut(limitMs, error) : this.failureOf(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", follow);
    }
  }

  /** The bare answer, whatever its status. Throws what `fetch` throws. */
  async fetch(call: Call, signal: AbortSignal): Promise<Response> {
    const { method, body } = call;
    const path = call.path + writeQuery(call.query ?? {});
    const headers: Record<string, string> = { accept: "application/json", ...call.headers };
    if (this.#key !== null) headers.authorization = `Bearer ${this.#key}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (this.#signingSecret !== null && method !== "GET") {
      const signed = { method, path, body: body ?? "" };
      headers["laurel-signature"] = await sign(this.#signingSecret, signed, Date.now());
    }
    return this.#fetch(this.#url + path, { method, headers, body, signal });
  }

  /** What was thrown while nothing was aborted: of the client's own making, or the network's. */
  failureOf(error: unknown): LaurelError {
    if (error instanceof LaurelError) return error;
    const detail = `${this.#url} cannot be reached: ${reasonOf(error)}`;
    return new LaurelError({ status: 0, code: "unreachable", detail, cause: error });
  }
}

/** `limitMs` is what the try had. */
export function timedOut(limitMs: number, cause: unknown): LaurelError {
  const detail = `no answer within ${Math.round(limitMs)} ms`;
  return new LaurelError({ status: 0, code: "timeout", detail, cause });
}

/** fetch says "fetch failed" and keeps the reason as its cause; a host with several addresses, as a list of them. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string; errors?: { message: string }[] } };
  const reason = cause?.errors?.[0]?.message ?? cause?.message ?? cause?.code;
  if (reason !== undefined && reason !== "") return reason;
  return error instanceof Error ? error.message : String(error);
}
