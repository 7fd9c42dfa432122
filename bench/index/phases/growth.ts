/** A board grows by single puts: how long it takes, and the longest of them, which everybody else waits for. */
import { quantile } from "../../support/statistics.ts";
import { Board, indexNumber } from "../board.ts";
import { changes, type Population } from "../population.ts";

export interface GrowthResult {
  readonly readyMs: number;
  readonly longestMs: number;
  readonly p99Micros: number;
  /** The ten longest, each with how many members there were. */
  readonly stalls: readonly { readonly members: number; readonly ms: number }[];
}

const stallsKept = 10;
const sampleEvery = 16;

export async function growthPhase(population: Population): Promise<GrowthResult> {
  const board = new Board(population);
  const samples = new Float64Array(Math.ceil(population.members / sampleEvery));
  let stalls: { members: number; ms: number }[] = [];
  let shortest = 0;
  let members = 0;
  const begun = performance.now();
  for (const change of changes(population, indexNumber)) {
    const group = [change];
    const put = performance.now();
    board.index.put(group, change.revision);
    const ms = performance.now() - put;
    if (members % sampleEvery === 0) samples[members / sampleEvery] = ms;
    if (ms > shortest) {
      stalls = [...stalls, { members, ms }].sort((a, b) => b.ms - a.ms).slice(0, stallsKept);
      if (stalls.length === stallsKept) shortest = stalls[stallsKept - 1]!.ms;
    }
    members += 1;
  }
  const readyMs = performance.now() - begun;
  samples.sort();
  return { readyMs, longestMs: stalls[0]!.ms, p99Micros: quantile(samples, 0.99) * 1_000, stalls };
}
