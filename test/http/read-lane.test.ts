/** The lane before the framework says what the routes say: the same requests are sent to both, and nothing may differ. */
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { makeRandom, type Random, testSeed } from "../support/random.ts";
import { adminSecret, startService, type TestService } from "../support/service.ts";

const seed = testSeed();
console.log(`read-lane.test.ts: LAUREL_TEST_SEED=${seed}`);

const columns = [
  { name: "points", decimals: 2 },
  { name: "faults", order: "asc" },
];
const season = { season: "autumn", start: "2026-10-01T00:00", end: "2027-01-01T00:00" };
const clock = new FakeClock("2026-10-05T12:00:00Z");
const players = ["p1", "p2", "p_3", "p-4", "p5", "P5", "é", "..", "a b", "100%", "top", "rank", '"q"', "x.y"];
const agent = new Agent({ keepAlive: true });
const keys: string[] = [];
let service: TestService;
/** The same app without the lane. */
let routes: Server;

beforeAll(async () => {
  service = await startService({
    clock,
    boards: [
      { id: "open", publicReads: true, ties: "shared", periods: ["all", "day"], scopes: ["region"] },
      { id: "columns", publicReads: true, columns, periods: ["week", "all", season] },
      { id: "closed", timeZone: "Europe/Paris", periods: ["day", "all"], semantics: "sum" },
    ],
  });
  const made = [
    { rights: ["read"] },
    { rights: ["submit"] },
    { rights: ["read"], boards: ["closed"] },
    { rights: ["read"] },
  ];
  for (const key of made) {
    const { body } = await service.call("POST", "/v1/admin/keys", { name: "k", ...key });
    keys.push(body.secret);
  }
  const { body } = await service.call("GET", "/v1/admin/keys");
  await service.call("DELETE", `/v1/admin/keys/${body.keys.at(-1).id}`);
  const { app } = service.laurel;
  routes = createServer((question, response) => app.routing(question, response));
  routes.keepAliveTimeout = app.server.keepAliveTimeout;
  await new Promise<void>((resolve) => routes.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  agent.destroy();
  routes.close();
  await service.close();
});

interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything of an answer but what is of its moment. */
function ask(port: number, { method, path, headers }: Question): Promise<object> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { date: _date, "laurel-request-id": id, ...rest } = response.headers;
        // The routes' own answer to an address that they cannot read has its id in the body alone.
        const body = Buffer.concat(chunks)
          .toString("latin1")
          .replace(/"requestId":"[^"]*"/, "");
        resolve({ status: response.statusCode, hasId: id !== undefined, headers: rest, body });
      });
    });
    sent.on("error", reject).end();
  });
}

/** `first`: who is asked first makes the top that the other then sends. */
async function bothWays(
  question: Question,
  first: "lane" | "routes" = "lane",
): Promise<{ byLane: boolean; answer: object }> {
  const askRoutes = () => ask((routes.address() as AddressInfo).port, question);
  const early = first === "routes" ? await askRoutes() : null;
  const routed = vi.spyOn(service.laurel.app, "routing");
  const answer = await ask(Number(new URL(service.url).port), question);
  const byLane = routed.mock.calls.length === 0;
  routed.mockRestore();
  const expected = early ?? (await askRoutes());
  expect(answer, `seed ${seed}: ${JSON.stringify(question)}`).toEqual(expected);
  return { byLane, answer };
}

const get = (path: string, headers = {}): Question => ({
  method: "GET",
  path: `/v1/leaderboards/${path}`,
  headers,
});

async function writeScores(random: Random): Promise<void> {
  for (const playerId of players) {
    const matchId = `m${random(1_000_000)}`;
    const report = { playerId, matchId, achievedAt: clock.now() };
    const score = random(6);
    await service.call("POST", "/v1/leaderboards/open/scores", {
      ...report,
      score,
      scopes: { region: ["eu", "na:1", "é"][random(3)] },
      metadata: { hero: "mage" },
    });
    await service.call("POST", "/v1/leaderboards/closed/scores", { ...report, delta: score - 3 });
    await service.call("POST", "/v1/leaderboards/columns/scores", {
      ...report,
      values: { points: score / 4, faults: random(3) },
    });
  }
}

