/**
 * Loaded into the service by `node --import`: writes a line of JSON a second to the file that BENCH_LOOP_DELAY names,
 * with the event-loop delay of that second in milliseconds. Plain JavaScript, as the service runs without a loader.
 *
 * A timer of one millisecond is late by at least that much: an idle loop shows a little more than 1 ms.
 */
import { appendFile } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const file = process.env.BENCH_LOOP_DELAY;

if (isMainThread && file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  setInterval(() => {
    const line = {
      at: Date.now(),
      p50: histogram.percentile(50) / 1e6,
      p99: histogram.percentile(99) / 1e6,
      max: histogram.max / 1e6,
    };
    histogram.reset();
    appendFile(file, `${JSON.stringify(line)}\n`, () => {});
  }, 1_000).unref();
}
