/** The lane for single reports says what the route says: two services are sent the same, and nothing may differ. */
import { Agent, createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { makeRandom, type Random, testSeed } from "../support/random.ts";
import { adminSecret, startService, type TestService } from "../support/service.ts";

const seed = testSeed();
console.log(`write-lane.test.ts: LAUREL_TEST_SEED=${seed}`);

const clock = new FakeClock("2026-10-05T12:00:00Z");
const boards = [
  { id: "best", publicReads: true, periods: ["all", "day"], scopes: ["region"] },
  { id: "sum", semantics: "sum", periods: ["all", "week"] },
  {
    id: "columns",
    columns: [
      { name: "points", decimals: 2 },
      { name: "faults", order: "asc" },
    ],
  },
];
const rights = [
  { rights: ["submit"] },
  { rights: ["read"] },
  { rights: ["submit"], boards: ["sum"] },
  { rights: ["submit"] },
];
const agent = new Agent({ keepAlive: true });

interface Side {
  readonly service: TestService;
  readonly port: number;
  /** Secrets, the last of a key that was revoked. */
  readonly keys: readonly string[];
}

let byLane: Side;
let byRoutes: Side;
let routes: Server;

async function startSide(): Promise<Side> {
  const service = await startService({ clock, boards });
  const keys: string[] = [];
  for (const key of rights) {
    const { body } = await service.call("POST", "/v1/admin/keys", { name: "k", ...key });
    keys.push(body.secret);
  }
  const { body } = await service.call("GET", "/v1/admin/keys");
  await service.call("DELETE", `/v1/admin/keys/${body.keys.at(-1).id}`);
  return { service, port: Number(new URL(service.url).port), keys };
}

beforeAll(async () => {
  byLane = await startSide();
  const side = await startSide();
  const { app } = side.service.laurel;
  routes = createServer((question, response) => app.routing(question, response));
  routes.keepAliveTimeout = app.server.keepAliveTimeout;
  await new Promise<void>((resolve) => routes.listen(0, "127.0.0.1", resolve));
  byRoutes = { ...side, port: (routes.address() as AddressInfo).port };
});
afterAll(async () => {
  agent.destroy();
  routes.close();
  await byLane.service.close();
  await byRoutes.service.close();
});

interface Question {
  readonly path: string;
  readonly method?: string;
  /** Index of a key; "admin", none, or a header as it is. */
  readonly key: number | string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in these pieces. */
  readonly body: readonly (string | Buffer)[];
}

function ask({ port, keys }: Side, question: Question): Promise<object> {
  const { path, method = "POST", key, body } = question;
  const headers: Record<string, string> = { ...question.headers };
  const secret = typeof key === "number" ? keys[key] : key === "admin" ? adminSecret : null;
  if (key !== null) headers.authorization = secret === null ? String(key) : `Bearer ${secret}`;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve(answerOf(response.statusCode!, response.headers, Buffer.concat(chunks))),
      );
    });
    sent.on("error", reject);
    const send = (i: number): void => {
      if (i >= body.length) return void sent.end();
      sent.write(body[i]!);
      if (i + 1 < body.length) setTimeout(() => send(i + 1), 2);
      else sent.end();
    };
    send(0);
  });
}

/** Everything of an answer but what is of its moment. */
function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): object {
  const { date: _date, "laurel-request-id": id, ...rest } = headers;
  const body = bytes
    .toString("latin1")
    .replace(/"requestId":"[^"]*"/, "")
    // Made for a report that has none.
    .replace(/"matchId":"[0-9A-Za-z-]{20,}"/, "");
  return { status, hasId: id !== undefined, headers: rest, body };
}

async function bothWays(question: Question): Promise<{ taken: boolean; answer: object }> {
  const expected = await ask(byRoutes, question);
  const routed = vi.spyOn(byLane.service.laurel.app, "routing");
  const answer = await ask(byLane, question);
  const taken = routed.mock.calls.length === 0;
  routed.mockRestore();
  expect(answer, `seed ${seed}: ${JSON.stringify(question)}`).toEqual(expected);
  return { taken, answer };
}

const json = { "content-type": "application/json" };

function plain(board: string, report: unknown, more: Partial<Question> = {}): Question {
  const body = Buffer.from(typeof report === "string" ? report : JSON.stringify(report));
  return {
    path: `/v1/leaderboards/${board}/scores`,
    key: 0,
    body: [body],
    ...more,
    headers: more.headers ?? { ...json, "content-length": String(body.length) },
  };
}

