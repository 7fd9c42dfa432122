/**
 * Processes that a bench starts: pinned to a core, waited for, and ended by their pid, the last one first, also
 * after an interrupt.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const repository = new URL("../..", import.meta.url).pathname;

export interface Started {
  readonly pid: number;
  readonly child: ChildProcess;
  /** What it wrote to its error output, the last of it. */
  errors(): string;
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface StartOptions {
  /** The core that it may run on; null for any. */
  readonly core: number | null;
  readonly environment?: Record<string, string>;
  readonly cwd?: string;
}

/** Closes what was opened, last-in first-out. Who closes second waits for the first. */
export class Closers {
  readonly #closers: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | null = null;

  add(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

/** What is open at the moment, the innermost last. */
const open: Closers[] = [];

/** Runs `work`, and closes whatever it opened, however it ends. */
export async function withClosers<T>(work: (closers: Closers) => Promise<T>): Promise<T> {
  const closers = new Closers();
  if (open.push(closers) === 1) for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
  try {
    return await work(closers);
  } finally {
    await closers.close();
    open.splice(open.indexOf(closers), 1);
    if (open.length === 0) for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupt);
  }
}

/** Everything is closed before the process ends, from the inside out; a second signal does not hurry it. */
async function interrupt(): Promise<void> {
  for (const closers of [...open].reverse()) await closers.close();
  process.exit(130);
}

/** Starts a program with the tail of its errors kept; `taskset` and `setpriv` replace themselves, so the pid is its own. */
export function start(command: string, args: readonly string[], options: StartOptions): Started {
  const all =
    options.core === null ? [command, ...args] : ["taskset", "-c", String(options.core), command, ...args];
  const child = spawn(all[0]!, all.slice(1), {
    cwd: options.cwd ?? repository,
    env: { ...process.env, ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  return {
    pid: child.pid ?? 0,
    child,
    errors: () => errors,
    end: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

/** Starts a TypeScript file of the benches with Node. */
export function startScript(
  file: string,
  args: readonly string[],
  options: StartOptions,
  flags: readonly string[] = [],
): Started {
  return start(
    process.execPath,
    [...flags, "--import", "tsx", join(repository, "bench", file), ...args],
    options,
  );
}

/** Resolves with the first line of its output that matches; throws when it ends without one. */
export function waitForLine(started: Started, what: string, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = pattern.exec(text);
      if (found !== null) resolve(found);
    };
    started.child.stdout!.on("data", hear);
    started.child.once("error", (error) => reject(new Error(`${what} does not start: ${error.message}`)));
    started.child.once("exit", (code) =>
      reject(new Error(`${what} ended with ${code}: ${started.errors()}${text}`)),
    );
  });
}

/** Its whole output, once it has ended; throws where it failed. */
export function outputOf(started: Started, what: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    started.child.stdout!.on("data", (chunk: Buffer) => chunks.push(chunk));
    started.child.once("error", (error) => reject(new Error(`${what} does not start: ${error.message}`)));
    started.child.once("close", (code) => {
      const output = Buffer.concat(chunks).toString();
      if (code === 0) resolve(output);
      else reject(new Error(`${what} ended with ${code}: ${started.errors()}${output.slice(-2_000)}`));
    });
  });
}

/** Throws with what to install unless the program is there; where it is otherwise. */
export function findTool(name: string, debianPackage: string, folders: readonly string[] = []): string {
  const path = [...folders, ...(process.env.PATH ?? "").split(":"), "/usr/sbin"].join(":");
  const found = spawnSync("sh", ["-c", `command -v ${name}`], { env: { ...process.env, PATH: path } });
  const file = found.stdout.toString().trim();
  if (file !== "") return file;
  throw new Error(`${name} is not installed; on Debian: apt-get install ${debianPackage}`);
}

/** A port of the loopback that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A folder of its own, gone when the bench ends. */
export function makeFolder(closers: Closers, parent: string | undefined): string {
  const folder = mkdtempSync(join(parent ?? tmpdir(), "laurel-bench-"));
  closers.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
