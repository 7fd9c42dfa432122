/**
 * What the steady state leaves to the garbage collector: collections by kind, and bytes an operation.
 *
 * What is asked and put is made beforehand and used again, so that what is collected is the index's own, and the
 * objects of its answers.
 */
import { constants, PerformanceObserver } from "node:perf_hooks";
import { playerId, type Random } from "../support/random.ts";
import { median } from "../support/statistics.ts";
import { type Board, indexNumber } from "./board.ts";
import { drawPlayers } from "./operation.ts";
import { drawInstant, drawScore } from "./population.ts";

export interface Collections {
  readonly operations: number;
  readonly scavenges: number;
  readonly markCompacts: number;
  readonly pausedMs: number;
  readonly bytesARank: number;
  readonly bytesAnUpdate: number;
}

const poolSize = 100_000;
/** Few enough that no collection falls between two readings of the heap. */
const probeSize = 1_000;

export async function collections(board: Board, random: Random, operations: number): Promise<Collections> {
  const steady = makeSteady(board, random);
  for (let i = 0; i < poolSize; i++) steady.step(i);
  globalThis.gc!();
  await turn();
  const seen: { kind: number; duration: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.push({
        kind: (entry as unknown as { detail: { kind: number } }).detail.kind,
        duration: entry.duration,
      });
  });
  observer.observe({ entryTypes: ["gc"] });
  for (let i = 0; i < operations; i++) steady.step(i);
  await turn();
  observer.disconnect();
  const ofKind = (kind: number): number => seen.filter((one) => one.kind === kind).length;
  return {
    operations,
    scavenges: ofKind(constants.NODE_PERFORMANCE_GC_MINOR),
    markCompacts: ofKind(constants.NODE_PERFORMANCE_GC_MAJOR),
    pausedMs: seen.reduce((sum, { duration }) => sum + duration, 0),
    bytesARank: bytesOf((i) => steady.rank(i)),
    bytesAnUpdate: bytesOf((i) => steady.update(i)),
  };
}

function makeSteady(board: Board, random: Random) {
  const players = drawPlayers(board, random, poolSize);
  const asked = Array.from(players, (player) => playerId(player));
  const puts = Array.from(players, (player) => {
    const standing = { values: [0.5], reachedAt: 0.5, attempts: 1, event: 0.5, moved: true };
    while (standing.values.length < board.population.columns) standing.values.push(0.5);
    return [{ index: indexNumber, player: player + 1, playerId: playerId(player), standing, revision: 0.5 }];
  });
  const { index } = board;
  const rank = (i: number): number => index.rank(indexNumber, asked[i % poolSize]!);
  const update = (i: number): void => {
    const group = puts[i % poolSize]!;
    const change = group[0]!;
    change.standing.values[0] = drawScore(board.population, random);
    change.standing.reachedAt = drawInstant(random);
    change.revision = board.nextRevision();
    change.standing.event = change.revision;
    index.put(group, change.revision);
  };
  const step = (i: number): void => {
    if (i % 2 === 0) rank(i);
    else update(i);
  };
  return { rank, update, step };
}

/** Median growth of the heap over short runs; a run with a collection in it shrinks it and is left out. */
function bytesOf(run: (i: number) => unknown): number {
  const grown: number[] = [];
  for (let probe = 0; probe < 51; probe++) {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < probeSize; i++) run(probe * probeSize + i);
    const bytes = process.memoryUsage().heapUsed - before;
    if (bytes >= 0) grown.push(bytes / probeSize);
  }
  return median(grown);
}

/** Entries of collections come with a later turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
