/**
 * Rounds of all operations, ours and Redis in turn, each with players that no round before has asked for.
 *
 * A ratio is taken within a round, so that what slows the machine for a while slows both sides of it; what is
 * reported is the median over the rounds.
 */
import { Random } from "../support/random.ts";
import { type RedisPipeline, serverMicros } from "../support/redis-pipeline.ts";
import { median } from "../support/statistics.ts";
import type { Board } from "./board.ts";
import type { Operation, Round } from "./operation.ts";

/** Medians, in microseconds a member asked for or changed. */
export interface Paired {
  readonly ours: number;
  /** Inside the server; null where it was not asked. */
  readonly redis: number | null;
  /** From the first byte sent to the last received, pipelined. */
  readonly redisWall: number | null;
  readonly ratio: number | null;
}

export interface RoundSettings {
  readonly rounds: number;
  /** Members that a round asks for or changes. */
  readonly size: number;
  readonly seed: number;
}

export async function runRounds(
  board: Board,
  pipeline: RedisPipeline | null,
  operations: readonly Operation[],
  settings: RoundSettings,
): Promise<Map<string, Paired>> {
  const random = new Random(settings.seed);
  const taken = new Map(operations.map(({ id }) => [id, [] as Paired[]]));
  // The first round is for the compiler, and is dropped.
  for (let round = -1; round < settings.rounds; round++) {
    for (const operation of operations) {
      const paired = await runPair(board, pipeline, operation, random, settings.size);
      if (round >= 0) taken.get(operation.id)!.push(paired);
    }
  }
  return new Map([...taken].map(([id, all]) => [id, middleOf(all)]));
}

/** Runs a round of ours; the sum makes sure that no answer is left out. Returns milliseconds. */
export function timeRound(round: Round): number {
  let sum = 0;
  // What making the round left behind is not collected on the clock.
  globalThis.gc?.();
  const begun = performance.now();
  for (let i = 0; i < round.calls; i++) sum += round.call(i);
  const took = performance.now() - begun;
  if (Number.isNaN(sum)) throw new Error("an operation answered with no number");
  return took;
}

async function runPair(
  board: Board,
  pipeline: RedisPipeline | null,
  operation: Operation,
  random: Random,
  size: number,
): Promise<Paired> {
  const round = operation.prepare(
    board,
    random,
    Math.max(operation.batch, Math.floor(size * operation.share)),
  );
  const members = round.calls * operation.batch;
  const ours = (timeRound(round) * 1_000) / members;
  if (pipeline === null) return { ours, redis: null, redisWall: null, ratio: null };
  let inside = 0;
  let wall = 0;
  for (const { name, count, write } of round.redis()) {
    await pipeline.call("CONFIG", "RESETSTAT");
    wall += (await pipeline.run(count, write)) * 1_000;
    inside += (await serverMicros(pipeline, name)).micros;
  }
  const redis = inside / members;
  return { ours, redis, redisWall: wall / members, ratio: redis / ours };
}

function middleOf(all: readonly Paired[]): Paired {
  const over = (pick: (one: Paired) => number | null): number | null => {
    const numbers = all.map(pick).filter((number) => number !== null);
    return numbers.length === 0 ? null : median(numbers);
  };
  return {
    ours: over(({ ours }) => ours)!,
    redis: over(({ redis }) => redis),
    redisWall: over(({ redisWall }) => redisWall),
    ratio: over(({ ratio }) => ratio),
  };
}