/** Mostly what is right, in the ways that callers write it, and now and then what is not. */
function anyQuestion(random: Random): Question {
  const one = <T>(...of: readonly T[]): T => of[random(of.length)]!;
  const rarely = <T>(odd: () => T, usual: () => T): T => (random(12) === 0 ? odd() : usual());
  const board = rarely(
    () => one("nosuch", "%6Fpen", "open/", "", "Open", "open%2F"),
    () => one("open", "columns", "closed"),
  );
  const player = rarely(
    () => one("nobody", "", "%ff", "a/b", "p1#", "p1;", "x".repeat(200), "p1/"),
    () => encodeURIComponent(one(...players)),
  );
  const plain = one("top", "top", `players/${player}`, `player`, `at-rank/1`);
  const path = plain.startsWith("player") ? plain + one("", "/rank", "/rank", "/window") : plain;
  const parameters: string[] = path.startsWith("player/") || path === "player" ? [`id=${player}`] : [];
  const known = {
    top: ["limit=3", "limit=1000", "limit=1", "offset=2", "offset=0", "cursor=x", "include=metadata"],
    window: ["above=1", "below=2", "below=0", "above=100"],
    rank: ["include=metadata"],
    none: ["neighbours=2", "neighbours=0"],
  };
  const kind =
    path === "top" ? "top" : path.endsWith("window") ? "window" : path.endsWith("rank") ? "rank" : "none";
  const period = () =>
    `period=${one("all", "day", "day:current", "current", "week:previous", "2026-10-05", "2026-W41", "autumn", "winter", "2026-10-06")}`;
  const scope = () =>
    `scope=${one("region:eu", "region:na%3A1", "region:%C3%A9", "region:none", "guild:1", "region", "region:")}`;
  const odd = () =>
    one(
      "limit=0",
      "limit=01",
      "limit=1e1",
      "limit=",
      "above=101",
      "neighbours=-1",
      "perid=day",
      "id=p1",
      "x",
      "limit=2&limit=2",
      "&&",
      "%ff=1",
      "__proto__=1",
      "period=",
      "limit=+1",
      "limit=3#x",
      "toString=1",
    );
  if (random(2) === 0) parameters.push(one(...known[kind]));
  if (random(3) === 0) parameters.push(period());
  if (random(6) === 0) parameters.push(scope());
  if (random(8) === 0) parameters.push(odd());
  const headers: Record<string, string> = {};
  const authorization = rarely(
    () => one("Bearer", "Basic x", "Bearer nosuch", `Bearer ${keys[3]}`, `Bearer ${adminSecret}x`, ""),
    () => one(null, `Bearer ${adminSecret}`, `bearer  ${keys[0]} `, `Bearer ${keys[1]}`, `Bearer ${keys[2]}`),
  );
  if (authorization !== null) headers.authorization = authorization;
  if (random(4) === 0)
    headers["accept-encoding"] = one("gzip", "gzip;q=0", "br, gzip;q=0.5", "*", "identity");
  if (random(6) === 0) headers["if-none-match"] = one("*", '"x"', 'W/"x", *', "");
  if (random(20) === 0) headers["content-length"] = "0";
  if (random(20) === 0) headers.connection = "close";
  const method = random(20) === 0 ? one("HEAD", "POST", "OPTIONS", "DELETE") : "GET";
  const mark = parameters.length > 0 ? "?" : one("", "", "?");
  return { method, path: `/v1/leaderboards/${board}/${path}${mark}${parameters.join("&")}`, headers };
}

describe("the lane", () => {
  it("answers thousands of requests as the routes do, over changes of scores and time", async () => {
    const random = makeRandom(seed);
    const answered = new Map<string, number>();
    for (let round = 0; round < 6; round++) {
      await writeScores(random);
      for (let i = 0; i < 500; i++) {
        const question = anyQuestion(random);
        const { byLane } = await bothWays(question, random(2) === 0 ? "lane" : "routes");
        const kind = /\/(top|rank|window)|$/.exec(question.path.split("?")[0]!)![1] ?? "player";
        if (byLane) answered.set(kind, (answered.get(kind) ?? 0) + 1);
        if (random(50) === 0) clock.advance(random(1_500));
      }
      clock.advance(random(20) * 3_600_000);
    }
    // Of each kind the lane took a good part, or the comparison would say nothing.
    for (const kind of ["top", "rank", "window", "player"])
      expect(answered.get(kind), kind).toBeGreaterThan(50);
  });

  it("takes what callers send all day, with and without a key", async () => {
    const withKey = { authorization: `Bearer ${keys[0]}` };
    for (const question of [
      get("open/top"),
      get("open/top?limit=5&period=day:current"),
      get("closed/top?limit=10", withKey),
      get("open/players/p1/rank"),
      get("open/player/rank?id=a%20b"),
      get("closed/players/p_3?period=all", withKey),
      get("columns/player/window?id=%C3%A9&above=1&below=2&period=all"),
    ])
      expect((await bothWays(question)).byLane, question.path).toBe(true);
  });

  it("answers 304, plain and compressed alike", async () => {
    const { headers } = await service.call("GET", "/v1/leaderboards/open/top", undefined, { key: null });
    const etag = headers.get("etag")!;
    for (const encoding of ["gzip", "identity"]) {
      const question = get("open/top", { "if-none-match": etag, "accept-encoding": encoding });
      expect(await bothWays(question)).toMatchObject({ byLane: true, answer: { status: 304, body: "" } });
    }
  });

  it("leaves to the routes what is odd or refused", async () => {
    for (const question of [
      get("closed/top"),
      get("open/players/nobody/rank"),
      get("open/top?perid=day"),
      get("open/top?limit=1001"),
      get("open/players/%701/rank"),
      get("open/players/p1/rank?include=metadata"),
      get("nosuch/top", { authorization: `Bearer ${keys[0]}` }),
      get("open/top", { authorization: `Bearer ${keys[3]}` }),
      get("open/top", { "content-length": "0" }),
      { ...get("open/top"), method: "HEAD" },
    ])
      expect((await bothWays(question)).byLane, JSON.stringify(question)).toBe(false);
  });

  it("lets go of a key that was revoked with the very next request", async () => {
    const { body } = await service.call("POST", "/v1/admin/keys", { name: "k", rights: ["read"] });
    const question = get("closed/players/p1/rank?period=all", { authorization: `Bearer ${body.secret}` });
    expect(await bothWays(question)).toMatchObject({ byLane: true, answer: { status: 200 } });
    await service.call("DELETE", `/v1/admin/keys?id=${body.id}`);
    expect(await bothWays(question)).toMatchObject({ byLane: false, answer: { status: 401 } });
  });
});
