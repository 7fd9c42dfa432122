import { LaurelClient } from "laurel-client";
import { expect, it, onTestFinished } from "vitest";
import { startLaurel, type TestLaurelOptions } from "./index.ts";

async function start(options: TestLaurelOptions) {
  const laurel = await startLaurel(options);
  onTestFinished(() => laurel.close());
  const game = new LaurelClient({ url: laurel.url, key: laurel.keys.submit });
  const player = new LaurelClient({ url: laurel.url, key: laurel.keys.read });
  return { laurel, game, player };
}

const weekMs = 7 * 86_400_000;

it("rolls a weekly board over when the clock is moved", async () => {
  const { laurel, game, player } = await start({
    boards: [{ id: "arena", periods: ["week", "all"] }],
    now: "2026-10-07T12:00:00Z",
  });
  await game.submit("arena", { playerId: "ada", matchId: "m1", score: 10 });
  expect(await player.top("arena", { period: "week:current" })).toMatchObject({
    period: "2026-W41",
    total: 1,
    asOf: laurel.clock.now(),
  });

  laurel.clock.advance(weekMs);
  expect(await player.top("arena", { period: "current" })).toMatchObject({ period: "2026-W42", total: 0 });
  expect(await player.rank("arena", "ada", { period: "previous" })).toMatchObject({ score: 10, rank: 1 });
  await game.submit("arena", { playerId: "bob", matchId: "m2", score: 5 });
  expect(await player.rank("arena", "bob", { period: "current" })).toMatchObject({ rank: 1 });
  expect(await player.rank("arena", "bob", { period: "all" })).toMatchObject({ rank: 2 });

  const late = { playerId: "eve", matchId: "m3", score: 99, achievedAt: Date.parse("2026-10-07T13:00:00Z") };
  expect(await game.submit("arena", late)).toMatchObject({ closed: ["2026-W41"] });
});

it("takes a week's last events until its grace is over", async () => {
  const { laurel, game } = await start({
    boards: [{ id: "arena", periods: ["week"], grace: "60s" }],
    now: "2026-10-12T00:00:59.999Z",
  });
  const achievedAt = Date.parse("2026-10-11T23:59:59.999Z");
  const report = { playerId: "ada", matchId: "m", score: 1, achievedAt };
  expect(await game.submit("arena", report)).toMatchObject({ applied: true, closed: [] });
  laurel.clock.set("2026-10-12T00:01:00Z");
  const next = game.submit("arena", { ...report, matchId: "m2" });
  await expect(next).rejects.toMatchObject({ status: 409, code: "period_closed" });
});

it("has a key for each side", async () => {
  const { laurel, game, player } = await start({});
  const admin = new LaurelClient({ url: laurel.url, key: laurel.keys.admin });
  await admin.admin.defineBoard({ id: "b" });
  await expect(player.submit("b", { playerId: "p", score: 1 })).rejects.toMatchObject({ status: 403 });
  await expect(game.admin.keys.list()).rejects.toMatchObject({ status: 403 });
});

it("runs several side by side, and nothing is left of one that is closed", async () => {
  const first = await start({ boards: [{ id: "b" }] });
  const second = await startLaurel({ boards: [{ id: "b" }] });
  await first.game.submit("b", { playerId: "p", score: 1 });
  const reader = new LaurelClient({ url: second.url, key: second.keys.read, retries: 0 });
  expect(await reader.top("b")).toMatchObject({ total: 0 });
  await second.close();
  await expect(reader.top("b")).rejects.toMatchObject({ code: "unreachable" });
});

it("refuses a board that is none, and a time that is none", async () => {
  const nowhere = startLaurel({ boards: [{ id: "b", timeZone: "Nowhere/At_All" }] });
  await expect(nowhere).rejects.toThrow(/board b cannot be defined: .*Nowhere/);
  await expect(startLaurel({ now: "soon" })).rejects.toThrow("soon is not a moment in time");
});
