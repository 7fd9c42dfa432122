/** Defining, changing and deleting boards, over HTTP. */
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

async function serve(clock = new FakeClock("2026-10-05T12:00:00Z")): Promise<TestService> {
  const service = await startService({ clock });
  onTestFinished(() => service.close());
  return service;
}

const put = (service: TestService, id: string, board: object) =>
  service.call("PUT", `/v1/admin/leaderboards/${id}`, board);
const score = (service: TestService, playerId: string, value: number, more: object = {}) =>
  service.call("POST", "/v1/leaderboards/b/scores", {
    playerId,
    matchId: `${playerId}-${value}`,
    score: value,
    ...more,
  });
const ranks = async (service: TestService, query = "") =>
  (await service.call("GET", `/v1/leaderboards/b/top${query}`)).body.entries.map(
    (entry: { rank: number; playerId: string }) => `${entry.rank} ${entry.playerId}`,
  );

describe("a board with events", () => {
  it("changes only as far as its events allow, and as a whole or not at all", async () => {
    const service = await serve();
    expect((await put(service, "b", { semantics: "sum" })).status).toBe(201);
    expect((await put(service, "b", { semantics: "best" })).status).toBe(200);
    await score(service, "a", 5);
    const before = (await service.call("GET", "/v1/leaderboards/b")).body;
    for (const change of [
      { semantics: "sum" },
      { timeZone: "Europe/Paris" },
      { columns: [{ order: "asc" }] },
      { weekStart: "sunday" },
      { periods: ["day"] },
    ]) {
      expect((await put(service, "b", change)).body).toMatchObject({ status: 409, code: "board_in_use" });
    }
    const { asOf: _, ...after } = (await service.call("GET", "/v1/leaderboards/b")).body;
    expect(before).toMatchObject(after);
    expect(
      (await put(service, "b", { title: "T", columns: [{ max: 10 }], periods: ["all", "day"] })).body,
    ).toMatchObject({ title: "T" });
    expect((await score(service, "b", 11)).body.code).toBe("score_out_of_range");
  });

  it("re-ranks what is open when ties change, and keeps what is closed, over a restart too", async () => {
    const clock = new FakeClock("2026-10-05T12:00:00Z");
    const service = await serve(clock);
    await put(service, "b", { periods: ["all", "day"] });
    for (const [player, value] of [
      ["a", 9],
      ["c", 9],
      ["d", 7],
    ] as const)
      await score(service, player, value);
    clock.advance(86_400_000);
    for (const [player, value] of [
      ["a", 3],
      ["c", 3],
    ] as const)
      await score(service, player, value);
    await put(service, "b", { periods: ["all", "day"], ties: "dense" });
    const check = async (running: TestService) => {
      expect(await ranks(running)).toEqual(["1 a", "1 c", "2 d"]);
      expect(await ranks(running, "?period=2026-10-06")).toEqual(["1 a", "1 c"]);
      expect(await ranks(running, "?period=2026-10-05")).toEqual(["1 a", "2 c", "3 d"]);
    };
    await check(service);
    const again = await service.restart();
    onTestFinished(() => again.stop());
    await check(again);
    await put(again, "b", { periods: ["all", "day"], ties: "last" });
    expect(await ranks(again)).toEqual(["1 a", "2 c", "3 d"]);
  });

  it("lets no clock that jumps close anything, and none that goes back open anything", async () => {
    const clock = new FakeClock("2026-10-05T12:00:00Z");
    const warnings: unknown[] = [];
    const service = await startService({
      clock,
      onError: (error) => warnings.push(error),
      boards: [{ id: "b", periods: ["day"] }],
    });
    onTestFinished(() => service.close());
    await score(service, "a", 1);
    clock.jump("2027-10-05T12:00:00Z");
    await score(service, "a", 2);
    expect(String(warnings[0])).toContain("the wall clock has moved");
    clock.jump("2026-10-05T12:00:01Z");
    expect((await score(service, "a", 3)).body).toMatchObject({
      applied: true,
      standings: { "2026-10-05": { score: 3 } },
    });

    clock.advance(86_400_000);
    await score(service, "a", 4);
    clock.jump("2026-10-05T12:00:02Z");
    expect((await score(service, "a", 5)).body).toMatchObject({ status: 409, code: "period_closed" });
  });
});

it("opens no season that is closed, though the clock is back before its end", async () => {
  const clock = new FakeClock("2026-10-05T12:00:00Z");
  const season = (end: string) => ({ periods: ["all", { season: "s1", start: "2026-10-01T00:00", end }] });
  const service = await startService({ clock, boards: [{ id: "b", ...season("2026-10-05T13:00") }] });
  onTestFinished(() => service.close());
  await score(service, "a", 1);
  clock.set("2026-10-05T13:01:01Z");
  await score(service, "a", 2);
  clock.jump("2026-10-05T12:59:00Z");
  expect((await put(service, "b", season("2026-10-05T20:00"))).body).toMatchObject({ code: "board_in_use" });
  expect((await score(service, "a", 3)).body).toMatchObject({ closed: ["s1"] });
});

