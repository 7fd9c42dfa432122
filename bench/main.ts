/** `npm run bench -- index|http|start|report [options] [--out file.json]`: see README.md here. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePerformanceDoc } from "./performance-doc.ts";
import { plotReport } from "./plot.ts";
import { printReport, type Report, readReports, writeReport } from "./report.ts";
import { repository } from "./support/processes.ts";

const usage = `npm run bench -- index  [options] [--out bench/results/index.json]
npm run bench -- http   [options] [--out bench/results/http.json]
npm run bench -- start  [options] [--out bench/results/start.json]
npm run bench -- report     writes docs/performance.md from bench/results/

The options are in bench/README.md.`;

const [command, ...rest] = process.argv.slice(2);
const { out, args } = takeOut(rest);

if (command === "index" || command === "http" || command === "start") {
  const report = await run(command, args);
  printReport(report);
  if (out !== null) {
    writeReport(out, report);
    for (const { name, svg } of plotReport(report))
      writeFileSync(out.replace(/(\.json)?$/, `--${name}.svg`), svg);
  }
} else if (command === "report") {
  const file = join(repository, "docs/performance.md");
  writePerformanceDoc(file, readReports());
  console.log(`Wrote ${file}`);
} else {
  console.log(usage);
  process.exitCode = command === undefined || command === "--help" ? 0 : 1;
}

/** Loaded when asked for: each brings what it measures with it. */
async function run(bench: "index" | "http" | "start", options: readonly string[]): Promise<Report> {
  if (bench === "index") return (await import("./index/bench.ts")).benchIndex(options);
  if (bench === "start") return (await import("./start/bench.ts")).benchStart(options);
  return (await import("./http/bench.ts")).benchHttp(options);
}

function takeOut(given: readonly string[]): { out: string | null; args: string[] } {
  const at = given.indexOf("--out");
  if (at === -1) return { out: null, args: [...given] };
  const out = given[at + 1];
  if (out === undefined) throw new Error("--out needs the name of a file");
  return { out, args: [...given.slice(0, at), ...given.slice(at + 2)] };
}
