/** How an import is getting on: a bar where a person watches, a line every few seconds elsewhere. */
import { SingleBar } from "cli-progress";
import { note, type Terminal } from "../terminal.ts";

export interface Seen {
  readonly rows: number;
  /** Of all files, as they lie there. */
  readonly bytes: number;
}

export interface Progress {
  stop(): void;
}

const barEveryMs = 200;
const lineEveryMs = 5_000;

/** Shows progress until it is stopped. `bytesAll` is null where nobody knows how much there is. */
export function showProgress(terminal: Terminal, bytesAll: number | null, see: () => Seen): Progress {
  const begun = performance.now();
  const line = (): string => describe(see(), bytesAll, performance.now() - begun);
  if (terminal.errors.isTTY !== true || bytesAll === null) {
    const timer = setInterval(() => note(terminal, line()), lineEveryMs);
    return { stop: () => clearInterval(timer) };
  }
  const bar = new SingleBar({
    format: "{bar} {line}",
    stream: terminal.errors,
    barsize: 24,
    barCompleteChar: "#",
    barIncompleteChar: "-",
    clearOnComplete: true,
  });
  bar.start(Math.max(1, bytesAll), 0, { line: "" });
  const update = (): void => bar.update(see().bytes, { line: line() });
  const timer = setInterval(update, barEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}

/** `120,000 rows, 64,210/s, 41 %, about 3 s left` */
export function describe({ rows, bytes }: Seen, bytesAll: number | null, ms: number): string {
  const count = (value: number): string => Math.round(value).toLocaleString("en");
  const rate = `${count(rows)} rows, ${count(rows / Math.max(ms / 1_000, 0.001))}/s`;
  if (bytesAll === null || bytes === 0) return rate;
  const share = Math.min(1, bytes / bytesAll);
  const left = (ms * (1 - share)) / share / 1_000;
  return `${rate}, ${Math.floor(100 * share)} %, about ${count(left)} s left`;
}
