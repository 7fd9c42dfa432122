/** The order of checks is part of the API: one input has one answer. Each step is shown against the next. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
const keys: Record<string, string> = {};

beforeAll(async () => {
  service = await startService({
    clock: new FakeClock("2026-10-05T12:00:00Z"),
    boards: [
      { id: "private", periods: ["all", "day"], scopes: ["region"] },
      { id: "public", publicReads: true },
      { id: "other" },
    ],
  });
  for (const [name, rights, boards] of [
    ["read", ["read"], null],
    ["submit", ["submit"], null],
    ["bound", ["read", "submit"], ["private"]],
    ["admin", ["admin"], null],
    ["boundAdmin", ["admin"], ["private"]],
  ] as const) {
    keys[name] = (await service.call("POST", "/v1/admin/keys", { name, rights, boards })).body.secret;
  }
  await service.call("POST", "/v1/leaderboards/private/scores", { playerId: "ann", matchId: "m1", score: 5 });
  await service.call("POST", "/v1/leaderboards/public/scores", { playerId: "ann", matchId: "m1", score: 5 });
});
afterAll(() => service.close());

/** Status and code of an answer, as one text. */
async function ask(
  method: string,
  path: string,
  key: string | null,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await service.call(method, path, body, {
    key: key === null ? null : (keys[key] ?? key),
    headers,
  });
  if (answer.status >= 400) {
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status: answer.status,
      detail: expect.any(String),
      instance: expect.any(String),
      requestId: expect.any(String),
    });
  }
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body.code}`;
}

const scores = "/v1/leaderboards/private/scores";
const good = { playerId: "x", matchId: "m", score: 1 };

describe("401 comes first, also for what does not exist", () => {
  it.each<[method: string, path: string]>([
    ["GET", "/v1/leaderboards/private/top"],
    ["GET", "/v1/leaderboards/nope/top"],
    ["GET", "/nope"],
    ["GET", "/"],
    ["GET", "/V1/LEADERBOARDS/PRIVATE/TOP"],
    ["GET", "/v1/leaderboards/private/top/"],
    ["GET", "//v1/leaderboards/private/top"],
    ["GET", "/v1/leaderboards/%zz/top"],
    ["GET", "/v1/leaderboards/public"],
    ["DELETE", "/v1/leaderboards/private/top"],
    ["PATCH", "/v1/leaderboards/private/scores"],
    ["POST", scores],
    ["POST", "/v1/scores"],
    ["GET", "/v1/admin/keys"],
    ["PUT", "/v1/admin/leaderboards/private"],
    ["GET", `/v1/leaderboards/private/players/${"x".repeat(2_000)}`],
  ])("%s %s", async (method, path) => {
    const open = path === "/v1/leaderboards/public";
    expect(await ask(method, path, null, method === "POST" ? "not json" : undefined)).toBe(
      open ? "200" : "401 unauthorized",
    );
  });

  it("answers a wrong or malformed key like none, on public boards too", async () => {
    expect(await ask("GET", "/v1/leaderboards/private/top", "wrong-key")).toBe("401 unauthorized");
    expect(await ask("GET", "/v1/leaderboards/public/top", "wrong-key")).toBe("401 unauthorized");
    const basic = await service.call("GET", "/v1/leaderboards/public/top", undefined, {
      key: null,
      headers: { authorization: "Basic eDp5" },
    });
    expect(basic.status).toBe(401);
    expect(basic.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("does not let another method or content type past", async () => {
    expect(await ask("POST", "/v1/leaderboards/public/scores", null, good)).toBe("401 unauthorized");
    expect(
      await ask("POST", "/v1/leaderboards/public/top", null, good, { "x-http-method-override": "GET" }),
    ).toBe("401 unauthorized");
    expect(
      await ask("POST", scores, null, "a=b", { "content-type": "application/x-www-form-urlencoded" }),
    ).toBe("401 unauthorized");
  });
});

describe("then what the key may do", () => {
  it("404 for a board it is not bound to, before the right it lacks", async () => {
    expect(await ask("GET", "/v1/leaderboards/other/top", "bound")).toBe("404 unknown_board");
    expect(await ask("PUT", "/v1/admin/leaderboards/other", "bound", {})).toBe("404 unknown_board");
    expect(await ask("POST", "/v1/scores", "bound", { board: "other", ...good })).toBe("404 unknown_board");
    expect(await ask("PUT", "/v1/admin/leaderboards/brand-new", "boundAdmin", {})).toBe("404 unknown_board");
  });

  it("403 for a right it lacks, before anything that does not exist", async () => {
    expect(await ask("POST", scores, "read", good)).toBe("403 forbidden");
    expect(await ask("POST", "/v1/leaderboards/nope/scores", "read", good)).toBe("403 forbidden");
    expect(await ask("GET", "/v1/leaderboards/private/top", "submit")).toBe("403 forbidden");
    expect(await ask("GET", "/v1/leaderboards/public/top", "submit")).toBe("200");
    expect(await ask("GET", "/v1/admin/keys", "read")).toBe("403 forbidden");
    expect(await ask("POST", "/v1/leaderboards/private/verify", "admin")).toBe("404 unknown_route");
    expect(await ask("POST", `${scores}?backfill=true`, "submit", good)).toBe("403 forbidden");
  });

  it("a key of one board makes no keys for others", async () => {
    expect(await ask("POST", "/v1/admin/keys", "boundAdmin", { name: "wide", rights: ["admin"] })).toBe(
      "403 forbidden",
    );
    expect(await ask("GET", "/v1/admin/keys", "boundAdmin")).toBe("403 forbidden");
  });
});

describe("then what does not exist, then the method, then the body", () => {
  it.each<[expected: string, method: string, path: string, body?: unknown, headers?: Record<string, string>]>(
    [
      ["404 unknown_route", "GET", "/nope"],
      ["404 unknown_board", "GET", "/v1/leaderboards/nope/top?limit=x"],
      ["404 unknown_board", "DELETE", "/v1/leaderboards/nope/top"],
      [
        "404 unknown_board",
        "POST",
        "/v1/leaderboards/nope/scores",
        "x".repeat(20_000),
        { "content-type": "text/plain" },
      ],
      ["404 unknown_period", "GET", "/v1/leaderboards/private/top?period=nope&foo=1"],
      ["404 unknown_period", "GET", "/v1/leaderboards/private/players/ann?period=2026-02-30&foo=1"],
      ["404 unknown_player", "GET", "/v1/leaderboards/private/players/nobody?foo=1"],
      ["404 unknown_player", "GET", "/v1/leaderboards/private/player?id=nobody&foo=1"],
      ["405 method_not_allowed", "DELETE", "/v1/leaderboards/private/top?foo=1"],
      ["405 method_not_allowed", "PUT", scores, "x".repeat(20_000), { "content-type": "text/plain" }],
      ["405 method_not_allowed", "PATCH", "/v1/admin/leaderboards/private", {}],
      ["405 method_not_allowed", "POST", "/livez"],
      [
        "413 body_too_large",
        "POST",
        scores,
        `"${"x".repeat(20_000)}"`,
        { "content-type": "application/json" },
      ],
      ["415 unsupported_media_type", "POST", scores, "not json", { "content-type": "text/plain" }],
      [
        "415 unsupported_media_type",
        "POST",
        scores,
        JSON.stringify(good),
        { "content-type": "application/x-ndjson" },
      ],
      ["400 invalid_json", "POST", scores, "not json", { "content-type": "application/json" }],
      ["400 invalid_json", "POST", scores, "", { "content-type": "application/json" }],
      [
        "400 invalid_json",
        "POST",
        scores,
        new Uint8Array([0x22, 0xff, 0x22]),
        { "content-type": "application/json" },
      ],
      ["400 invalid_json", "POST", scores, "[".repeat(10_000), { "content-type": "application/json" }],
      ["400 invalid_request", "POST", scores, [good]],
      ["400 invalid_request", "POST", scores, { ...good, playerId: 5 }],
      ["400 invalid_request", "POST", scores, { ...good, extra: 1 }],
      ["400 invalid_request", "POST", `${scores}?perid=day`, good],
      ["400 invalid_request", "POST", scores, { ...good, achievedAt: 1_791_158_400 }],
      ["400 invalid_request", "POST", scores, { ...good, achievedAt: "2026-02-30T00:00:00Z" }],
      ["400 invalid_id", "POST", scores, { ...good, playerId: "" }],
      ["400 invalid_number", "POST", scores, { ...good, score: "five" }],
      ["422 too_many_decimals", "POST", scores, { ...good, score: 1.5 }],
      [
        "409 match_conflict",
        "POST",
        scores,
        { playerId: "ann", matchId: "m1", score: 6, achievedAt: "2030-01-01T00:00:00Z" },
      ],
      [
        "200",
        "POST",
        scores,
        { playerId: "ann", matchId: "m1", score: 5, achievedAt: "2030-01-01T00:00:00Z" },
      ],
      [
        "422 achieved_at_in_future",
        "POST",
        scores,
        { ...good, achievedAt: "2030-01-01T00:00:00Z", scopes: { nope: "x" } },
      ],
      ["422 unknown_scope", "POST", scores, { ...good, scopes: { nope: "x" }, period: "2026-10-04" }],
      [
        "422 period_mismatch",
        "POST",
        scores,
        { ...good, period: "2026-10-04", score: "99999999999999999999" },
      ],
      [
        "409 period_closed",
        "POST",
        scores,
        { ...good, period: "2026-10-04", achievedAt: "2026-10-04T12:00:00Z", score: "99999999999999999999" },
      ],
      ["422 score_out_of_range", "POST", scores, { ...good, score: "99999999999999999999" }],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?perid=day"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?limit=0"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?limit=1001"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?limit=1e2"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?limit=%2B5"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?limit=5&limit=6"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?offset=1&cursor=x"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?cursor=x"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/top?period=%ff"],
      ["422 unknown_scope", "GET", "/v1/leaderboards/private/top?scope=guild:g"],
      ["400 invalid_id", "GET", `/v1/leaderboards/private/players/${"x".repeat(129)}`],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/player"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/at-rank/0"],
      ["404 unknown_player", "GET", "/v1/leaderboards/private/at-rank/2"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/around-score"],
      ["400 invalid_number", "GET", "/v1/leaderboards/private/around-score?score=1e3"],
      ["400 invalid_request", "GET", "/v1/leaderboards/private/around-score?score=1&points=2"],
      ["400 invalid_request", "GET", "/livez?foo=1"],
    ],
  )("%s: %s %s", async (expected, method, path, body, headers) => {
    expect(await ask(method, path, "admin", body, headers)).toBe(expected);
  });
});

it("nothing of all that was refused is anywhere", async () => {
  const { body } = await service.call("GET", "/v1/leaderboards/private/top");
  expect(body.entries.map((entry: { playerId: string }) => entry.playerId)).toEqual(["ann"]);
});