/** Mostly what is right, in the ways that callers write it, and now and then what is not. */
function anyQuestion(random: Random): Question {
  const one = <T>(...of: readonly T[]): T => of[random(of.length)]!;
  const rarely = <T>(odd: () => T, usual: () => T): T => (random(12) === 0 ? odd() : usual());
  const board = rarely(
    () => one("nosuch", "%62est", "best/", "", "Best"),
    () => one("best", "sum", "columns"),
  );
  const value = rarely(
    () => one<unknown>("x", "12.5", 1e300, null, -0, 0.125, [], true),
    () => random(100) - 10,
  );
  const report: Record<string, unknown> = {
    playerId: rarely(
      () => one<unknown>("", 7, "x".repeat(200), "\ud800", null),
      () => one("p1", "p2", "é", '"q"', "a b"),
    ),
    matchId: `m${random(400)}`,
  };
  if (board === "sum") report.delta = value;
  else if (board === "columns") report.values = { points: value, faults: random(3) };
  else report.score = value;
  if (random(10) === 0) delete report.matchId;
  if (random(5) === 0) report.scopes = { [one("region", "region", "guild")]: one("eu", "é", "") };
  if (random(6) === 0)
    report.metadata = one<unknown>({ hero: "mage" }, { x: "y".repeat(1_100) }, 1, { n: 0.1 });
  if (random(6) === 0) report.achievedAt = one<unknown>(clock.now() - 5_000, "2026-10-05T11:00:00Z", "x", 0);
  if (random(8) === 0) report.period = one("all", "2026-10-05", "2026-10-04", "x");
  if (random(20) === 0) report.odd = 1;
  let text = JSON.stringify(report);
  if (random(25) === 0)
    text = one("", "{", "[]", "null", `${text},`, `[${text}]`, text.replace("1", "1.00000000000000000001"));
  if (random(40) === 0) text = text.padEnd(20_000);
  const bytes = random(40) === 0 ? Buffer.from([0x22, 0xff, 0x22]) : Buffer.from(text);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (random(12) === 0)
    headers["content-type"] = one(
      "application/json; charset=utf-8",
      "application/JSON",
      "text/plain",
      "application/x-ndjson",
    );
  if (random(30) === 0) delete headers["content-type"];
  if (random(15) !== 0) headers["content-length"] = String(bytes.length);
  if (random(20) === 0) headers["idempotency-key"] = one("k1", "k2", "");
  if (random(20) === 0) headers.connection = "close";
  const query = rarely(
    () =>
      one(
        "?answer=all",
        "?x",
        "?answer=none&answer=ranks",
        "?backfill=true",
        "?backfill=false",
        "?include=x",
        "?",
      ),
    () =>
      one(
        "",
        "",
        "?answer=ranks",
        "?answer=scores",
        "?answer=none",
        "?include=scopes",
        "?answer=scores&include=scopes",
      ),
  );
  const half = random(bytes.length + 1);
  return {
    path: `/v1/leaderboards/${board}/scores${query}`,
    key: rarely(
      () => one<number | string | null>(1, 2, 3, null, "Basic x", "Bearer nosuch"),
      () => one<number | string>(0, 0, "admin"),
    ),
    headers,
    body: random(5) === 0 ? [bytes.subarray(0, half), bytes.subarray(half)] : [bytes],
  };
}

describe("the lane for reports", () => {
  it("answers thousands of requests as the route does, over changes of scores and time", async () => {
    const random = makeRandom(seed);
    const statuses = new Map<number, number>();
    for (let i = 0; i < 2_000; i++) {
      const { taken, answer } = await bothWays(anyQuestion(random));
      const { status } = answer as { status: number };
      if (taken) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (random(20) === 0) clock.advance(random(3_600_000));
    }
    // Reports that were taken, and refusals of what has the right shape: else the comparison would say nothing.
    expect(statuses.get(200)).toBeGreaterThan(200);
    expect([...statuses.keys()].filter((status) => status >= 400).length).toBeGreaterThan(0);
    for (const board of ["best", "sum", "columns"]) {
      const path = `/v1/leaderboards/${board}/top?limit=100`;
      const [one, other] = await Promise.all(
        [byLane, byRoutes].map(({ service }) => service.call("GET", path)),
      );
      expect(one!.body.entries, `seed ${seed}`).toEqual(other!.body.entries);
    }
  });

  it("takes what callers send all day", async () => {
    const report = { playerId: "day", matchId: "d1", score: 5 };
    for (const [query, more] of [
      ["", {}],
      ["?answer=scores", {}],
      ["?include=scopes", { scopes: { region: "é" }, metadata: { hero: "mage" } }],
    ] as const) {
      const question = plain("best", { ...report, matchId: `d${query}`, ...more });
      const path = question.path + query;
      expect(await bothWays({ ...question, path })).toMatchObject({ taken: true, answer: { status: 200 } });
    }
    const duplicate = await bothWays(plain("best", { ...report, matchId: "d" }));
    expect(duplicate).toMatchObject({ taken: true });
    const conflict = await bothWays(plain("best", { ...report, matchId: "d", score: 6 }));
    expect(conflict).toMatchObject({ taken: true, answer: { status: 409 } });
  });

  it("leaves to the route what is odd or wrong before it is a report", async () => {
    const report = { playerId: "odd", matchId: "o1", score: 5 };
    const usual = plain("best", report);
    const changed = (headers: Record<string, string>) => ({
      ...usual,
      headers: { ...usual.headers, ...headers },
    });
    for (const question of [
      plain("nosuch", report),
      plain("best", report, { key: 1 }),
      plain("best", report, { key: 3 }),
      plain("best", report, { key: null }),
      plain("best", report, { headers: json }),
      plain("best", "{"),
      plain("best", { ...report, odd: 1 }),
      plain("best", { ...report, score: true }),
      plain("best", "x".repeat(17_000)),
      changed({ "content-type": "text/plain" }),
      changed({ "idempotency-key": "k" }),
      changed({ expect: "100-continue" }),
      { ...usual, path: `${usual.path}?answer=x` },
      { ...usual, path: `${usual.path}?backfill=true` },
    ])
      expect((await bothWays(question)).taken, JSON.stringify(question)).toBe(false);
  });
});
