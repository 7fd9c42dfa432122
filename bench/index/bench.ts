/** `npm run bench -- index`: the memory index beside a Redis sorted set of the same members. */
import { parseArgs } from "node:util";
import type { Ties } from "../../src/core/order.ts";
import { measureFsync, readCommit, readMachine, readVersions } from "../machine.ts";
import { makeReport, type Report, type Row } from "../report.ts";
import { readChoice, readCount, readCounts, shortCount } from "../support/arguments.ts";
import { buildProduct } from "../support/build.ts";
import { makeFolder, outputOf, progress, startScript, withClosers } from "../support/processes.ts";
import { startRedis } from "../support/redis-server.ts";
import type { BoardOrder, BoardResult } from "./phases/board.ts";
import type { DropResult } from "./phases/drop.ts";
import type { EqualOrder, EqualResult } from "./phases/equal.ts";
import type { GrowthResult } from "./phases/growth.ts";
import type { SmallBoardsOrder, SmallBoardsResult } from "./phases/small-boards.ts";
import type { SpreadOrder, SpreadResult } from "./phases/spread.ts";
import type { Population } from "./population.ts";
import { boardRows, dropRows, equalRows, growthRows, smallBoardsRows, spreadRow } from "./rows.ts";

const ourCore = 0;
const redisCore = 1;
const membersEach = 20;

export async function benchIndex(args: readonly string[]): Promise<Report> {
  const settings = readSettings(args);
  if (settings.build) await buildProduct();
  const rows: Row[] = [];
  for (const members of settings.members) {
    const order = { population: populationOf(settings, members), ...settings };
    rows.push(...boardRows(members, await runBoard(order)));
  }
  for (const members of settings.grow) {
    const result = await runPhase<Population, GrowthResult>(
      "growth",
      populationOf(settings, members),
      settings,
    );
    rows.push(...growthRows(members, result));
  }
  for (const { members, indexes } of settings.spread) {
    const order = { population: populationOf(settings, members), indexes };
    rows.push(
      spreadRow(members, indexes, await runPhase<SpreadOrder, SpreadResult>("spread", order, settings)),
    );
  }
  if (settings.equal > 0) {
    const order = { population: populationOf(settings, settings.equal), ...settings };
    rows.push(
      ...equalRows(settings.equal, await runPhase<EqualOrder, EqualResult>("equal", order, settings)),
    );
  }
  if (settings.drop > 0) {
    const population = populationOf(settings, settings.drop);
    rows.push(
      ...dropRows(settings.drop, await runPhase<Population, DropResult>("drop", population, settings)),
    );
  }
  if (settings.boards > 0) {
    const order = { ...settings, membersEach };
    const result = await runPhase<SmallBoardsOrder, SmallBoardsResult>("small-boards", order, settings);
    rows.push(...smallBoardsRows(settings.boards, result));
  }
  return makeReport({
    bench: "index",
    date: new Date().toISOString(),
    commit: readCommit(),
    machine: readMachine(),
    versions: readVersions(),
    fsyncMs: measureFsync(undefined),
    seed: settings.seed,
    pinning: {
      "the index and its load": `core ${ourCore}${settings.hugePages ? ", huge pages by glibc" : ""}`,
      redis: `core ${redisCore}, no file`,
    },
    settings,
    full:
      settings.rounds >= 5 && settings.size >= 50_000 && settings.columns === 1 && settings.ties === "first",
    rows,
    series: [],
  });
}

interface Settings extends Record<string, unknown> {
  readonly members: readonly number[];
  readonly grow: readonly number[];
  readonly spread: readonly { readonly members: number; readonly indexes: number }[];
  readonly equal: number;
  readonly drop: number;
  readonly boards: number;
  readonly columns: number;
  readonly ties: Ties;
  readonly rounds: number;
  readonly size: number;
  readonly steadyOperations: number;
  readonly seed: number;
  readonly hugePages: boolean;
  readonly build: boolean;
}

function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      members: { type: "string", default: "1M,10M,25M" },
      grow: { type: "string" },
      spread: { type: "string", default: "25M:1,25M:3,5M:9" },
      equal: { type: "string", default: "1M" },
      drop: { type: "string", default: "5M" },
      boards: { type: "string", default: "100k" },
      columns: { type: "string", default: "1" },
      ties: { type: "string", default: "first" },
      rounds: { type: "string", default: "7" },
      size: { type: "string", default: "100k" },
      steady: { type: "string", default: "5M" },
      seed: { type: "string", default: "1" },
      "huge-pages": { type: "string", default: "yes" },
      "no-build": { type: "boolean", default: false },
    },
  });
  const members = readCounts("members", values.members);
  return {
    members,
    grow: values.grow === undefined ? members.slice(-1) : readCounts("grow", values.grow),
    spread: values.spread
      .split(",")
      .filter((part) => part !== "")
      .map((part) => {
        const [count, indexes] = part.split(":");
        return { members: readCount("spread", count!), indexes: readCount("spread", indexes ?? "1") };
      }),
    equal: readCount("equal", values.equal),
    drop: readCount("drop", values.drop),
    boards: readCount("boards", values.boards),
    columns: readCount("columns", values.columns),
    ties: readChoice("ties", values.ties, ["first", "last", "shared", "dense"]),
    rounds: readCount("rounds", values.rounds),
    size: readCount("size", values.size),
    steadyOperations: readCount("steady", values.steady),
    seed: readCount("seed", values.seed),
    hugePages: readChoice("huge-pages", values["huge-pages"], ["yes", "no"]) === "yes",
    build: !values["no-build"],
  };
}

function populationOf({ columns, ties, seed }: Settings, members: number): Population {
  return { members, columns, ties, equal: false, seed };
}

/** A Redis of its own for each size. */
function runBoard(order: Omit<BoardOrder, "redisPort"> & Settings): Promise<BoardResult> {
  return withClosers(async (closers) => {
    const redis = await startRedis(closers, makeFolder(closers, undefined), {
      core: redisCore,
      appendOnly: false,
    });
    const { population, rounds, size, steadyOperations } = order;
    const full = { population, rounds, size, steadyOperations, redisPort: redis.port };
    return await runPhase<BoardOrder, BoardResult>("board", full, order);
  });
}

/** Runs a phase in its own pinned process. */
function runPhase<Order, Result>(name: string, order: Order, settings: Settings): Promise<Result> {
  const { population, indexes, boards } = order as {
    population?: Population;
    indexes?: number;
    boards?: number;
  };
  const size = population?.members ?? (order as { members?: number }).members ?? boards;
  progress(`index: ${name} ${shortCount(size ?? 0)}${indexes === undefined ? "" : ` on ${indexes}`} ...`);
  return withClosers(async (closers) => {
    // A board of 25M is larger than what 4 KiB pages can be found for in the processor's own tables.
    const environment: Record<string, string> = settings.hugePages
      ? { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" }
      : {};
    const started = startScript(
      "index/phase.ts",
      [name, JSON.stringify(order)],
      { core: ourCore, environment },
      ["--expose-gc"],
    );
    closers.add(() => started.end("SIGKILL"));
    const output = await outputOf(started, `phase ${name}`);
    return JSON.parse(output.trimEnd().split("\n").at(-1)!) as Result;
  });
}
