/** Closed loop: wrk, one thread pinned to the load's core, as fast as the answers come. */
import { join } from "node:path";
import { findTool, outputOf, repository, start } from "../support/processes.ts";
import { median } from "../support/statistics.ts";
import { loadCore, type Server } from "./server.ts";

export interface WrkLoad {
  readonly script: string;
  readonly path: string;
  readonly connections: number;
  /** For the script, after the seed. */
  readonly args: readonly string[];
}

export interface WrkResult {
  readonly requests: number;
  readonly seconds: number;
  readonly errors: number;
  readonly refused: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p99: number;
}

const wrkFolder = join(repository, "bench/http/lua");

export async function runWrk(
  server: Server,
  load: WrkLoad,
  seconds: number,
  seed: number,
): Promise<WrkResult> {
  const program = findTool("wrk", "wrk");
  const url = `http://127.0.0.1:${server.port}${load.path}`;
  const options = [
    "-t1",
    `-c${load.connections}`,
    `-d${seconds}s`,
    "--timeout",
    "30s",
    "-s",
    load.script,
    url,
  ];
  const started = start(program, [...options, "--", String(seed), ...load.args], {
    core: loadCore,
    cwd: wrkFolder,
  });
  const output = await outputOf(started, "wrk");
  const found = /RESULT (\{.*\})/.exec(output);
  if (found === null) throw new Error(`wrk gives no result: ${output}${started.errors()}`);
  const result = JSON.parse(found[1]!) as WrkResult;
  // A server that refuses is fast: its rate would mean nothing.
  if (result.errors > result.requests / 100)
    throw new Error(`${server.name} fails ${result.errors} of ${result.requests} requests of ${load.script}`);
  return result;
}

/** Requests a second by server, in rounds that take the servers in turn. */
export interface Alternated {
  readonly rates: ReadonlyMap<Server, number>;
  readonly errors: number;
  readonly refused: number;
  /** Median over the rounds of the first server's rate by another's of the same round. */
  ratio(to: Server): number;
}

export async function alternate(
  servers: readonly Server[],
  load: (server: Server) => WrkLoad,
  settings: { rounds: number; seconds: number; nextSeed: () => number },
): Promise<Alternated> {
  const rates = new Map(servers.map((server) => [server, [] as number[]]));
  let errors = 0;
  let refused = 0;
  // Once shorter before it counts: compilers and caches.
  for (const server of servers)
    await runWrk(server, load(server), Math.min(2, settings.seconds), settings.nextSeed());
  for (let round = 0; round < settings.rounds; round++) {
    for (const server of servers) {
      const result = await runWrk(server, load(server), settings.seconds, settings.nextSeed());
      rates.get(server)!.push(result.requests / result.seconds);
      if (server === servers[0]) {
        errors += result.errors;
        refused += result.refused;
      }
    }
  }
  const first = rates.get(servers[0]!)!;
  return {
    rates: new Map([...rates].map(([server, all]) => [server, median(all)])),
    errors,
    refused,
    ratio: (to) => median(first.map((rate, round) => rate / rates.get(to)![round]!)),
  };
}
