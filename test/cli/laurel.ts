/** The command line in a test: in this process with what it writes collected, or as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runLaurel } from "../../src/cli/run.ts";
import { laurelCommand } from "../support/process.ts";
import { adminSecret, type TestService } from "../support/service.ts";

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Parses what it wrote. */
  json(): unknown;
}

export interface RunOptions {
  readonly input?: string | Buffer;
  readonly environment?: Record<string, string>;
}

/** Runs `laurel` in this process. Its environment is empty but for what is given. */
export async function laurel(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const output = new PassThrough();
  const errors = new PassThrough();
  const written = Promise.all([text(output), text(errors)]);
  const code = await runLaurel(args, {
    input: Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)]),
    output,
    errors,
    environment: options.environment ?? {},
  });
  output.end();
  errors.end();
  const [out, err] = await written;
  return { code, out, err, json: () => JSON.parse(out) };
}

/** The environment by which commands find a test service. */
export function environmentOf(service: { url: string; folder: string }): Record<string, string> {
  return { LAUREL_URL: service.url, LAUREL_KEY: adminSecret, LAUREL_DATA: service.folder };
}

/** `laurel` on a test service. */
export function laurelOn(service: TestService, input?: string | Buffer): (...args: string[]) => Promise<Run> {
  return (...args) => laurel(args, { input, environment: environmentOf(service) });
}

/** Starts `laurel` as a process of its own. */
export function spawnLaurel(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const [command, all] = laurelCommand(...args);
  const env = { ...process.env, ...environment, TSX_TSCONFIG_PATH: "tsconfig.check.json" };
  return spawn(command, all, { cwd: new URL("../..", import.meta.url).pathname, env });
}

/** An address at which nothing listens. */
export async function nobodysAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