describe("deleting", () => {
  it("takes everything along; a board of the same id starts at nothing, over a restart too", async () => {
    const service = await serve();
    await put(service, "b", { semantics: "sum", scopes: ["region"], periods: ["all", "day"] });
    await score(service, "a", 5, { scopes: { region: "eu" } });
    expect((await service.call("DELETE", "/v1/admin/leaderboards/b?reason=test")).status).toBe(204);
    expect((await service.call("GET", "/v1/leaderboards/b")).body.code).toBe("unknown_board");
    expect((await score(service, "a", 5)).body.code).toBe("unknown_board");
    expect((await put(service, "b", { scopes: ["region"], periods: ["all", "day"] })).status).toBe(201);
    const check = async (running: TestService, total: number) => {
      expect((await running.call("GET", "/v1/leaderboards/b/top?scope=region:eu")).body.total).toBe(0);
      expect((await running.call("GET", "/v1/leaderboards/b/top")).body.total).toBe(total);
    };
    await check(service, 0);
    expect((await score(service, "a", 5)).body).toMatchObject({ applied: true, duplicate: false });
    const again = await service.restart();
    onTestFinished(() => again.stop());
    await check(again, 1);
    expect(
      (await service.call("DELETE", "/v1/admin/leaderboards/b", undefined, { key: null }).catch(() => null))
        ?.status ?? 401,
    ).toBe(401);
  });
});

describe("keys", () => {
  it("work until they are revoked, over a restart too, and keep no secret", async () => {
    const service = await serve();
    await put(service, "b", {});
    const made = (
      await service.call("POST", "/v1/admin/keys", {
        name: "game",
        rights: ["submit", "read"],
        boards: ["b"],
      })
    ).body;
    const listed = (await service.call("GET", "/v1/admin/keys")).body.keys;
    expect(listed).toEqual([
      expect.objectContaining({ id: made.id, name: "game", rights: ["submit", "read"], boards: ["b"] }),
    ]);
    expect(JSON.stringify(listed)).not.toContain(made.secret);
    const again = await service.restart();
    onTestFinished(() => again.stop());
    expect((await again.call("GET", "/v1/leaderboards/b/top", undefined, { key: made.secret })).status).toBe(
      200,
    );
    expect((await again.call("DELETE", `/v1/admin/keys?id=${made.id}`)).status).toBe(204);
    expect((await again.call("DELETE", `/v1/admin/keys/${made.id}`)).body.code).toBe("unknown_key");
    expect((await again.call("GET", "/v1/leaderboards/b/top", undefined, { key: made.secret })).status).toBe(
      401,
    );
  });
});

it("lists and describes boards with their periods, sizes and next reset", async () => {
  const service = await serve();
  await put(service, "b", { periods: ["week", "all", "day"], timeZone: "Europe/Paris", scopes: ["region"] });
  await score(service, "a", 5, { scopes: { region: "eu" } });
  await score(service, "c", 6, { scopes: { region: "us" } });
  const { body } = await service.call("GET", "/v1/leaderboards/b");
  expect(body.standings.map((one: { period: string; total: number }) => [one.period, one.total])).toEqual([
    ["2026-W41", 2],
    ["all", 2],
    ["2026-10-05", 2],
  ]);
  expect(body.nextReset).toBe(Date.UTC(2026, 9, 5, 22));
  expect(
    (await service.call("GET", "/v1/leaderboards")).body.boards.map((board: { id: string }) => board.id),
  ).toEqual(["b"]);
  expect((await service.call("GET", "/v1/leaderboards", undefined, { key: null })).body.boards).toEqual([]);
  expect(
    (await service.call("GET", "/v1/leaderboards/b/periods")).body.periods.map(
      (one: { period: string; state: string }) => [one.period, one.state],
    ),
  ).toEqual([
    ["all", "open"],
    ["2026-10-05", "open"],
    ["2026-W41", "open"],
  ]);
  const walk = async (query: string) => {
    const { body } = await service.call("GET", `/v1/leaderboards/b/periods?${query}`);
    return [...body.periods.map((one: { period: string }) => one.period), body.next];
  };
  expect(await walk("limit=2")).toEqual(["all", "2026-10-05", "2026-10-05"]);
  expect(await walk("limit=2&after=2026-10-05")).toEqual(["2026-W41", null]);
  expect(await walk("limit=3")).toEqual(["all", "2026-10-05", "2026-W41", null]);
  expect((await service.call("GET", "/v1/leaderboards/b/periods?after=2026-10-04")).body).toMatchObject({
    status: 400,
    code: "cursor_mismatch",
    detail: 'after "2026-10-04" is not the key of a period of board "b" that holds events',
  });
  expect((await service.call("GET", "/v1/leaderboards/b/scopes/region")).body.values).toEqual([
    { value: "eu", total: 1 },
    { value: "us", total: 1 },
  ]);
  const paged = (await service.call("GET", "/v1/leaderboards/b/scopes/region?limit=1")).body;
  expect([paged.values[0].value, paged.next]).toEqual(["eu", "eu"]);
  expect((await service.call("GET", "/v1/leaderboards/b/scopes/region?limit=1&after=eu")).body).toMatchObject(
    { values: [{ value: "us" }], next: null },
  );
});
