/** The TypeScript of a document: its blocks put together as one program, and what its comments say it prints. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

export interface Examples {
  /** All blocks, in order. */
  readonly program: string;
  /** What stands behind `//` after each `console.log`, in order; ` | ` parts what a loop prints. */
  readonly printed: readonly string[];
}

export function readExamples(document: string): Examples {
  const text = readFileSync(repository + document, "utf8");
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block!);
  if (blocks.length === 0) throw new Error(`${document} has no block of TypeScript`);
  const program = blocks.join("\n");
  const logs = program.split("\n").filter((line) => line.includes("console.log("));
  const printed = logs.flatMap((line) => {
    const said = / \/\/ (.*)$/.exec(line)?.[1];
    if (said === undefined) throw new Error(`${document} does not say what this prints: ${line.trim()}`);
    return said.split(" | ");
  });
  return { program, printed };
}
