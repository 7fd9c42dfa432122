/** Requests that are made to hurt cost their sender, not the service. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminSecret, startService, type TestService } from "../support/service.ts";

let service: TestService;
const scores = "/v1/leaderboards/b/scores";
const json = { headers: { "content-type": "application/json" } };

beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "b", columns: [{ decimals: 2 }], publicReads: true },
      { id: "two", columns: [{ name: "x" }, { name: "y" }], publicReads: true },
    ],
  });
  for (const playerId of ["p", "q", "r"])
    await service.call("POST", scores, { playerId, matchId: "m", score: 1 });
});
afterAll(() => service.close());

/** Processor time that a request costs this process, in milliseconds. */
async function cost(send: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await send();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

// Each took seconds where the work grew with the square of the length; now some milliseconds, fetch included.
const boundMs = 700;

describe("work grows with the length of a request, never with its square", () => {
  const zeros = "0".repeat(400_000);
  it.each<[string, () => Promise<unknown>]>([
    [
      "a number of zeros in a field nobody knows",
      () =>
        service.call("POST", "/v1/leaderboards/b/lookup", `{"playerIds":[],"x":1${zeros}1}`, {
          key: null,
          ...json,
        }),
    ],
    ["a number of zeros in a batch", () => service.call("POST", `${scores}/batch`, `[1${zeros}1]`, json)],
    [
      "a text of zeros in a batch",
      () => service.call("POST", `${scores}/batch`, [{ playerId: "z", matchId: "z", score: `0.${zeros}1` }]),
    ],
    [
      "a text of zeros in a query",
      () =>
        service.call("GET", `/v1/leaderboards/b/around-score?score=0.${zeros.slice(0, 14_000)}1`, undefined, {
          key: null,
        }),
    ],
    [
      "a parameter thousands of times",
      () => service.call("GET", `/livez?${"a&".repeat(7_400)}`, undefined, { key: null }),
    ],
    ["a deep batch", () => service.call("POST", `${scores}/batch`, "[".repeat(400_000), json)],
    [
      "a batch that is no array",
      () =>
        service.call(
          "POST",
          `${scores}/batch`,
          `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`,
          json,
        ),
    ],
  ])("%s", async (_, send) => {
    expect(await cost(send)).toBeLessThan(boundMs);
  });
});

describe("cursors that were tampered with", () => {
  const top = "/v1/leaderboards/b/top";
  const content = async (): Promise<unknown[]> =>
    JSON.parse(Buffer.from((await service.call("GET", `${top}?limit=1`)).body.next, "base64url").toString());

  it.each<[string, (own: unknown[]) => unknown]>([
    ["no values", (own) => own.with(2, [])],
    ["two values on one column", (own) => own.with(2, [1, 1])],
    ["a fraction", (own) => own.with(2, [0.5])],
    ["a huge value", (own) => own.with(2, [1e300])],
    ["a text as value", (own) => own.with(2, ["1"])],
    ["another side", (own) => own.with(1, 7)],
    ["an empty id", (own) => own.with(4, "")],
    ["an id of 5,000 bytes", (own) => own.with(4, "x".repeat(5_000))],
    ["a lone surrogate", (own) => own.with(4, "\ud800")],
    ["one entry more", (own) => [...own, 1]],
    ["no list", () => ({})],
  ])("%s: 400", async (_, change) => {
    const cursor = Buffer.from(JSON.stringify(change(await content()))).toString("base64url");
    const { status, body } = await service.call("GET", `${top}?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
  });

  it("junk behind one, or another spelling of it: 400", async () => {
    const { next } = (await service.call("GET", `${top}?limit=1`)).body;
    for (const junk of ["!!!!", "=", "A"])
      expect((await service.call("GET", `${top}?cursor=${next}${junk}`)).status).toBe(400);
  });
});

describe("rights come before bodies", () => {
  it("backfill without the right admin is 403, whatever the body holds", async () => {
    const { secret } = (await service.call("POST", "/v1/admin/keys", { name: "game", rights: ["submit"] }))
      .body;
    const ndjson = { key: secret, headers: { "content-type": "application/x-ndjson" } };
    const bodies: [string, unknown, object][] = [
      [`${scores}?backfill=true`, "not json", { key: secret, ...json }],
      [`${scores}/batch?backfill=true`, "[]", { key: secret, ...json }],
      [`${scores}/batch?backfill=true`, '{"playerId":"p","matchId":"n","score":1}', ndjson],
      ["/v1/scores?backfill=true", {}, { key: secret }],
    ];
    for (const [path, body, more] of bodies)
      expect((await service.call("POST", path, body, more)).body).toMatchObject({
        status: 403,
        code: "forbidden",
      });
  });
});

describe("what does not exist, and what is too large, comes first", () => {
  it.each<[expected: string, method: string, path: string, body?: unknown, headers?: Record<string, string>]>(
    [
      ["413 body_too_large", "POST", scores, "x".repeat(20_000), { "content-type": "text/plain" }],
      [
        "404 unknown_period",
        "POST",
        "/v1/leaderboards/b/lookup?period=nope",
        "not json",
        { "content-type": "text/plain" },
      ],
      ["404 unknown_player", "GET", "/v1/leaderboards/b/players/nobody?neighbours=101"],
      ["400 invalid_request", "GET", "/v1/leaderboards/b/players/p?neighbours=101"],
      ["404 unknown_board", "POST", "/v1/scores", { board: "nope", foo: 1 }],
      ["400 invalid_request", "POST", "/v1/scores", { board: "b", foo: 1 }],
      ["400 invalid_request", "POST", "/v1/scores", { playerId: "p" }],
      ["400 invalid_json", "POST", "/v1/scores", "", { "content-type": "application/json" }],
      ["405 method_not_allowed", "OPTIONS", "/livez"],
      ["204", "DELETE", "/v1/admin/leaderboards/two", "", { "content-type": "application/json" }],
      ["202", "POST", "/v1/admin/verify", "", { "content-type": "application/json" }],
    ],
  )("%s: %s %s", async (expected, method, path, body, headers) => {
    const { status, body: answer } = await service.call(method, path, body, { headers });
    expect(status < 400 ? String(status) : `${status} ${answer.code}`).toBe(expected);
  });
});

describe("Idempotency-Key", () => {
  const send = (key: string, body: object) =>
    new Promise<string>((resolve) => {
      const text = JSON.stringify({ playerId: "k", score: 1, ...body });
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
      socket.write(
        `POST ${scores} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${adminSecret}\r\ncontent-type: application/json\r\n${key}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString();
      });
      socket.on("end", () => resolve(answer));
    });

  it("in UTF-8 is the same identity as in a body", async () => {
    expect(await send("idempotency-key: \u00e9\u{1f600}\r\n", {})).toContain('"matchId":"\u00e9\u{1f600}"');
    expect(await send("", { matchId: "\u00e9\u{1f600}" })).toContain('"duplicate":true');
  });

  it("given twice is refused", async () => {
    expect(await send("idempotency-key: a\r\nidempotency-key: b\r\n", {})).toContain("400 Bad Request");
  });
});

it("metadata keeps its numbers, and values their digits", async () => {
  const body =
    '{"playerId":"meta","matchId":"m","score":1.50,"metadata":{"id":12345678901234567890,"a":[{"pi":3.14159265358979323846}]}}';
  expect((await service.call("POST", scores, body, json)).status).toBe(200);
  const { metadata } = (await service.call("GET", "/v1/leaderboards/b/player/rank?id=meta&include=metadata"))
    .body;
  expect(metadata).toEqual({ id: Number("12345678901234567890"), a: [{ pi: Math.PI }] });
  const exact = '{"playerId":"meta","matchId":"n","metadata":{"a":1},"score":123456789012345678e-2}';
  expect((await service.call("POST", scores, exact, json)).body).toMatchObject({
    code: "score_out_of_range",
  });
});
