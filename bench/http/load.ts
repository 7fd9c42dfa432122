/**
 * The load generator, a process of its own: `load.ts <order as JSON>`; its last line is the result as JSON.
 *
 * Open loop: requests are due at a set rate, whatever the server does, and a latency counts from when its request was
 * due, so that a server that stalls cannot hide what it kept waiting. The loop spins between requests rather than
 * sleep a millisecond, so it wants a core of its own. Closed loop: each connection sends as soon as it has its answer.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { coreWaitMs } from "../support/core-wait.ts";
import { quantile } from "../support/statistics.ts";
import { Connection } from "./connection.ts";
import { type RequestOrder, requestMaker } from "./requests.ts";

export interface LoadOrder {
  readonly port: number;
  readonly requests: RequestOrder;
  readonly connections: number;
  /** Requests a second; null is a closed loop. */
  readonly rate: number | null;
  /** How many requests in all. */
  readonly count: number;
}

/** Latencies in milliseconds. */
export interface LoadSecond {
  readonly second: number;
  readonly done: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface LoadResult {
  readonly seconds: number;
  readonly done: number;
  /** Requests answered with another status than 2xx. */
  readonly failed: number;
  /** Reports that batches say were refused. */
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** Event-loop delay p99 of the generator itself, in milliseconds: above a few, its own lateness is in the latencies. */
  readonly generatorDelay: number;
  /** Share of the time in which the generator was ready to run and had no core. */
  readonly generatorWait: number;
  readonly perSecond: readonly LoadSecond[];
}

const order = JSON.parse(process.argv[2]!) as LoadOrder;
console.log(JSON.stringify(await runLoad(order)));

async function runLoad({ port, requests, connections, rate, count }: LoadOrder): Promise<LoadResult> {
  const make = requestMaker(requests);
  const lost = (error: Error): never => {
    throw error;
  };
  const idle: Connection[] = [];
  for (let i = 0; i < connections; i++) idle.push(await Connection.open(port, lost));
  const opened = [...idle];
  const latencies = new Float64Array(count);
  const ends = new Float64Array(count);
  const refusals = new Uint32Array(count);
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  let sent = 0;
  let done = 0;
  let failed = 0;
  const waited = coreWaitMs(process.pid);
  const begun = performance.now();
  const dueAt = (i: number): number => (rate === null ? performance.now() : begun + (i * 1_000) / rate);

  await new Promise<void>((resolve) => {
    const send = (connection: Connection): void => {
      const due = dueAt(sent);
      sent += 1;
      connection.send(make(), (status, body) => {
        const now = performance.now();
        latencies[done] = now - due;
        ends[done] = now - begun;
        refusals[done] = refusedIn(body, requests);
        done += 1;
        if (status < 200 || status > 299) failed += 1;
        idle.push(connection);
        if (done === count) resolve();
      });
    };
    const turn = (): void => {
      while (sent < count && idle.length > 0 && (rate === null || dueAt(sent) <= performance.now()))
        // In turn: one that is never used would be closed as idle.
        send(idle.shift()!);
      if (done < count) setImmediate(turn);
    };
    turn();
  });

  const seconds = (performance.now() - begun) / 1_000;
  const wait = coreWaitMs(process.pid) - waited;
  for (const connection of opened) connection.close();
  const perSecond = secondsOf(latencies, ends, refusals);
  const sorted = latencies.sort();
  return {
    seconds,
    done,
    failed,
    refused: refusals.reduce((sum, one) => sum + one, 0),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    max: quantile(sorted, 1),
    generatorDelay: monitor.percentile(99) / 1e6,
    generatorWait: wait / 1_000 / seconds,
    perSecond,
  };
}

/** A batch's answer ends with its counts. */
function refusedIn(body: Buffer, { kind }: RequestOrder): number {
  if (kind !== "batch") return 0;
  const found = /"refused":(\d+)/.exec(body.toString("latin1", Math.max(0, body.length - 40)));
  return found === null ? 0 : Number(found[1]);
}

function secondsOf(latencies: Float64Array, ends: Float64Array, refusals: Uint32Array): LoadSecond[] {
  const all: LoadSecond[] = [];
  for (let first = 0; first < ends.length; ) {
    const second = Math.floor(ends[first]! / 1_000);
    let end = first;
    while (end < ends.length && Math.floor(ends[end]! / 1_000) === second) end += 1;
    const sorted = latencies.slice(first, end).sort();
    all.push({
      second,
      done: end - first,
      refused: refusals.subarray(first, end).reduce((sum, one) => sum + one, 0),
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      max: quantile(sorted, 1),
    });
    first = end;
  }
  return all;
}
