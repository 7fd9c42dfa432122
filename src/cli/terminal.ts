/** What a command reads from and writes to: handed in, so that a test can take the place of a person. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface Terminal {
  readonly input: Readable;
  /** Results: what a pipe takes on. */
  readonly output: Writable;
  /** Errors and progress. */
  readonly errors: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const processTerminal: Terminal = {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  environment: process.env,
};

/** Writes lines of a result. */
export function print(terminal: Terminal, ...lines: string[]): void {
  terminal.output.write(`${lines.join("\n")}\n`);
}

/** Writes lines that are not the result itself. */
export function note(terminal: Terminal, ...lines: string[]): void {
  terminal.errors.write(`${lines.join("\n")}\n`);
}

export function printJson(terminal: Terminal, value: unknown): void {
  print(terminal, JSON.stringify(value, null, 2));
}

/** Text is handed on in pieces of about this size. */
const pieceLength = 64 * 1024;

/**
 * Writes many lines, never faster than they are taken. `add` hands text on when enough has come together; its
 * promise is there only where the reader is behind.
 */
export class LineWriter {
  readonly #output: Writable;
  #piece = "";

  constructor(terminal: Terminal) {
    this.#output = terminal.output;
  }

  add(line: string): Promise<unknown> | undefined {
    this.#piece += `${line}\n`;
    return this.#piece.length < pieceLength ? undefined : this.end();
  }

  /** Hands on what is left. */
  end(): Promise<unknown> | undefined {
    const piece = this.#piece;
    this.#piece = "";
    if (piece === "" || this.#output.write(piece)) return undefined;
    return once(this.#output, "drain");
  }
}
