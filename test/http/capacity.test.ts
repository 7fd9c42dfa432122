/** What happens when room runs out: who is known goes on, who is new is asked to come again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

const memoryBytes = 1e9;
const path = "/v1/leaderboards/b/scores";
const board = { id: "b", scopes: ["region"], columns: [{ max: 100 }] };
const clock = new FakeClock("2026-10-05T12:00:00Z");

let service: TestService;
let inUse = 0;

/** Sets the memory in use, and lets the last sample grow old. */
function use(bytes: number): void {
  inUse = bytes;
  clock.advance(1_000);
}

async function submit(playerId: string, matchId: string, more: object = {}): Promise<string> {
  const { status, body } = await service.call("POST", path, { playerId, matchId, score: 5, ...more });
  return status === 200 ? `200 ${body.duplicate ? "duplicate" : "applied"}` : `${status} ${body.code}`;
}

describe("a memory budget", () => {
  beforeAll(async () => {
    service = await startService({ clock, boards: [board], memoryBytes, memoryInUse: () => inUse });
    use(0);
    expect(await submit("ann", "m1", { scopes: { region: "eu" } })).toBe("200 applied");
  });
  afterAll(() => service.close());

  it("warns when it is nearly used up, and goes on", async () => {
    use(0.8 * memoryBytes);
    expect((await service.call("GET", "/readyz")).body).toEqual({ status: "ok", warnings: [] });
    use(0.95 * memoryBytes);
    const { status, body } = await service.call("GET", "/readyz", undefined, { key: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "ok",
      warnings: [expect.stringContaining("950 MB of the memory budget of 1,000 MB are in use")],
    });
    expect(await submit("bob", "m1")).toBe("200 applied");
  });

  it("refuses who and what is new when it is used up, and nobody else", async () => {
    use(memoryBytes);
    const refused = await service.call("POST", path, { playerId: "cem", matchId: "m1", score: 5 });
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: "capacity",
        detail: 'player "cem" is new, and the memory for players is used up; known players go on',
        errors: [{ path: "/playerId" }],
      },
    });
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await submit("ann", "m2", { scopes: { region: "eu" } })).toBe("200 applied");
    expect(await submit("ann", "m3", { scopes: { region: "us" } })).toBe("503 capacity");
    expect(await submit("ann", "m1")).toBe("200 duplicate");
    expect(await submit("ann", "m1", { score: 6 })).toBe("409 match_conflict");
    expect(await submit("cem", "m1", { score: 101 })).toBe("422 score_out_of_range");
    expect((await service.call("GET", "/readyz")).status).toBe(200);
  });

  it("refuses a part of a batch", async () => {
    const { status, body } = await service.call("POST", `${path}/batch`, [
      { playerId: "ann", matchId: "m4", score: 7 },
      { playerId: "dan", matchId: "m1", score: 7 },
      { playerId: "bob", matchId: "m2", score: 7 },
    ]);
    expect(status).toBe(200);
    expect(body.results.map((one: { status: number; code?: string }) => one.code ?? one.status)).toEqual([
      200,
      "capacity",
      200,
    ]);
    expect([body.applied, body.refused]).toEqual([2, 1]);
  });

  it("leaves nothing of what it refused, and takes it when there is room again", async () => {
    const top = await service.call("GET", "/v1/leaderboards/b/top");
    expect(top.body.entries.map((entry: { playerId: string }) => entry.playerId)).toEqual(["ann", "bob"]);
    use(0);
    expect(await submit("cem", "m1")).toBe("200 applied");
    expect(await submit("ann", "m3", { scopes: { region: "us" } })).toBe("200 applied");
    expect((await service.call("GET", "/readyz")).body.warnings).toEqual([]);
  });

  it("is for reports only: a start takes what the ledger holds", async () => {
    use(memoryBytes);
    service = await service.restart();
    const { body } = await service.call("GET", "/v1/leaderboards/b/top");
    expect(body.total).toBe(3);
    expect(await submit("ann", "m1")).toBe("200 duplicate");
    expect(await submit("eve", "m1")).toBe("503 capacity");
  });
});

describe("the memory that the process really holds", () => {
  it("counts against the budget", async () => {
    const tiny = await startService({ boards: [board], memoryBytes: 1e6 });
    const { status, body } = await tiny.call("POST", path, { playerId: "ann", matchId: "m1", score: 5 });
    expect([status, body.code]).toEqual([503, "capacity"]);
    await tiny.close();
  });
});

describe("the limit of scope values", () => {
  it("refuses further values, alone and in a batch", async () => {
    service = await startService({ boards: [board], scopeValuesMax: 2 });
    const report = (playerId: string, region: string) => ({
      playerId,
      matchId: "m1",
      score: 5,
      scopes: { region },
    });
    const { body } = await service.call(
      "POST",
      `${path}/batch`,
      ["r1", "r2", "r3", "r1"].map((region, i) => report(`p${i}`, region)),
    );
    expect(body.results.map((one: { status: number; code?: string }) => one.code ?? one.status)).toEqual([
      200,
      200,
      "capacity",
      200,
    ]);
    const refused = await service.call("POST", path, report("p2", "r3"));
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: "capacity",
        detail:
          'the value "r3" of scope "region" is new, and board "b" has 2 scope values, and may have 2; known values go on',
      },
    });
    const values = await service.call("GET", "/v1/leaderboards/b/scopes/region");
    expect(values.body.values.map((one: { value: string }) => one.value)).toEqual(["r1", "r2"]);
    await service.close();
  });
});
