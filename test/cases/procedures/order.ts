/** Pages, windows, and one order for all questions. */
import { Agent } from "node:http";
import { expect } from "vitest";
import { rawRequest } from "../../support/raw-request.ts";
import { reportOf } from "../case-file.ts";
import { rowsOf } from "../queries.ts";
import type { Stage } from "../stage.ts";
import type { Procedures } from "./procedure.ts";

interface Entry {
  readonly rank: number;
  readonly playerId: string;
}

export const order: Procedures = {
  "page-01": {
    run: async (stage) => {
      const began = Date.parse("2024-05-06T09:00:00Z");
      // Sent against their times and ids, so that neither the order of arrival nor of ids can be the answer.
      const players = Array.from({ length: 250 }, (_, i) => ({
        id: `p${(i * 37) % 250}`,
        at: began + i * 1000,
      }));
      const reports = [...players]
        .reverse()
        .map(({ id, at }) => ({ playerId: id, matchId: "m", score: 7, achievedAt: at }));
      stage.reach(began + 250_000);
      expect((await stage.post("scores/batch", reports)).body).toMatchObject({ applied: 250 });
      for (let walk = 0; walk < 3; walk++) {
        const pages = await walkForward(stage, 50);
        expect(pages.map((page) => page.length)).toEqual([50, 50, 50, 50, 50]);
        expect(pages.flat().map((entry) => entry.playerId)).toEqual(players.map(({ id }) => id));
        expect(pages.flat().map((entry) => entry.rank)).toEqual(players.map((_, i) => i + 1));
      }
    },
  },

  "page-05": {
    run: async (stage) => {
      const forward: Entry[][] = [];
      let page = await stage.answered("top", { limit: 3 });
      for (forward.push(page.entries); page.next !== null; forward.push(page.entries))
        page = await stage.answered("top", { limit: 3, cursor: page.next });
      const back: Entry[][] = [];
      for (back.unshift(page.entries); page.previous !== null; back.unshift(page.entries))
        page = await stage.answered("top", { limit: 3, cursor: page.previous });
      expect(back).toEqual(forward);
      const ranks = forward.flat().map(({ playerId, rank }) => `${playerId}=${rank}`);
      expect(ranks).toEqual(["p1=1", "p2=2", "p3=3", "p4=4", "p5=5", "p6=6", "p7=7"]);
    },
  },

  "win-05": {
    run: async (stage) => {
      const { entries } = await stage.answered("top", { limit: 10 });
      for (const [i, { playerId }] of entries.entries()) {
        const window = await stage.answered("player/window", { id: playerId, above: 3, below: 3 });
        expect(window.entries).toEqual(entries.slice(Math.max(0, i - 3), i + 4));
        expect(window.rank).toBe(i + 1);
      }
    },
  },

  "num-03": {
    run: async (stage) => {
      await stage.send({ player: "a", match: "m4", score: 7, at: "2024-05-06T09:03:00Z" });
      expect(await stage.answered("player/rank", { id: "a" })).toMatchObject({ score: 7, rank: 1 });
    },
  },

  // A start builds the index anew from the ledger: that is the rebuild there is until the route for it comes.
  "id-05": {
    ownService: true,
    run: async (stage) => {
      const before = (await walkForward(stage, 1)).flat();
      expect(before.map(({ playerId }) => playerId)).toEqual(["z", "\uff21", "\u{1f600}"]);
      await stage.restart();
      expect((await walkForward(stage, 1)).flat()).toEqual(before);
    },
  },

  "meta-01": {
    run: async (stage) => {
      const board = await stage.define(`${stage.board} cars`);
      for (const [i, event] of stage.theCase.events.entries())
        await stage.send({ ...event, metadata: { car: ["red", "blue"][i] } }, "address", board);
      const { entries } = await stage.answered("top", { include: "metadata" }, board);
      expect(entries).toMatchObject([{ playerId: "a", score: 100, metadata: { car: "red" } }]);
    },
  },

  "cache-03": {
    timeoutMs: 60_000,
    run: async (stage) => {
      for (let i = 1; i <= 1_000; i++) {
        const { body } = await stage.send({ player: "a", match: `rising ${i}`, score: 10 + i });
        expect(body.standings.all).toMatchObject({ score: 10 + i, rank: 1 });
        expect(await stage.answered("player/rank", { id: "a" })).toMatchObject({ score: 10 + i, rank: 1 });
        if (i % 10 > 0) continue;
        expect(rowsOf((await stage.answered("top", { limit: 1 })).entries)).toEqual([
          ["1", "a", `${10 + i}`],
        ]);
      }
    },
  },

  // Between two pages a new leader comes, one who was met falls behind, and one to come rises to the front.
  "more-page-02": {
    run: async (stage) => {
      const first = await stage.answered("top", { limit: 3 });
      await stage.send({ player: "new", match: "n", score: 100 });
      await stage.send({ player: "p2", match: "n", score: -98 });
      await stage.send({ player: "p6", match: "n", score: 50 });
      const second = await stage.answered("top", { limit: 3, cursor: first.next });
      const third = await stage.answered("top", { limit: 3, cursor: second.next });
      const met = [first, second, third].flatMap(({ entries }) => entries.map(rowIn));
      expect(met).toEqual(["1 p1", "2 p2", "3 p3", "5 p4", "6 p5", "7 p7", "8 p2"]);
      expect(third.next).toBeNull();
      const back = await stage.answered("top", { limit: 9, cursor: second.previous });
      expect(back.entries.map(rowIn)).toEqual(["1 new", "2 p6", "3 p1", "4 p3"]);
    },
  },

  "more-cache-01": {
    run: async (stage) => {
      const read = async (etag?: string) => {
        const path = stage.path("top", { limit: 2 });
        const headers: Record<string, string> = etag === undefined ? {} : { "if-none-match": etag };
        const {
          status,
          headers: answered,
          body,
        } = await stage.service.call("GET", path, undefined, { headers });
        return { status, etag: answered.get("etag")!, asOf: answered.get("laurel-as-of"), body };
      };
      const first = await read();
      expect(first.asOf).toBe(String(first.body.asOf));
      expect(await read(first.etag)).toMatchObject({ status: 304, etag: first.etag, asOf: first.asOf });
      stage.reach(stage.clock.now() + 5_000);
      const later = await read(first.etag);
      expect(later).toMatchObject({ status: 304, asOf: String(stage.clock.now()) });
      await stage.send({ player: "b", match: "m9", score: 120 });
      const changed = await read(first.etag);
      expect(changed.status).toBe(200);
      expect(changed.etag).not.toBe(first.etag);
      expect(rowsOf(changed.body.entries)).toEqual([
        ["1", "b", "120"],
        ["2", "a", "100"],
      ]);
    },
  },

  "load-01": { run: changeTwelveThousand, timeoutMs: 120_000 },
};

