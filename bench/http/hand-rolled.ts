/**
 * The usual hand-rolled service: Fastify, each score inserted into Postgres, then a script on a Redis sorted set.
 *
 * One insert a submit, or, with `grouped`, what came while the last insert ran in one. No keys, no periods, no ties
 * by time: it does less than Laurel. Arguments: port, Redis' port, Postgres' port, `plain` or `grouped`.
 */
import Fastify from "fastify";
import { Redis } from "ioredis";
import pg from "pg";

interface Report {
  readonly playerId: string;
  readonly matchId: string;
  readonly score: number;
}

const [port, redisPort, postgresPort, kind] = process.argv.slice(2);
const redis = new Redis({ port: Number(redisPort), host: "127.0.0.1" });
const pool = new pg.Pool({
  host: "127.0.0.1",
  port: Number(postgresPort),
  user: "bench",
  database: "postgres",
  max: 16,
});

// Adds to the player's score and answers score and 0-based rank. KEYS: the board. ARGV: player, delta.
redis.defineCommand("addScore", {
  numberOfKeys: 1,
  lua: `local score = redis.call("ZINCRBY", KEYS[1], ARGV[2], ARGV[1])
return { score, redis.call("ZREVRANK", KEYS[1], ARGV[1]) }`,
});
type AddScore = (key: string, player: string, delta: number) => Promise<[score: string, rank: number]>;
const addScore = (redis as unknown as { addScore: AddScore }).addScore.bind(redis);

const insertOne = {
  name: "insert-one",
  text: "insert into events (player, match, score) values ($1, $2, $3) on conflict do nothing",
};
const insertMany = {
  name: "insert-many",
  text: `insert into events (player, match, score) select * from unnest($1::text[], $2::text[], $3::bigint[])
    on conflict do nothing returning player, match`,
};

const report = {
  type: "object",
  required: ["playerId", "matchId", "score"],
  properties: {
    playerId: { type: "string", minLength: 1, maxLength: 128 },
    matchId: { type: "string", minLength: 1, maxLength: 128 },
    score: { type: "integer" },
  },
};

const app = Fastify({ keepAliveTimeout: 600_000, bodyLimit: 8 * 2 ** 20 });

app.post<{ Body: Report }>(
  "/v1/leaderboards/:board/scores",
  { schema: { body: report } },
  async ({ body }) => {
    const fresh = kind === "grouped" ? await insertGrouped(body) : await insert(body);
    return fresh ? rankOf(body) : { playerId: body.playerId, duplicate: true };
  },
);

app.post<{ Body: Report[] }>(
  "/v1/leaderboards/:board/scores/batch",
  { schema: { body: { type: "array", items: report } } },
  async ({ body }) => {
    const fresh = await insertAll(body);
    return { results: await Promise.all(body.filter((_, i) => fresh[i]).map(rankOf)) };
  },
);

app.get("/v1/leaderboards/:board/top", async () => {
  const flat = await redis.zrevrange("board", 0, 99, "WITHSCORES");
  const entries = [];
  for (let i = 0; i < flat.length; i += 2)
    entries.push({ rank: i / 2 + 1, playerId: flat[i]!, score: Number(flat[i + 1]) });
  return { entries };
});

app.get<{ Params: { player: string } }>(
  "/v1/leaderboards/:board/players/:player/rank",
  async ({ params }, reply) => {
    const [rank, score] = await Promise.all([
      redis.zrevrank("board", params.player),
      redis.zscore("board", params.player),
    ]);
    if (rank === null) return reply.code(404).send({ error: "unknown player" });
    return { playerId: params.player, rank: rank + 1, score: Number(score) };
  },
);

await app.listen({ host: "127.0.0.1", port: Number(port) });
console.log("listening");

async function insert({ playerId, matchId, score }: Report): Promise<boolean> {
  return (await pool.query({ ...insertOne, values: [playerId, matchId, score] })).rowCount === 1;
}

async function insertAll(reports: readonly Report[]): Promise<boolean[]> {
  const values = [
    reports.map((one) => one.playerId),
    reports.map((one) => one.matchId),
    reports.map((one) => one.score),
  ];
  const { rows } = await pool.query<{ player: string; match: string }>({ ...insertMany, values });
  if (rows.length === reports.length) return reports.map(() => true);
  const fresh = new Set(rows.map(({ player, match }) => `${player} ${match}`));
  return reports.map(({ playerId, matchId }) => fresh.has(`${playerId} ${matchId}`));
}

async function rankOf({ playerId, score }: Report): Promise<object> {
  const [total, rank] = await addScore("board", playerId, score);
  return { playerId, score: Number(total), rank: rank + 1 };
}

/** While one insert runs, the next gathers. */
type Waiting = { readonly report: Report; resolve(fresh: boolean): void; reject(error: unknown): void };
let gathered: Waiting[] | null = null;

function insertGrouped(one: Report): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const waiting = { report: one, resolve, reject };
    if (gathered !== null) {
      gathered.push(waiting);
      return;
    }
    gathered = [waiting];
    queueMicrotask(() => void runGroups());
  });
}

async function runGroups(): Promise<void> {
  while (gathered !== null && gathered.length > 0) {
    const group = gathered;
    gathered = [];
    try {
      const fresh = await insertAll(group.map((waiting) => waiting.report));
      for (const [i, { resolve }] of group.entries()) resolve(fresh[i]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
  gathered = null;
}
