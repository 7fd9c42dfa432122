/** Percentiles of single calls, each timed alone, beside the server's own percentiles of its command. */
import { Random } from "../support/random.ts";
import { type RedisPipeline, serverPercentiles } from "../support/redis-pipeline.ts";
import { quantile } from "../support/statistics.ts";
import type { Board } from "./board.ts";
import type { Operation } from "./operation.ts";

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** In microseconds, what reading the clock takes included: `clock` says how much that is. */
export interface SingleTimes {
  readonly ours: Percentiles;
  readonly redis: Percentiles | null;
  readonly clock: number;
}

export async function singleTimes(
  board: Board,
  pipeline: RedisPipeline,
  operation: Operation,
  size: number,
  seed: number,
): Promise<SingleTimes> {
  const round = operation.prepare(board, new Random(seed), size);
  const ours = percentilesOf(round.calls, (i) => round.call(i));
  const clock = percentilesOf(round.calls, (i) => i).p50;
  const [commands] = round.redis();
  await pipeline.call("CONFIG", "RESETSTAT");
  await pipeline.run(commands!.count, commands!.write);
  return { ours, redis: await serverPercentiles(pipeline, commands!.name), clock };
}

function percentilesOf(calls: number, call: (i: number) => number): Percentiles {
  const times = new Float64Array(calls);
  let sum = 0;
  for (let i = 0; i < calls; i++) {
    const begun = performance.now();
    sum += call(i);
    times[i] = (performance.now() - begun) * 1_000;
  }
  if (Number.isNaN(sum)) throw new Error("an operation answered with no number");
  times.sort();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