function rowIn({ rank, playerId }: Entry): string {
  return `${rank} ${playerId}`;
}

async function walkForward(stage: Stage, limit: number): Promise<Entry[][]> {
  const pages: Entry[][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await stage.answered("top", { limit, cursor });
    pages.push(page.entries);
    if (page.next === null) return pages;
    cursor = page.next;
  }
}

/**
 * 12,000 players on few scores, then 12,000 changes in a row, each waiting for the one before. Bounds are on the
 * processor time of service and test together, so that a busy machine does not fail them.
 */
async function changeTwelveThousand(stage: Stage): Promise<void> {
  const players = Array.from({ length: 12_000 }, (_, i) => `p${i}`);
  const whole = cpuMs();
  for (let from = 0; from < players.length; from += 4_000) {
    const reports = players
      .slice(from, from + 4_000)
      .map((player, i) => reportOf({ player, match: "first", score: i % 40 }));
    expect((await stage.post("scores/batch", reports)).body).toMatchObject({ applied: 4_000 });
  }
  const changes = cpuMs();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const [i, player] of players.entries()) {
    const body = reportOf({ player, match: "second", score: (i % 60) + 1 });
    const { status } = await rawRequest(stage.service.url, "POST", stage.path("scores"), { body, agent });
    expect(status).toBe(200);
  }
  agent.destroy();
  expect(changes() / players.length).toBeLessThan(5);
  const tops = cpuMs();
  for (let offset = 0; offset < 5; offset++)
    expect((await stage.answered("top", { limit: 1000, offset })).entries).toHaveLength(1000);
  expect(tops() / 5).toBeLessThan(100);
  expect(whole()).toBeLessThan(60_000);
}

/** Starts to measure this process's processor time; the function returned tells it in milliseconds. */
function cpuMs(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
