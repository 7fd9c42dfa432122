/** Resets, late events, restarts and the passing of time. */
import { expect } from "vitest";
import { rowsOf } from "../queries.ts";
import type { Stage } from "../stage.ts";
import type { Procedures } from "./procedure.ts";

export const time: Procedures = {
  "late-01": {
    run: async (stage) => {
      const { entries } = await stage.answered("top", { period: "2024-W18" });
      expect(rowsOf(entries)).toEqual([["1", "stale", "500"]]);
      await refuseLate(stage);
    },
  },

  "late-09": {
    ownService: true,
    run: async (stage) => {
      for (const day of ["2024-05-07", "2024-05-08", "2024-05-09"]) {
        stage.reach(`${day}T09:00:00Z`);
        await stage.restart();
        expect(await stage.answered("player/rank", { id: "a", period: "2024-W19" })).toMatchObject({
          score: 20,
        });
        expect(await stage.answered("player/rank", { id: "a" })).toMatchObject({
          period: "2024-W19",
          score: 20,
        });
      }
    },
  },

  // The board keeps its days for ever, which is the default; what `retention` drops is a later part.
  "exp-03": {
    ownService: true,
    run: async (stage) => {
      const ending = await stage.define(`${stage.board} ending`, { grace: "60s" });
      const [event] = stage.theCase.events;
      await stage.send(event!, "address", ending);
      const began = stage.clock.now();
      for (const later of [1_000, 3_600_000, 40 * 86_400_000, 400 * 86_400_000]) {
        stage.reach(began + later);
        for (const board of [stage.board, ending]) {
          const { total, entries } = await stage.answered("top", { period: "2024-05-06" }, board);
          expect([total, rowsOf(entries)]).toEqual([1, [["1", "a", "5"]]]);
        }
      }
      expect((await stage.answered("top", { period: "day:current" })).entries).toEqual([]);
    },
  },
};

/** The other way the case allows: a board that is strict about late events refuses it, and takes it nowhere. */
async function refuseLate(stage: Stage): Promise<void> {
  const strict = await stage.define(`${stage.board} strict`, { grace: "60s" });
  const [fresh, stale] = stage.theCase.events;
  await stage.send(fresh!, "address", strict);
  const late = await stage.send(stale!, "address", strict);
  expect(late).toMatchObject({ status: 409, body: { code: "period_closed", closed: ["2024-W18"] } });
  expect(rowsOf((await stage.answered("top", { period: "2024-W19" }, strict)).entries)).toEqual([
    ["1", "fresh", "10"],
  ]);
  expect((await stage.answered("top", { period: "2024-W18" }, strict)).entries).toEqual([]);
}
