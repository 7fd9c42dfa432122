/** A plan as a person reads it. */
import { type TableColumn, table } from "../table.ts";
import { costNames, costs } from "./costs.ts";
import { currentCosts, measuredCount, sourceOf } from "./current-costs.ts";
import type { Needs } from "./needs.ts";
import type { Plan } from "./plan.ts";
import type { Shape, Use } from "./shapes.ts";
import { showBytes, showCount, showMany, showRate, showSeconds, showShare } from "./show.ts";
import type { Workload } from "./workload.ts";

export function describePlan(workload: Workload, plan: Plan): string[] {
  return [
    ...describeWorkload(workload, plan),
    "",
    ...section("a second", ratesOf(plan)),
    "",
    ...section("memory of one process", memoryOf(plan)),
    "",
    ...section(`disk after ${showCount(workload.days)} days`, diskOf(plan)),
    "",
    ...section("a start takes", startOf(plan)),
    "",
    ...describeShapes(plan.shapes),
    "This version runs as one process; the others are there to compare.",
    "",
    ...verdict(plan),
    `${measuredCount} of the ${costNames.length} numbers behind this are measured: laurel plan --costs lists them.`,
  ];
}

/** Every cost with its source. */
export function describeCosts(): string[] {
  const columns: TableColumn[] = [
    { head: "what", right: false },
    { head: "costs", right: true },
    { head: "by", right: false },
  ];
  const rows = costNames.map((name) => {
    const value = currentCosts[name].toLocaleString("en-US", { maximumSignificantDigits: 3 });
    return [costs[name].what, `${value} ${costs[name].unit}`.trim(), sourceOf(name)];
  });
  return table(columns, rows);
}

function describeWorkload({ players }: Workload, { standings, events }: Plan): string[] {
  return [
    `${showCount(players)} players with ${showCount(standings.entries)} standings on ${showMany(standings.indexes, "index", "indexes")}`,
    `${showCount(events.aDay)} events a day, each for ${showMany(standings.fed, "standing", "standings")}; ${showCount(events.kept)} are kept`,
  ];
}

type Line = readonly [what: string, amount: string, remark?: string];

function ratesOf({ rates, shapes, standings }: Plan): Line[] {
  const one = shapes[0]!;
  const of = (peak: number, most: number): string =>
    `${showShare(peak / most)} of the ${showRate(most)} of one process`;
  const left = (1 - rates.writesPeak / one.writesMost) * one.readsMost;
  return [
    ["events on average", showRate(rates.writesMean)],
    ["events at the peak", showRate(rates.writesPeak), of(rates.writesPeak, one.writesMost)],
    ["standings moved at the peak", showRate(rates.writesPeak * standings.fed)],
    ["reads on average", showRate(rates.readsMean)],
    ["reads at the peak", showRate(rates.readsPeak), of(rates.readsPeak, one.readsMost)],
    ["reads that fit beside the peak of events", showRate(Math.max(0, left))],
  ];
}

function memoryOf({ memory, machine }: Plan): Line[] {
  const { budgetBytes, memoryBytes } = machine;
  const budget = `of a budget of ${showBytes(budgetBytes)}, ${showShare(budgetBytes / memoryBytes)} of ${showBytes(memoryBytes)}`;
  const elsewhere =
    memory.filtersOnDisk > 0
      ? `${showBytes(memory.filtersOnDisk)} more stay on disk: a new report reads a page or two`
      : "";
  return [
    ["players", showBytes(memory.players)],
    ["entries", showBytes(memory.entries)],
    ["trees", showBytes(memory.trees)],
    ["small indexes", showBytes(memory.indexes)],
    ["newest identities", showBytes(memory.recentIdentities)],
    ["filters of older identities", showBytes(memory.filters), elsewhere],
    ["the process itself", showBytes(memory.process)],
    ["together", showBytes(memory.total), `${showShare(memory.total / budgetBytes)} ${budget}`],
  ];
}

function diskOf({ disk, machine }: Plan): Line[] {
  const { diskBytes } = machine;
  return [
    ["log", showBytes(disk.log)],
    ["identity files", showBytes(disk.identities)],
    ["history", showBytes(disk.history)],
    ["checkpoints", showBytes(disk.checkpoints)],
    [
      "together",
      showBytes(disk.total),
      diskBytes === null ? "" : `${showShare(disk.total / diskBytes)} of ${showBytes(diskBytes)}`,
    ],
  ];
}

function startOf({ start }: Needs): Line[] {
  return [
    ["after a clean stop", showSeconds(start.clean)],
    ["after kill -9", showSeconds(start.killed)],
    ["from the log alone", showSeconds(start.log)],
  ];
}

function section(title: string, lines: readonly Line[]): string[] {
  const columns: TableColumn[] = [{ head: title }, { head: "", right: true }, { head: "" }];
  const rows = lines.map(([what, amount, remark = ""]) => [`  ${what}`, amount, remark]);
  return table(columns, rows);
}

function describeShapes(shapes: readonly Shape[]): string[] {
  const columns: TableColumn[] = [
    { head: "run as" },
    ...shapes.map(({ name }) => ({ head: name, right: true })),
  ];
  const row = (what: string, cell: (shape: Shape) => string): string[] => [`  ${what}`, ...shapes.map(cell)];
  return table(columns, [
    row("API processes", ({ processes }) => showCount(processes)),
    row("events a second, at most", ({ writesMost }) => showRate(writesMost)),
    row("reads a second, at most", ({ readsMost }) => showRate(readsMost)),
    row("memory of a process", ({ processMemory }) => showBytes(processMemory)),
    row("memory of Redis", ({ redisMemory }) => (redisMemory === null ? "" : showBytes(redisMemory.wide))),
    row("  in plain sorted sets", ({ redisMemory }) =>
      redisMemory === null ? "" : showBytes(redisMemory.plain),
    ),
    row("scarcest", ({ use }) => showUse(use[0]!)),
    row("holds it", ({ use }) => (use[0]!.share <= 1 ? "yes" : "no")),
  ]);
}

function verdict({ shapes, shape }: Plan): string[] {
  const one = shapes[0]!;
  const limit = `One process is limited first by its ${one.use[0]!.what} (at its busiest: ${one.use.map(showUse).join(", ")}).`;
  if (shape !== null) return [limit, `The simplest that holds it: ${shape}.`];
  const over = shapes.map(({ name, use }) => `  ${name}: ${use.filter(isOver).map(showUse).join(", ")}`);
  return [limit, "None of them holds it. Too much is", ...over];
}

function isOver({ share }: Use): boolean {
  return share > 1;
}

function showUse({ what, share }: Use): string {
  return `${what} ${showShare(share)}`;
}
