/** Latency at half the top rate, open loop, and the service's event-loop delay meanwhile. */
import { makeRow, type Row, showNumber } from "../../report.ts";
import { coreWaitMs } from "../../support/core-wait.ts";
import { median } from "../../support/statistics.ts";
import type { LaurelServer } from "../laurel.ts";
import type { LoadResult } from "../load.ts";
import { loopSeconds } from "../loop-delays.ts";
import { runLoad } from "../run-load.ts";
import { submitPath } from "../server.ts";
import type { Settings } from "../stage.ts";

/** What wrk got at the most, in requests a second; null where it was not measured. */
export interface TopRates {
  submit: number | null;
  rank: number | null;
}

export async function latencies(
  laurel: LaurelServer,
  settings: Settings,
  topRates: TopRates,
  nextSeed: () => number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const delays: number[] = [];
  for (const kind of ["submit", "rank"] as const) {
    const top = topRates[kind];
    if (top === null) continue;
    const rate = Math.floor(top / 2);
    const load = (seconds: number): Promise<LoadResult> =>
      runLoad({
        port: laurel.port,
        connections: 256,
        rate,
        count: rate * seconds,
        requests: {
          kind,
          path: submitPath,
          key: laurel.key,
          seed: nextSeed(),
          players: settings.players,
          scoped: false,
          size: 1,
          inTurn: false,
        },
      });
    // Once shorter before it counts: what is slow until it is compiled would fill a queue that takes seconds to drain.
    await load(Math.min(3, settings.seconds));
    const from = Date.now();
    const waited = coreWaitMs(laurel.pid);
    const result = await load(settings.seconds);
    const serviceWait = (coreWaitMs(laurel.pid) - waited) / (Date.now() - from);
    const seconds = laurel.loopFile === null ? [] : loopSeconds(laurel.loopFile, from, Date.now());
    // A second's p99 would be the whole run's only if all were alike; the worse half shows in the note.
    if (seconds.length > 0) delays.push(median(seconds.map(({ p99 }) => p99)));
    rows.push(latencyRow(kind, rate, result, serviceWait));
  }
  if (delays.length > 0)
    rows.push(
      makeRow({
        id: "http.latency.loop",
        metric: "event-loop delay p99 at half the top rate, the worse of submits and reads",
        unit: "ms",
        ours: Math.max(...delays),
        note: "median of the seconds' p99, read inside the service by a timer of 1 ms: an idle loop shows a little over 1 ms",
      }),
    );
  return rows;
}

function latencyRow(kind: "submit" | "rank", rate: number, result: LoadResult, serviceWait: number): Row {
  const { p50, p99, p999, max, failed, done, seconds, generatorDelay, generatorWait } = result;
  const percent = (share: number): string => `${showNumber(100 * share)} %`;
  return makeRow({
    id: `http.latency.${kind}`,
    metric: `p99 of a ${kind === "submit" ? "submit" : "rank read"} at half the top rate, open loop`,
    unit: "ms",
    ours: p99,
    note:
      `${rate} a second asked, ${Math.round(done / seconds)} done, ${failed} failed; p50 ${showNumber(p50)}, ` +
      `p99.9 ${showNumber(p999)}, max ${showNumber(max)} ms; the generator's own loop delay p99 ${showNumber(generatorDelay)} ms; ` +
      `ready to run without a core: the service ${percent(serviceWait)}, the generator ${percent(generatorWait)} of the time`,
  });
}
