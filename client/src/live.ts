/**
 * A board as it changes: a stream of events that is taken up again when it breaks.
 *
 * It is read through `fetch`, not EventSource, which cannot send a key. The first connection fails as any call does.
 * After that the stream is opened again for as long as it takes, from the last event on (`Last-Event-ID`), until the
 * service ends it, refuses it, or the caller leaves.
 */
import { boardPath } from "./address.ts";
import { EventStreamReader, type StreamEvent } from "./event-stream.ts";
import { LaurelError } from "./laurel-error.ts";
import { readError } from "./read-answer.ts";
import { type Call, type Requester, timedOut } from "./requester.ts";
import { backOffMs, isPassing, sleep } from "./retry.ts";

export interface LiveOptions {
  /** As for other reads. */
  readonly period?: string;
  readonly scope?: string;
  /** How many rows of the top. */
  readonly limit?: number;
  /** A player whose rank and window are watched too. */
  readonly player?: string;
  /** Ends the stream when it is aborted: the loop then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** How often the first connection is tried again; otherwise as the client was made. */
  readonly retries?: number;
}

/**
 * `state`: all there is to see, first and after a gap. `change`: what changed since. `period`: `current` rolled over,
 * with all there is to see of the new one. `end`: the board is gone or the key revoked; nothing follows.
 */
export interface LiveEvent {
  readonly event: "state" | "change" | "period" | "end";
  /** The event's document, parsed. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The service sends something every 15 s: a stream that is silent for three times that is dead. */
const silenceMsDefault = 45_000;
/** A service that stops takes all its watchers with it: they come back over a span of 0.8 s and more. */
const widerBy = 2;

/** `break` (or `return`) aborts the request, also while an event is being waited for. */
export function live(
  requester: Requester,
  board: string,
  options: LiveOptions,
  silenceMsMax = silenceMsDefault,
): AsyncGenerator<LiveEvent, void, undefined> {
  const end = new AbortController();
  const events = new LiveStream(requester, board, options, end, silenceMsMax).events();
  const leave = events.return.bind(events);
  return Object.assign(events, {
    return: () => {
      end.abort();
      return leave();
    },
  });
}

class LiveStream {
  readonly #requester: Requester;
  readonly #call: Call;
  readonly #options: LiveOptions;
  /** Aborted when nobody wants any more. */
  readonly #end: AbortController;
  readonly #silenceMsMax: number;
  /** Whether an event has ever come. */
  #begun = false;
  #lastId = "";
  /** Connections that brought no event, in a row. */
  #failed = 0;
  /** What the stream asked to wait before it is opened again. */
  #retryMs: number | null = null;

  constructor(
    requester: Requester,
    board: string,
    options: LiveOptions,
    end: AbortController,
    silenceMsMax: number,
  ) {
    const { period, scope, limit, player } = options;
    this.#requester = requester;
    this.#call = {
      method: "GET",
      path: `${boardPath(board)}/live`,
      query: { period, scope, limit, player },
    };
    this.#options = options;
    this.#end = end;
    this.#silenceMsMax = silenceMsMax;
  }

  async *events(): AsyncGenerator<LiveEvent, void, undefined> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const abort = (): void => this.#end.abort();
    signal?.addEventListener("abort", abort);
    try {
      for (;;) {
        let retryAfterMs: number | null = null;
        try {
          for await (const event of this.#connect()) {
            yield event;
            if (event.event === "end") return;
          }
        } catch (error) {
          retryAfterMs = this.#judge(error);
        }
        this.#failed += 1;
        const waitMs = backOffMs(this.#failed + widerBy, retryAfterMs ?? this.#retryMs);
        await sleep(waitMs, this.#end.signal);
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!this.#end.signal.aborted) throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** How long the service asks to wait before the next connection. Throws the error where there is none. */
  #judge(error: unknown): number | null {
    if (!(error instanceof LaurelError) || !isPassing(error)) throw error;
    if (!this.#begun && this.#failed >= this.#requester.retriesOf(this.#options)) throw error;
    return error.retryAfterMs;
  }

  /** The events of one connection, to its end. */
  async *#connect(): AsyncGenerator<LiveEvent, void, undefined> {
    const connection = new AbortController();
    const abort = (): void => connection.abort();
    const { signal } = this.#end;
    signal.throwIfAborted();
    signal.addEventListener("abort", abort);
    /** The time in which the caller is busy with an event does not count as silence. */
    const audible = async <T>(awaited: Promise<T>): Promise<T> => {
      const timer = setTimeout(abort, this.#silenceMsMax);
      return awaited.finally(() => clearTimeout(timer));
    };
    try {
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (this.#lastId !== "") headers["last-event-id"] = this.#lastId;
      const response = await audible(this.#requester.fetch({ ...this.#call, headers }, connection.signal));
      const type = response.headers.get("content-type") ?? "";
      if (!response.ok || !type.startsWith("text/event-stream") || response.body === null)
        throw await audible(readError(response));
      const reader = response.body.getReader();
      const stream = new EventStreamReader(this.#lastId);
      for (;;) {
        const { done, value } = await audible(reader.read());
        if (done) return;
        for (const event of stream.read(value)) {
          this.#begun = true;
          this.#failed = 0;
          this.#lastId = event.id;
          yield readEvent(event);
        }
        this.#retryMs = stream.retryMs ?? this.#retryMs;
      }
    } catch (error) {
      if (error instanceof LaurelError) throw error;
      signal.throwIfAborted();
      throw connection.signal.aborted
        ? timedOut(this.#silenceMsMax, error)
        : this.#requester.failureOf(error);
    } finally {
      connection.abort();
      signal.removeEventListener("abort", abort);
    }
  }
}

function readEvent({ name, data }: StreamEvent): LiveEvent {
  try {
    return { event: name as LiveEvent["event"], data: JSON.parse(data) };
  } catch (cause) {
    const detail = `the event ${JSON.stringify(name)} is not one of Laurel's: ${data.slice(0, 100)}`;
    throw new LaurelError({ status: 200, code: "unexpected_answer", detail, cause });
  }
}
