/** The validator neither converts nor drops: nothing is coerced, nothing unknown passes, ids arrive whole. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
const board = "/v1/leaderboards/b";

beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "b", periods: ["all", "day"], scopes: ["region"] },
      { id: "two", columns: [{ name: "points" }, { name: "time", order: "asc", decimals: 3 }] },
    ],
  });
});
afterAll(() => service.close());

const good = { playerId: "p", matchId: "m", score: 1 };

describe("a report", () => {
  it.each<[string, object]>([
    ["a number as playerId", { ...good, playerId: 7 }],
    ["null as playerId", { ...good, playerId: null }],
    ["no playerId", { matchId: "m", score: 1 }],
    ["a number as matchId", { ...good, matchId: 7 }],
    ["null as matchId", { ...good, matchId: null }],
    ["true as score", { ...good, score: true }],
    ["null as score", { ...good, score: null }],
    ["a list as score", { ...good, score: [1] }],
    ["an object as score", { ...good, score: {} }],
    ["true as achievedAt", { ...good, achievedAt: true }],
    ["a fraction of a millisecond", { ...good, achievedAt: 1_791_158_400_123.5 }],
    ["a local time", { ...good, achievedAt: "2026-10-05T12:00:00" }],
    ["a list as scopes", { ...good, scopes: ["region:eu"] }],
    ["a number as scope value", { ...good, scopes: { region: 5 } }],
    ["a text as metadata", { ...good, metadata: "hero" }],
    ["a list as metadata", { ...good, metadata: [1] }],
    ["metadata of 1025 bytes", { ...good, metadata: { a: "x".repeat(1_017) } }],
    ["an unknown field", { ...good, socre: 2 }],
    ["__proto__", JSON.parse('{"playerId":"p","matchId":"m","score":1,"__proto__":{"score":2}}')],
    ["board in the body of the board's own route", { ...good, board: "b" }],
    ["a number as period", { ...good, period: 5 }],
  ])("refuses %s", async (_, body) => {
    const { status, body: problem } = await service.call("POST", `${board}/scores`, body);
    expect([status, problem.code]).toEqual([400, "invalid_request"]);
  });

  it("names value and rule", async () => {
    const { body } = await service.call("POST", `${board}/scores`, { ...good, socre: 2 });
    expect(body).toMatchObject({ detail: 'unknown field "socre"', errors: [{ path: "/socre" }] });
  });

  it("takes 1,024 bytes of metadata and gives them back as they were", async () => {
    const metadata = { a: "x".repeat(1_016) };
    await service.call("POST", `${board}/scores`, { ...good, playerId: "meta", metadata });
    const { body } = await service.call("GET", `${board}/players/meta/rank?include=metadata`);
    expect(body.metadata).toEqual(metadata);
    expect((await service.call("GET", `${board}/players/meta/rank`)).body).not.toHaveProperty("metadata");
  });
});

describe("ids", () => {
  const odd = [
    "a:b",
    "{a}",
    "a/b",
    "a|b",
    "50%25",
    "%",
    "'\"",
    "<script>",
    " ",
    "+",
    "a+b",
    "..",
    ".",
    "#x?y=1&z",
    "\u{1f600}",
    "jose\u0301",
    "jos\u00e9",
    "\\",
    "x".repeat(128),
    "\u00e9".repeat(64),
    "\u{1f600}".repeat(32),
  ];

  it("arrive whole on every route: in a path, in a query, in a body, in an answer", async () => {
    for (const [i, id] of odd.entries()) {
      const sent = await service.call("POST", `${board}/scores`, {
        playerId: id,
        matchId: id,
        score: i,
        scopes: { region: id },
      });
      expect([sent.status, sent.body.playerId, sent.body.matchId]).toEqual([200, id, id]);
    }
    for (const [i, id] of odd.entries()) {
      const encoded = encodeURIComponent(id);
      for (const path of ["", "/rank", "/window"]) {
        const byQuery = await service.call(
          "GET",
          `${board}/player${path}?id=${encoded}&scope=${encodeURIComponent(`region:${id}`)}`,
        );
        expect([byQuery.status, byQuery.body.playerId, byQuery.body.score, byQuery.body.total]).toEqual([
          200,
          id,
          i,
          1,
        ]);
        if (id === "." || id === "..") continue; // A URL parser removes these from a path: the query form is for them.
        const byPath = await service.call("GET", `${board}/players/${encoded}${path}`);
        expect([byPath.status, byPath.body.playerId, byPath.body.score]).toEqual([200, id, i]);
      }
    }
    const { body } = await service.call("POST", `${board}/lookup`, { playerIds: odd });
    expect(new Set(body.entries.map((entry: { playerId: string }) => entry.playerId))).toEqual(new Set(odd));
    const scopes = await service.call("GET", `${board}/scopes/region?limit=1000`);
    expect(new Set(scopes.body.values.map((one: { value: string }) => one.value))).toEqual(new Set(odd));
  });

  it("make boards of their own, under every name", async () => {
    for (const id of odd.filter((one) => one !== "." && one !== "..")) {
      const path = encodeURIComponent(id);
      expect((await service.call("PUT", `/v1/admin/leaderboards/${path}`, {})).status).toBe(201);
      await service.call("POST", "/v1/scores", { board: id, playerId: "only", matchId: "m", score: 1 });
      expect((await service.call("GET", `/v1/leaderboards/${path}/top`)).body).toMatchObject({
        board: id,
        total: 1,
      });
      expect((await service.call("DELETE", `/v1/admin/leaderboards/${path}`)).status).toBe(204);
    }
    for (const id of [".", ".."]) {
      expect(
        (await service.call("POST", "/v1/scores", { board: id, playerId: "p", matchId: "m", score: 1 })).body
          .code,
      ).toBe("invalid_id");
    }
  });

  it.each(["x".repeat(129), "a\u0000b", "\ud800", "\u0085", ""])("refuses %j", async (id) => {
    const body = `{"playerId":${JSON.stringify(id)},"matchId":"m","score":1}`;
    expect(
      (
        await service.call("POST", `${board}/scores`, body, {
          headers: { "content-type": "application/json" },
        })
      ).body.code,
    ).toBe("invalid_id");
  });
});

it("lookup takes ids only", async () => {
  for (const id of ["", "a\u0000b", "x".repeat(129)]) {
    expect((await service.call("POST", `${board}/lookup`, { playerIds: ["p", id] })).body).toMatchObject({
      code: "invalid_id",
      errors: [{ path: "/playerIds/1" }],
    });
  }
});

describe("several columns", () => {
  it("come and go by name", async () => {
    const sent = await service.call("POST", "/v1/leaderboards/two/scores", {
      playerId: "p",
      matchId: "m",
      values: { time: "10.250", points: 3 },
    });
    expect(sent.body.standings.all).toEqual({
      values: { points: 3, time: 10.25 },
      rank: 1,
      previousValues: null,
      previousRank: null,
      improved: true,
    });
    const around = await service.call("GET", "/v1/leaderboards/two/around-score?points=3&time=10.249");
    expect(around.body).toMatchObject({ rank: 1, values: { points: 3, time: 10.249 } });
    expect((await service.call("GET", "/v1/leaderboards/two/around-score?points=3")).body.detail).toContain(
      "time",
    );
  });
});
