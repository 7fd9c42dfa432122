import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminSecret, startService, type TestService } from "../support/service.ts";

let service: TestService;
const path = "/v1/leaderboards/b/scores/batch";
const ndjson = { headers: { "content-type": "application/x-ndjson" } };

beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "b", semantics: "sum", columns: [{ max: 1_000 }] },
      { id: "big", semantics: "sum" },
    ],
  });
});
afterAll(() => service.close());

const total = async (player: string) =>
  (await service.call("GET", `/v1/leaderboards/b/player/rank?id=${player}`)).body.score;

describe("an array", () => {
  it("is answered report by report, duplicates and faults in their places", async () => {
    const { status, body } = await service.call("POST", path, [
      { playerId: "p", matchId: "m1", score: 5 },
      { playerId: "p", matchId: "m1", score: 5 },
      { playerId: "p", matchId: "m1", score: 6 },
      { playerId: "p", matchId: "m2", delta: 7 },
      { playerId: "p", matchId: "m3", score: 1_001 },
      { playerId: "p", score: 1 },
      { playerId: "p", matchId: "m4", score: "x" },
      { playerId: "p", matchId: "m5", score: 1, what: 1 },
      "nothing",
      null,
    ]);
    expect(status).toBe(200);
    expect(
      body.results.map((one: { index: number; status: number; code?: string }) => [
        one.index,
        one.status,
        one.code ?? null,
      ]),
    ).toEqual([
      [0, 200, null],
      [1, 200, null],
      [2, 409, "match_conflict"],
      [3, 200, null],
      [4, 422, "score_out_of_range"],
      [5, 400, "invalid_request"],
      [6, 400, "invalid_number"],
      [7, 400, "invalid_request"],
      [8, 400, "invalid_request"],
      [9, 400, "invalid_request"],
    ]);
    expect([body.applied, body.duplicates, body.held, body.refused]).toEqual([2, 1, 0, 7]);
    expect(body.results[3].standings.all).toEqual({ score: 12, previousScore: null, improved: true });
    expect(await total("p")).toBe(12);
  });

  it("says as much as is wanted", async () => {
    const send = async (answer: string, n: number) =>
      (
        await service.call("POST", `${path}?answer=${answer}`, [
          { playerId: "q", matchId: `m${n}`, score: 1 },
        ])
      ).body.results[0];
    expect(await send("none", 1)).not.toHaveProperty("standings");
    expect((await send("scores", 2)).standings.all).not.toHaveProperty("rank");
    expect((await send("ranks", 3)).standings.all).toMatchObject({
      score: 3,
      rank: 2,
      previousScore: 2,
      previousRank: 2,
    });
  });

  it("is refused whole where it cannot be read", async () => {
    const many = Array.from({ length: 5_001 }, (_, i) => ({ playerId: "r", matchId: `m${i}`, score: 1 }));
    expect((await service.call("POST", path, many)).body.code).toBe("body_too_large");
    expect((await service.call("POST", path, { playerId: "r" })).body).toMatchObject({
      status: 400,
      code: "invalid_json",
    });
    expect(
      (await service.call("POST", path, "[{]", { headers: { "content-type": "application/json" } })).body
        .code,
    ).toBe("invalid_json");
    const long = `[${`"${"x".repeat(1_000_000)}",`.repeat(9)}1]`;
    expect(
      (await service.call("POST", path, long, { headers: { "content-type": "application/json" } })).status,
    ).toBe(413);
    expect(
      (
        await service.call("POST", path, [{ playerId: "r", matchId: "m", score: 1 }], {
          headers: { "idempotency-key": "k" },
        })
      ).status,
    ).toBe(400);
    expect(await total("r")).toBeUndefined();
  });

  it("takes 5,000 reports", async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => ({
      playerId: `s${i % 50}`,
      matchId: `m${i}`,
      score: 1,
    }));
    const { body } = await service.call("POST", path, many);
    expect([body.applied, body.refused]).toEqual([5_000, 0]);
    expect(await total("s7")).toBe(100);
  });

  it("may be empty", async () => {
    expect((await service.call("POST", path, [])).body).toEqual({
      results: [],
      applied: 0,
      duplicates: 0,
      held: 0,
      refused: 0,
    });
  });
});

describe("NDJSON", () => {
  it("is answered line by line; a bad line is refused in its place", async () => {
    const lines = [
      '{"playerId":"n","matchId":"1","score":1}',
      "",
      "nope",
      '{"playerId":"n","matchId":"2","score":1.5}',
      `"${"x".repeat(20_000)}"`,
      '\t{"playerId":"n","matchId":"1","score":1}\r',
      '{"playerId":"n","matchId":"3","score":2}',
    ];
    const answer = await service.call("POST", path, lines.join("\n"), ndjson);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    const results = String(answer.body)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(results.map(({ index, status, duplicate }) => [index, status, duplicate ?? null])).toEqual([
      [0, 200, false],
      [1, 400, null],
      [2, 422, null],
      [3, 413, null],
      [4, 200, true],
      [5, 200, false],
    ]);
    expect(await total("n")).toBe(3);
  });

  it("has no limit of length, and is read no faster than it is taken", async () => {
    const count = 160_000;
    const lines = Array.from(
      { length: count },
      (_, i) => `{"playerId":"p${i % 100}","matchId":"match-number-${i}","score":1}\n`,
    );
    const answer = await service.call(
      "POST",
      "/v1/leaderboards/big/scores/batch?answer=none",
      lines.join(""),
      ndjson,
    );
    const results = String(answer.body).trim().split("\n");
    expect([results.length, JSON.parse(results[count - 1]!).index]).toEqual([count, count - 1]);
    expect((await service.call("GET", "/v1/leaderboards/big/top?limit=1")).body).toMatchObject({
      total: 100,
      entries: [{ score: 1_600 }],
    });
  });

  it("is answered while the stream goes on, and what was sent before a hang-up stays", async () => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${adminSecret}\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const line = '{"playerId":"live","matchId":"1","score":4}\n';
    socket.write(`${line.length.toString(16)}\r\n${line}\r\n`);
    const answered = await new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
        if (text.includes('"applied":true')) resolve(text);
      });
    });
    expect(answered).toContain("HTTP/1.1 200");
    socket.destroy();
    expect(await total("live")).toBe(4);
  });

  it("may be empty", async () => {
    const answer = await service.call("POST", path, "", ndjson);
    expect([answer.status, answer.body]).toEqual([200, ""]);
  });
});

it("Idempotency-Key stands in for a missing matchId, and matchId counts where both are given", async () => {
  const send = (body: object, key: string) =>
    service.call(
      "POST",
      "/v1/leaderboards/b/scores",
      { playerId: "k", score: 1, ...body },
      { headers: { "idempotency-key": key } },
    );
  expect((await send({}, "one")).body).toMatchObject({ applied: true, matchId: "one" });
  expect((await send({}, "one")).body).toMatchObject({ duplicate: true });
  expect((await send({ matchId: "two" }, "one")).body).toMatchObject({ applied: true, matchId: "two" });
  expect((await send({}, "")).body.code).toBe("invalid_id");
});
