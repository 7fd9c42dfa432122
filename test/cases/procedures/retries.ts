/** Idempotency and concurrency: one identity, many reports. */
import { expect } from "vitest";
import { reportOf } from "../case-file.ts";
import type { Stage } from "../stage.ts";
import type { Procedures } from "./procedure.ts";

const at = "2024-05-06T09:00:00Z";

export const retries: Procedures = {
  "idem-01": {
    run: async ({ answers: [first, second] }) => {
      expect(first!.body).toMatchObject({ applied: true, duplicate: false });
      expect(second!.body).toMatchObject({ applied: false, duplicate: true, state: "counted" });
      expect(second!.body.standings.all).toMatchObject({ score: 10, rank: 1 });
      expect(first!.body.standings.all).toMatchObject({ score: 10, rank: 1 });
    },
  },

  "idem-05": {
    run: async (stage) => {
      const second = await stage.define(`${stage.board} second`);
      await stage.send({ player: "p", match: "m1", score: 7, at }, "address", second);
      expect(await stage.answered("player/rank", { id: "p" }, second)).toMatchObject({ score: 7 });
      expect(await stage.answered("player/rank", { id: "p" })).toMatchObject({ score: 10 });
    },
  },

  "idem-07": {
    run: async (stage) => {
      const board = await stage.define(`${stage.board} batch`);
      const { status, body } = await stage.post("scores/batch", stage.theCase.events.map(reportOf), board);
      expect(status).toBe(200);
      expect(body).toMatchObject({ applied: 2, duplicates: 1, held: 0, refused: 0 });
      expect(await stage.answered("player/rank", { id: "p" }, board)).toMatchObject({ score: 15 });
    },
  },

  "conc-01": {
    run: async (stage) => {
      const scores = Array.from({ length: 50 }, (_, i) => i + 1);
      const answers = await Promise.all(
        scores.map((score) => stage.send({ player: "new", match: `m${score}`, score, at })),
      );
      for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
      expect((await stage.answered("top")).total).toBe(1);
      expect(await stage.answered("player/rank", { id: "new" })).toMatchObject({ score: 50, attempts: 50 });
    },
  },

  "conc-03": {
    run: async (stage) => {
      const event = { player: "p", match: "m", score: 10, at };
      const answers = await Promise.all(Array.from({ length: 100 }, () => stage.send(event)));
      for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
      expect(answers.filter(({ body }) => body.applied)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(99);
      expect(await stage.answered("player/rank", { id: "p" })).toMatchObject({ score: 10, attempts: 1 });
    },
  },

  // Every report comes twice, singly and in batches, all at once.
  "more-conc-01": {
    run: async (stage) => {
      const reports = Array.from({ length: 400 }, (_, i) => ({
        playerId: `p${i % 8}`,
        matchId: `m${i}`,
        delta: i % 5,
        achievedAt: at,
      }));
      stage.reach(at);
      const halves = [reports.slice(0, 200), reports.slice(200)];
      const answers = await Promise.all([
        ...reports.map((report) => stage.post("scores", report)),
        ...halves.map((half) => stage.post("scores/batch", half)),
      ]);
      for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
      const applied = answers.map(({ body }) => Number(body.applied)).reduce((sum, one) => sum + one);
      expect(applied).toBe(400);
      const { entries } = await stage.answered("top");
      expect(entries).toHaveLength(8);
      for (const { playerId, score } of entries) {
        const own = reports.filter((report) => report.playerId === playerId);
        expect(score).toBe(own.reduce((sum, { delta }) => sum + delta, 0));
        expect(await stage.answered("player/rank", { id: playerId })).toMatchObject({ attempts: 50 });
      }
    },
  },

  "conc-05": { run: readWhileWriting, timeoutMs: 60_000 },
};

/** The case says 30 s: LAUREL_TEST_SECONDS=30 runs it in full. */
const seconds = Number(process.env.LAUREL_TEST_SECONDS ?? 6);

async function readWhileWriting(stage: Stage): Promise<void> {
  const end = Date.now() + seconds * 1000;
  const players = Array.from({ length: 1_000 }, (_, i) => `p${i}`);
  const seed = players.map((playerId, i) => reportOf({ player: playerId, match: "first", score: i % 97 }));
  expect((await stage.post("scores/batch", seed)).body).toMatchObject({ applied: 1_000 });
  let written = 0;
  const write = async (): Promise<void> => {
    while (Date.now() < end) {
      const i = written++;
      const event = { player: players[(i * 7919) % 1_000]!, match: `w${i}`, score: (i * 31) % 100_003 };
      expect((await stage.send(event)).status).toBe(200);
    }
  };
  let read = 0;
  const readAll = async (): Promise<void> => {
    while (Date.now() < end) {
      const i = read++;
      const top = await stage.answered("top", { limit: 50 });
      expectConsistent(top.entries, 1);
      const id = players[(i * 104_729) % 1_000]!;
      const around = await stage.answered("player", { id, neighbours: 5 });
      expectConsistent(around.entries, around.entries[0].rank);
      const { rank, score, reachedAt } = around;
      expect(around.entries).toContainEqual({ rank, playerId: id, score, reachedAt });
      expect(top.total).toBe(1_000);
    }
  };
  await Promise.all([...Array.from({ length: 20 }, write), ...Array.from({ length: 5 }, readAll)]);
  expect(written).toBeGreaterThan(seconds * 100);
  expect(read).toBeGreaterThan(seconds * 10);
}

/** Ranks go up by one from `first`, scores never increase, and nobody stands there twice. */
function expectConsistent(
  entries: readonly { rank: number; score: number; playerId: string }[],
  first: number,
): void {
  expect(entries.map(({ rank }) => rank)).toEqual(entries.map((_, i) => first + i));
  expect(new Set(entries.map(({ playerId }) => playerId)).size).toBe(entries.length);
  for (let i = 1; i < entries.length; i++)
    expect(entries[i]!.score).toBeLessThanOrEqual(entries[i - 1]!.score);
}
