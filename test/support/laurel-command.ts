import { spawn } from "node:child_process";
import { laurelCommand } from "./process.ts";

/** Where the sources find the client's sources, so that no build is needed. */
const tsconfig = new URL("../../tsconfig.check.json", import.meta.url).pathname;

/** What a command of the command line ended with. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `laurel` from the sources with these arguments, and waits for its end. */
export async function runLaurel(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const [command, all] = laurelCommand(...args);
  const child = spawn(command, all, {
    env: { ...process.env, TSX_TSCONFIG_PATH: tsconfig, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const read = (stream: NodeJS.ReadableStream): (() => string) => {
    let text = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    return () => text;
  };
  const stdout = read(child.stdout);
  const stderr = read(child.stderr);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout: stdout(), stderr: stderr() };
}
