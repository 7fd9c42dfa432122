/** A set rate of scores for minutes, in batches of 1,000: what is refused, and how long a batch takes, over time. */
import { readFileSync } from "node:fs";
import { makeRow, type Row, type Series, showNumber } from "../../report.ts";
import { quantile } from "../../support/statistics.ts";
import type { LaurelServer } from "../laurel.ts";
import { loopSeconds } from "../loop-delays.ts";
import { runLoad } from "../run-load.ts";
import { batchPath } from "../server.ts";
import type { Settings } from "../stage.ts";

const size = 1_000;

export async function longRun(
  laurel: LaurelServer,
  settings: Settings,
  nextSeed: () => number,
): Promise<{ rows: Row[]; series: Series[] }> {
  const { players, rate, minutes } = settings;
  const from = Date.now();
  const memory: [second: number, rss: number][] = [];
  const watch = setInterval(() => memory.push([(Date.now() - from) / 1_000, rssOf(laurel.pid)]), 1_000);
  const result = await runLoad({
    port: laurel.port,
    connections: 64,
    rate: rate / size,
    count: Math.ceil((rate * minutes * 60) / size),
    requests: {
      kind: "batch",
      path: batchPath,
      key: laurel.key,
      seed: nextSeed(),
      players,
      scoped: false,
      size,
      inTurn: false,
    },
  });
  clearInterval(watch);
  const loop = laurel.loopFile === null ? [] : loopSeconds(laurel.loopFile, from, Date.now());
  const what = `${showNumber(minutes)} min at ${showNumber(rate)} scores a second, 1 standing an event`;
  const row = (id: string, metric: string, unit: string, ours: number, note?: string): Row =>
    makeRow({ id, metric: `${what}: ${metric}`, unit, ours, note });
  const { refused, failed, p50, p99, p999, max, seconds, done, generatorDelay, perSecond } = result;
  const rows = [
    row(
      "http.long.refused",
      "refused",
      "scores",
      refused + failed * size,
      `${failed} of ${done} batches failed whole`,
    ),
    row(
      "http.long.p99",
      "p99 of a batch",
      "ms",
      p99,
      `p50 ${showNumber(p50)}, p99.9 ${showNumber(p999)}, max ${showNumber(max)} ms; the generator's own loop delay p99 ${showNumber(generatorDelay)} ms`,
    ),
    row("http.long.rate", "scores taken a second", "/s", (done * size) / seconds),
  ];
  if (loop.length > 0) {
    const sorted = loop.map((second) => second.p99).sort((a, b) => a - b);
    rows.push(
      row("http.long.loop", "event-loop delay, the p99 of the seconds' p99", "ms", quantile(sorted, 0.99)),
    );
  }
  return {
    rows,
    series: [
      { name: "Long run: p99 of a batch", unit: "ms", points: perSecond.map((one) => [one.second, one.p99]) },
      {
        name: "Long run: scores taken",
        unit: "a second",
        points: perSecond.map((one) => [one.second, one.done * size]),
      },
      { name: "Long run: RSS", unit: "MB", points: memory.map(([second, rss]) => [second, rss / 1e6]) },
      {
        name: "Long run: event-loop delay p99",
        unit: "ms",
        points: loop.map(({ at, p99: delay }) => [(at - from) / 1_000, delay]),
      },
    ],
  };
}

function rssOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1_024;
  } catch {
    return 0;
  }
}
