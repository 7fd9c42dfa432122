/** One board: built, weighed, then measured beside Redis. */
import { playerId, Random } from "../../support/random.ts";
import { RedisPipeline } from "../../support/redis-pipeline.ts";
import { Board, indexNumber, loadRedis } from "../board.ts";
import { type Collections, collections } from "../collections.ts";
import { type Memory, memoryNow } from "../memory.ts";
import { operations } from "../operations/all.ts";
import { rank } from "../operations/rank.ts";
import { update } from "../operations/update.ts";
import type { Population } from "../population.ts";
import { type Paired, runRounds } from "../rounds.ts";
import { type SingleTimes, singleTimes } from "../single-times.ts";

export interface BoardOrder {
  readonly population: Population;
  readonly redisPort: number;
  readonly rounds: number;
  readonly size: number;
  readonly steadyOperations: number;
}

export interface BoardResult {
  readonly empty: Memory;
  readonly withPlayers: Memory;
  readonly ready: Memory;
  readonly playersMs: number;
  readonly buildMs: number;
  readonly redisLoadMs: number;
  readonly redisBytes: number;
  readonly paired: Record<string, Paired>;
  readonly rankTimes: SingleTimes;
  readonly updateTimes: SingleTimes;
  readonly collections: Collections;
}

export async function boardPhase(order: BoardOrder): Promise<BoardResult> {
  const { population, rounds, size } = order;
  const empty = memoryNow(0);
  const board = new Board(population);
  let begun = performance.now();
  board.makePlayers(playerId);
  const playersMs = performance.now() - begun;
  const withPlayers = memoryNow(board.bytes);
  begun = performance.now();
  board.build();
  const buildMs = performance.now() - begun;
  const ready = memoryNow(board.bytes);

  const pipeline = await RedisPipeline.connect(order.redisPort);
  const before = await usedMemory(pipeline);
  const redisLoadMs = await loadRedis(population, pipeline);
  const redisBytes = (await usedMemory(pipeline)) - before;

  const { seed } = population;
  const paired = await runRounds(board, pipeline, operations, { rounds, size, seed: seed + 1 });
  const rankTimes = await singleTimes(board, pipeline, rank(1), size, seed + 2);
  const updateTimes = await singleTimes(board, pipeline, update(1), size, seed + 3);
  await checkAgreement(board, pipeline, new Random(seed + 4));
  const result = await collections(board, new Random(seed + 5), order.steadyOperations);
  pipeline.close();
  return {
    empty,
    withPlayers,
    ready,
    playersMs,
    buildMs,
    redisLoadMs,
    redisBytes,
    paired: Object.fromEntries(paired),
    rankTimes,
    updateTimes,
    collections: result,
  };
}

async function usedMemory(pipeline: RedisPipeline): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await pipeline.call("INFO", "memory"))![1]);
}

/** Both sides took the same loads and updates: a comparison of unlike boards would be worth nothing. */
async function checkAgreement(board: Board, pipeline: RedisPipeline, random: Random): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const id = playerId(random.below(board.population.members));
    const place = board.index.places(indexNumber, [id]).places[0]!;
    const score = await pipeline.call("ZSCORE", "board", id);
    const better =
      board.population.columns === 1
        ? await pipeline.call("ZCOUNT", "board", `(${score}`, "+inf")
        : place.better;
    if (Number(score) !== place.values[0] || Number(better) !== place.better)
      throw new Error(
        `player ${id} has ${place.values[0]} and ${place.better} better here, ${score} and ${better} in Redis`,
      );
  }
}
