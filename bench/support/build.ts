/** The benches measure what ships: dist/, made from the sources as they are. */
import { join } from "node:path";
import { outputOf, repository, start } from "./processes.ts";

export async function buildProduct(): Promise<void> {
  const script = join(repository, "scripts/build.mjs");
  await outputOf(start(process.execPath, [script], { core: null }), "scripts/build.mjs");
}
