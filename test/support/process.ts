/** The service as a process of its own, from the sources, so that a test can kill it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { adminSecret } from "./service.ts";

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything it wrote to its error output so far. */
  errors(): string;
  /** Sends a signal and waits for the end; returns the exit code, null after a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const repository = new URL("../..", import.meta.url).pathname;

/** Command and arguments that run the command line from the sources. */
export function laurelCommand(...args: string[]): [command: string, args: string[]] {
  return [process.execPath, ["--import", "tsx", `${repository}src/cli/main.ts`, ...args]];
}

/** Starts `laurel serve` on a folder and a free port; resolves when it listens. */
export function startProcess(
  folder: string,
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  return start(laurelCommand("serve", "--port", "0", "--data", folder, ...args), environment);
}

/** The same service with tables of identities that hold a few events. */
export function startWithSmallTables(
  folder: string,
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  const script = `${repository}test/support/serve-small-tables.ts`;
  return start([process.execPath, ["--import", "tsx", script, folder]], environment);
}

async function start(
  [command, all]: [command: string, args: string[]],
  environment: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(command, all, {
    cwd: repository,
    env: { ...process.env, LAUREL_ADMIN_KEY: adminSecret, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on("line", (line) => {
      const found = /^Laurel serves (http:\S+)/.exec(line);
      if (found !== null) resolve(found[1]!);
    });
    void exited.then((code) => reject(new Error(`laurel serve ended with ${code}: ${errors}`)));
  });
  return {
    child,
    url,
    errors: () => errors,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
