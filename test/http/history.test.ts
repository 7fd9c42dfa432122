/** A player's events over HTTP: who may read them, in which order checks come, what an event says, and pages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

const clock = new FakeClock("2026-10-05T12:00:00Z");
let service: TestService;
let readKey: string;
let submitKey: string;
const path = "/v1/leaderboards/arena/player/history";

beforeAll(async () => {
  service = await startService({
    clock,
    boards: [
      { id: "arena", publicReads: true, periods: ["all", "day"], scopes: ["region"] },
      { id: "pairs", columns: [{ name: "points" }, { name: "time", order: "asc", decimals: 1 }] },
    ],
  });
  const key = async (right: string): Promise<string> =>
    (await service.call("POST", "/v1/admin/keys", { name: right, rights: [right] })).body.secret;
  [readKey, submitKey] = [await key("read"), await key("submit")];
});
afterAll(() => service.close());

async function report(board: string, body: object): Promise<void> {
  const { status } = await service.call("POST", `/v1/leaderboards/${board}/scores`, body);
  expect(status).toBe(200);
}

async function ask(query: string, key: string | null = readKey): Promise<string> {
  const { status, body } = await service.call("GET", query, undefined, { key });
  return status === 200 ? "200" : `${status} ${body.code}`;
}

it("tells of each event, newest accepted first, at once", async () => {
  const at = clock.now();
  await report("arena", { playerId: "ann", matchId: "m1", score: 5, scopes: { region: "eu" } });
  clock.advance(1_000);
  await report("arena", { playerId: "ann", matchId: "m2", score: 3, achievedAt: at - 86_400_000 });
  await report("arena", { playerId: "bob", matchId: "m1", score: 9 });
  const { body } = await service.call("GET", `${path}?id=ann`, undefined, { key: readKey });
  expect(body).toEqual({
    board: "arena",
    playerId: "ann",
    events: [
      {
        matchId: "m2",
        score: 3,
        state: "counted",
        periods: ["all"],
        scopes: {},
        achievedAt: at - 86_400_000,
        acceptedAt: at + 1_000,
        makesStanding: false,
      },
      {
        matchId: "m1",
        score: 5,
        state: "counted",
        periods: ["all", "2026-10-05"],
        scopes: { region: "eu" },
        achievedAt: at,
        acceptedAt: at,
        makesStanding: true,
      },
    ],
    next: null,
    asOf: at + 1_000,
  });
  const inPath = await service.call("GET", "/v1/leaderboards/arena/players/ann/history");
  expect(inPath.body).toEqual(body);
  await report("pairs", { playerId: "ann", matchId: "m", values: { points: 3, time: 1.5 } });
  const pairs = await service.call("GET", "/v1/leaderboards/pairs/player/history?id=ann");
  expect(pairs.body.events[0]).toMatchObject({ values: { points: 3, time: 1.5 }, makesStanding: true });
});

it("comes in pages, whatever is reported meanwhile", async () => {
  for (let i = 0; i < 23; i++) await report("arena", { playerId: "walker", matchId: `m${i}`, score: i });
  const walked: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { status, body } = await service.call("GET", `${path}?id=walker&limit=5${more}`);
    expect(status).toBe(200);
    walked.push(...body.events.map((event: { matchId: string }) => event.matchId));
    cursor = body.next;
    await report("arena", { playerId: "walker", matchId: `later${walked.length}`, score: 1 });
  }
  expect(walked).toEqual(Array.from({ length: 23 }, (_, i) => `m${22 - i}`));
});

describe("checks come in their order", () => {
  let cursor: string;
  beforeAll(async () => {
    for (const matchId of ["a", "b"]) await report("arena", { playerId: "carl", matchId, score: 1 });
    cursor = (await service.call("GET", `${path}?id=carl&limit=1`)).body.next;
  });

  it.each<[expected: string, query: string]>([
    ["404 unknown_board", "/v1/leaderboards/nope/player/history?id=carl"],
    ["404 unknown_player", `${path}?id=nobody`],
    ["404 unknown_player", `${path}?id=nobody&foo=1`],
    ["404 unknown_player", `${path}?id=nobody&limit=0`],
    ["404 unknown_player", `${path}?id=nobody&cursor=x`],
    ["404 unknown_player", "/v1/leaderboards/pairs/player/history?id=carl"],
    ["400 invalid_request", path],
    ["400 invalid_id", `${path}?id=`],
    ["400 invalid_request", `${path}?id=carl&foo=1`],
    ["400 invalid_request", `${path}?id=carl&period=all`],
    ["400 invalid_request", `${path}?id=carl&limit=0`],
    ["400 invalid_request", `${path}?id=carl&limit=1001`],
    ["400 invalid_request", `${path}?id=carl&cursor=x`],
  ])("%s: %s", async (expected, query) => {
    expect(await ask(query)).toBe(expected);
  });

  it("a key is needed, with the right to read, also where reads are public", async () => {
    expect(await ask(`${path}?id=carl`, null)).toBe("401 unauthorized");
    expect(await ask(`${path}?id=nobody`, submitKey)).toBe("403 forbidden");
    expect(await ask("/v1/leaderboards/arena/players/carl/history", null)).toBe("401 unauthorized");
    expect(await ask(`${path}?id=carl`)).toBe("200");
  });

  it("a cursor is of one player, and one that was given out", async () => {
    expect(await ask(`${path}?id=carl&cursor=${cursor}`)).toBe("200");
    expect(await ask(`${path}?id=ann&cursor=${cursor}`)).toBe("400 cursor_mismatch");
    const [made] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = Buffer.from(JSON.stringify([made, "no match"])).toString("base64url");
    expect(await ask(`${path}?id=carl&cursor=${forged}`)).toBe("400 invalid_request");
  });
});
