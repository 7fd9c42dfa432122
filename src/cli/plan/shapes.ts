/** The ways of running Laurel beside each other: what each can do, and what of a workload is too much for it. */
import type { Costs } from "./costs.ts";
import type { Needs } from "./needs.ts";
import type { Machine, Workload } from "./workload.ts";

export interface Shape {
  readonly name: string;
  /** API processes that the peak asks for. */
  readonly processes: number;
  /** Events a second, at most. */
  readonly writesMost: number;
  /** Reads a second, at most, where nothing is written. */
  readonly readsMost: number;
  /** Memory of each API process, in bytes. */
  readonly processMemory: number;
  /** Memory of Redis, in bytes: with full ties, and of plain sorted sets. */
  readonly redisMemory: { readonly wide: number; readonly plain: number } | null;
  /** How far each part of it is used at its busiest, the scarcest first. */
  readonly use: readonly Use[];
}

/** `share` above 1 is too much. */
export interface Use {
  readonly what: "thread" | "memory" | "disk" | "Postgres" | "Redis";
  readonly share: number;
}

/** One process, Postgres, Postgres with Redis: the simplest first. */
export function makeShapes(workload: Workload, needs: Needs, machine: Machine, costs: Costs): Shape[] {
  const writesOfOne = writesOfProcess(workload, needs.standings.fed, costs);
  // Peaks of reads and writes may fall together.
  const threads = needs.rates.writesPeak / writesOfOne + needs.rates.readsPeak / costs.reads;
  return [
    oneProcess(needs, machine, costs, writesOfOne, threads),
    postgres(needs, machine, costs, threads),
    postgresAndRedis(needs, machine, costs, threads),
  ];
}

/** Reads and writes share the one thread that has the standings. */
function oneProcess(
  { memory, disk }: Needs,
  machine: Machine,
  costs: Costs,
  writesMost: number,
  threads: number,
): Shape {
  const use: Use[] = [
    { what: "thread", share: threads },
    { what: "memory", share: memory.total / machine.budgetBytes },
  ];
  if (machine.diskBytes !== null) use.push({ what: "disk", share: disk.total / machine.diskBytes });
  return {
    name: "one process",
    processes: 1,
    writesMost,
    readsMost: costs.reads,
    processMemory: memory.total,
    redisMemory: null,
    use: scarcestFirst(use),
  };
}

/** Every process holds all standings; identities are Postgres' business. */
function postgres(
  { standings, rates, memory }: Needs,
  machine: Machine,
  costs: Costs,
  threads: number,
): Shape {
  const writesMost = writesOfPostgres(standings.fed, costs);
  const processMemory = memory.total - memory.recentIdentities - memory.filters;
  const processes = Math.max(1, Math.ceil(threads));
  return {
    name: "Postgres",
    processes,
    writesMost,
    readsMost: processes * costs.reads,
    processMemory,
    redisMemory: null,
    use: scarcestFirst([
      { what: "Postgres", share: rates.writesPeak / writesMost },
      { what: "memory", share: processMemory / machine.budgetBytes },
    ]),
  };
}

/** The standings are in one Redis, which takes an update a standing; processes hold none. */
function postgresAndRedis(
  { standings, rates }: Needs,
  machine: Machine,
  costs: Costs,
  threads: number,
): Shape {
  const { entries, fed } = standings;
  const postgresMost = writesOfPostgres(fed, costs);
  const processes = Math.max(1, Math.ceil(threads));
  const redisMemory = { wide: entries * costs.redisBytes, plain: entries * costs.redisPlainBytes };
  const redis = (rates.writesPeak * fed) / costs.redisUpdates + rates.readsPeak / costs.redisReads;
  return {
    name: "Postgres + Redis",
    processes,
    writesMost: Math.min(postgresMost, costs.redisUpdates / fed),
    readsMost: Math.min(processes * costs.reads, costs.redisReads),
    processMemory: costs.processBytes,
    redisMemory,
    use: scarcestFirst([
      { what: "Postgres", share: rates.writesPeak / postgresMost },
      { what: "Redis", share: redis },
      { what: "memory", share: redisMemory.wide / machine.budgetBytes },
    ]),
  };
}

function scarcestFirst(use: readonly Use[]): Use[] {
  return use.toSorted((a, b) => b.share - a.share);
}

function writesOfProcess({ single }: Workload, fed: number, costs: Costs): number {
  const batched = between(fed, [
    [1, costs.batchedAt1],
    [3, costs.batchedAt3],
    [9, costs.batchedAt9],
  ]);
  // What a request of its own costs comes on top of what its standings cost.
  return single ? 1 / (1 / batched - 1 / costs.batchedAt1 + 1 / costs.singles) : batched;
}

function writesOfPostgres(fed: number, costs: Costs): number {
  return between(fed, [
    [1, costs.postgresAt1],
    [9, costs.postgresAt9],
  ]);
}

/**
 * The rate at so many standings an event, from measured ones: the time of an event grows evenly from one to the
 * next, and on behind the last. Below the first it is that of the first.
 */
function between(fed: number, measured: readonly (readonly [fed: number, rate: number])[]): number {
  const times = measured.map(([at, rate]) => ({ at, time: 1 / rate }));
  if (fed <= times[0]!.at) return measured[0]![1];
  const behind = times.findIndex(({ at }) => at >= fed);
  const high = behind < 0 ? times.length - 1 : behind;
  const a = times[high - 1]!;
  const b = times[high]!;
  return 1 / (a.time + ((b.time - a.time) * (fed - a.at)) / (b.at - a.at));
}
