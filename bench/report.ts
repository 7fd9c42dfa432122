/** One format for what every bench finds: where it ran, and rows of ours against a peer against a target. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Machine, Versions } from "./machine.ts";
import { repository } from "./support/processes.ts";
import { meets, showTarget, targetOf } from "./targets.ts";

export interface Row {
  readonly id: string;
  readonly metric: string;
  readonly unit: string;
  readonly ours: number;
  readonly peer: number | null;
  readonly peerName: string | null;
  /** How many times better ours is, whichever direction is better. */
  readonly ratio: number | null;
  /** null where there is no target, or the run is too small to speak of it. */
  readonly target: string | null;
  readonly reached: boolean | null;
  readonly note: string | null;
}

/** A line over time, for a plot. */
export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Report {
  readonly bench: string;
  readonly date: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly versions: Versions;
  /** Median milliseconds of appending 4 KiB and fdatasync, on the disk that the bench wrote to. */
  readonly fsyncMs: number;
  readonly seed: number;
  /** What ran where. */
  readonly pinning: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether sizes and times are those that the targets mean. */
  readonly full: boolean;
  readonly rows: readonly Row[];
  readonly series: readonly Series[];
}

export interface RowInput {
  readonly id: string;
  readonly metric: string;
  readonly unit: string;
  readonly ours: number;
  readonly peer?: number | null;
  readonly peerName?: string;
  /** Where it is not taken from `ours` and `peer`: the median of the rounds' ratios. */
  readonly ratio?: number | null;
  readonly better?: "more" | "less";
  readonly note?: string;
}

/** A row, judged by the target of its id. */
export function makeRow(input: RowInput): Row {
  const { id, metric, unit, ours, peer = null, peerName = null, better = "less", note = null } = input;
  const plain = peer === null ? null : better === "less" ? peer / ours : ours / peer;
  const ratio = input.ratio === undefined ? plain : input.ratio;
  const target = targetOf(id);
  const value = target?.judged === "ratio" ? ratio : ours;
  const judged = target !== null && value !== null && Number.isFinite(target.reach);
  const reached = judged ? meets(target, target.reach, value) : null;
  return {
    id,
    metric,
    unit,
    ours,
    peer,
    peerName,
    ratio,
    target: target === null ? null : showTarget(target),
    reached,
    note,
  };
}

/** A run that is not full says nothing of targets. */
export function makeReport(report: Report): Report {
  const rows = report.full
    ? report.rows
    : report.rows.map((row) => ({ ...row, target: null, reached: null }));
  return { ...report, rows };
}

export function printReport(report: Report): void {
  const { machine, versions } = report;
  console.log(`\n${report.bench} at ${report.commit}, ${report.date}`);
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Linux ${machine.kernel}`);
  console.log(describeVersions(versions));
  console.log(`append + fdatasync of 4 KiB: ${showNumber(report.fsyncMs)} ms, seed ${report.seed}`);
  for (const [what, where] of Object.entries(report.pinning)) console.log(`${what}: ${where}`);
  if (!report.full) console.log("A smoke run: too small to say anything of the targets.");
  const table = report.rows.map((row) => [
    row.metric,
    `${showNumber(row.ours)} ${row.unit}`.trim(),
    row.peer === null ? "" : `${showNumber(row.peer)} ${row.unit}`.trim(),
    row.peerName ?? "",
    row.ratio === null ? "" : `${showNumber(row.ratio)}×`,
    row.target ?? "",
    row.reached === null ? "" : row.reached ? "yes" : "no",
  ]);
  printTable(["metric", "ours", "peer", "", "ratio", "target", "reached"], table);
  for (const { metric, note } of report.rows) if (note !== null) console.log(`- ${metric}: ${note}`);
}

export function describeVersions(versions: Versions): string {
  return Object.entries(versions)
    .filter(([, version]) => version !== null)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
}

/** Three digits are what these measurements carry. */
export function showNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e4) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

export function writeReport(file: string, report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

export const resultsFolder = join(repository, "bench/results");

export interface KeptReport extends Report {
  /** Names of its plots, beside it in the folder. */
  readonly plots: readonly string[];
}

/** Every report that is kept, the oldest first. */
export function readReports(): KeptReport[] {
  if (!existsSync(resultsFolder)) return [];
  const names = readdirSync(resultsFolder).sort();
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => {
      const report = JSON.parse(readFileSync(join(resultsFolder, name), "utf8")) as Report;
      const stem = name.slice(0, -".json".length);
      return {
        ...report,
        plots: names.filter((plot) => plot.startsWith(`${stem}--`) && plot.endsWith(".svg")),
      };
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function printTable(head: readonly string[], lines: readonly (readonly string[])[]): void {
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  const show = (line: readonly string[]): string =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ");
  console.log(`\n${show(head)}`);
  for (const line of lines) console.log(show(line));
  console.log("");
}
