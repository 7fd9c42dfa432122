/** What every script here shares: where the repository is, how it fails, and how it is started. */
import { realpathSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Something the reader can put right: its message says what and how, so it is shown without a stack. */
export class SetupError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs `main` if its file is the one that Node was started with. */
export async function runScript(url, main) {
  if (!isStarted(url)) return;
  try {
    await main();
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Prints why a script stops and returns the exit code to stop with. */
export function report(error) {
  if (error instanceof SetupError) console.error(error.message);
  else console.error(error);
  return error instanceof SetupError ? error.exitCode : 1;
}

function isStarted(url) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}
