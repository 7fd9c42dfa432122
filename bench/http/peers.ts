/** The servers beside Laurel: each pinned as it is, with databases of its own that may run anywhere. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Closers, freePort, progress, startScript, waitForLine } from "../support/processes.ts";
import { type RedisServer, startRedis } from "../support/redis-server.ts";
import { startNginx } from "./nginx.ts";
import { type Server, serverCore } from "./server.ts";

export interface Peers {
  readonly node: Server;
  readonly nginx: Server;
  readonly hand: Server;
  readonly grouped: Server;
}

/** `prior`: events in the peers' tables before they are measured; fewer than Laurel's are a favour to them. */
export async function startPeers(
  closers: Closers,
  folder: string,
  answers: Record<"top" | "rank" | "submit" | "batch", string>,
  size: { players: number; prior: number },
): Promise<Peers> {
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const node = await startPeer(closers, "node:http", "http/node-http.ts", [file]);
  const nginx = await startNginx(closers, folder, answers.top);
  const redis = await startRedis(closers, folder, { core: null, appendOnly: true });
  const postgres = await startPostgres(closers, folder);
  progress("http: filling the peers' Redis and Postgres ...");
  await fillRedis(redis, size.players);
  await fillPostgres(postgres, size.players, size.prior);
  const ports = [String(redis.port), String(postgres.port)];
  const hand = await startPeer(closers, "hand-rolled", "http/hand-rolled.ts", [...ports, "plain"]);
  const grouped = await startPeer(closers, "hand-rolled, grouped", "http/hand-rolled.ts", [
    ...ports,
    "grouped",
  ]);
  return { node, nginx, hand, grouped };
}

async function startPeer(
  closers: Closers,
  name: string,
  file: string,
  args: readonly string[],
): Promise<Server> {
  const port = await freePort();
  const started = startScript(file, [String(port), ...args], {
    core: serverCore,
    environment: { NODE_ENV: "production" },
  });
  closers.add(() => started.end());
  await waitForLine(started, name, /listening/);
  return { name, port, pid: started.pid };
}

async function fillRedis({ port }: RedisServer, players: number): Promise<void> {
  const redis = new Redis({ port, host: "127.0.0.1" });
  for (let player = 0; player < players; ) {
    const pairs: (string | number)[] = [];
    for (const end = Math.min(players, player + 5_000); player < end; player++)
      pairs.push(100_000 + ((player * 7_919) % 900_000), `player${String(player).padStart(8, "0")}`);
    await redis.zadd("board", ...pairs);
  }
  redis.disconnect();
}

async function fillPostgres({ port }: PostgresServer, players: number, prior: number): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "bench", database: "postgres" });
  await client.connect();
  await client.query(`create table events (
    sequence bigint generated always as identity primary key,
    player text not null, match text not null, score bigint not null, at timestamptz not null default now(),
    unique (player, match))`);
  await client.query(
    `insert into events (player, match, score)
      select 'player' || lpad((n % $2)::text, 8, '0'), 'prior-' || n, 100000 + n % 900000
      from generate_series(1, $1::bigint) n`,
    [prior, players],
  );
  await client.query("vacuum analyze events");
  await client.query("checkpoint");
  await client.end();
}
