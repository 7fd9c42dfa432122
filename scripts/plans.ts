/** What `laurel plan` calculates with, and what the documents show of it: parts of `npm run generate`. */
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { findRow } from "../bench/performance-doc.ts";
import { readReports } from "../bench/report.ts";
import { type Cost, costNames, costs } from "../src/cli/plan/costs.ts";
import { runLaurel } from "../src/cli/run.ts";

/** The text of src/cli/plan/measured.ts: each cost that a kept bench has measured, to three digits. */
export function measuredCosts(): string {
  const reports = readReports().filter((report) => report.full);
  const lines = costNames.flatMap((name) => {
    const { rows, scale = 1 }: Cost = costs[name];
    const row = rows.map((id) => findRow(id, reports)).find((one) => one !== null);
    if (row === undefined || row === null) return [];
    return [`  ${name}: { value: ${Number((row.ours * scale).toPrecision(3))}, row: "${row.id}" },\n`];
  });
  return [
    "/** Generated from bench/results/ by `npm run generate`: change those, not this. */\n",
    "export const measured: Readonly<Record<string, { value: number; row: string } | undefined>> = {",
    ...(lines.length === 0 ? [] : ["\n", ...lines]),
    "};\n",
  ].join("");
}

/** A block of a document that shows a plan: the command behind a `$`, and what it prints. */
const planBlock = /```console\n\$ laurel (plan [^\n]*)\n.*?```/gs;

/** A document with what its plans print now. */
export async function withPlans(document: string): Promise<string> {
  const commands = [...document.matchAll(planBlock)].map((block) => block[1]!);
  const outputs = await Promise.all(commands.map(outputOf));
  let next = 0;
  return document.replace(planBlock, (_block, command: string) => {
    return `\`\`\`console\n$ laurel ${command}\n${outputs[next++]}\`\`\``;
  });
}

async function outputOf(command: string): Promise<string> {
  const output = new PassThrough();
  const errors = new PassThrough();
  const written = Promise.all([text(output), text(errors)]);
  const code = await runLaurel(command.split(" "), {
    input: Readable.from([]),
    output,
    errors,
    environment: {},
  });
  output.end();
  errors.end();
  const [out, err] = await written;
  if (code !== 0) throw new Error(`laurel ${command} ended with ${code}: ${err}`);
  return out;
}
