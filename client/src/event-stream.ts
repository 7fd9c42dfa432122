/**
 * Server-Sent Events, read from a body as it comes: the rules are those of the HTML standard, section "Interpreting an
 * event stream".
 */

/** One event of a stream. */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly name: string;
  readonly data: string;
  /** By which the stream is taken up again; empty where it has none. */
  readonly id: string;
}

export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  /** The line that is not yet whole. */
  #rest = "";
  /** The last piece ended with CR: an LF that begins the next belongs to it. */
  #afterCr = false;
  #name = "";
  #data: string[] = [];
  #id: string;
  #retryMs: number | null = null;

  /** `id` is that of the last event of an earlier stream; empty where there was none. */
  constructor(id = "") {
    this.#id = id;
  }

  /** How long the stream asks to wait before it is opened again; null where it does not say. */
  get retryMs(): number | null {
    return this.#retryMs;
  }

  /** The events that a piece of the body completes. Pieces may end anywhere, also within a character. */
  *read(bytes: Uint8Array): Generator<StreamEvent, void, undefined> {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === "") return;
    if (this.#afterCr && text[0] === "\n") text = text.slice(1);
    this.#afterCr = text === "" ? false : text.endsWith("\r");
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line !== "") this.#take(line);
      else if (this.#data.length > 0) yield this.#dispatch();
      else this.#name = "";
    }
  }

  #take(line: string): void {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    // A line that begins with a colon is a comment: its field has no name.
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.#retryMs = Number(value);
  }

  #dispatch(): StreamEvent {
    const event = { name: this.#name || "message", data: this.#data.join("\n"), id: this.#id };
    this.#name = "";
    this.#data = [];
    return event;
  }
}
