/** What the service does when the machine under it gives out, or is turned off and on. */
import { expect } from "vitest";
import { adminSecret, call } from "../../support/service.ts";
import { hasSmallDisk, startOnSmallDisk } from "../../support/small-disk.ts";
import { definitionOf } from "../case-file.ts";
import type { Stage } from "../stage.ts";
import type { Procedures } from "./procedure.ts";

export const outage: Procedures = {
  "load-03": {
    timeoutMs: 60_000,
    unplayable: () => (hasSmallDisk() ? null : "this machine lets nobody mount a disk of its own"),
    run: fillTheDisk,
  },

  "more-load-01": {
    ownService: true,
    run: async (stage) => {
      const before = await stage.answered("top", { include: "metadata" });
      for (let start = 0; start < 2; start++) {
        await stage.restart();
        const { entries, total } = await stage.answered("top", { include: "metadata" });
        expect([total, entries]).toEqual([before.total, before.entries]);
        for (const event of stage.theCase.events)
          expect((await stage.send(event)).body).toMatchObject({ applied: false, duplicate: true });
      }
    },
  },
};

async function fillTheDisk(stage: Stage): Promise<void> {
  const service = await startOnSmallDisk();
  const { board } = stage;
  const send = (method: string, path: string, body?: unknown) => call(service.url, method, path, body);
  const submit = (match: number) =>
    send("POST", `/v1/leaderboards/${board}/scores`, { playerId: "p", matchId: `m${match}`, delta: 1 });
  const score = async () => (await send("GET", `/v1/leaderboards/${board}/players/p/rank`)).body.score;
  await send("PUT", `/v1/admin/leaderboards/${board}`, definitionOf(stage.theCase.board));
  expect((await submit(0)).status).toBe(200);
  service.fill();
  let taken = 1;
  let full = await submit(taken);
  // A page that is there already still takes a few reports.
  for (; full.status === 200 && taken < 1_000; full = await submit(taken)) taken += 1;
  expect(full.status, JSON.stringify(full.body)).toBe(503);
  expect(full.headers.get("content-type")).toContain("application/problem+json");
  expect(full.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(full.body.detail).toMatch(/full/);
  expect(await score()).toBe(taken);
  service.free();
  for (let match = taken; match < taken + 20; match++)
    expect((await submit(match)).body, `report ${match}`).toMatchObject({ applied: true, duplicate: false });
  expect((await submit(0)).body).toMatchObject({ duplicate: true });
  expect(await score()).toBe(taken + 20);
  expect(await differencesOn(service.url, board)).toEqual([]);
  expect(await service.end()).toBe(0);
}

/** What `verify` finds, when its job has ended. */
async function differencesOn(url: string, board: string): Promise<unknown> {
  const { body } = await call(url, "POST", `/v1/admin/leaderboards/${board}/verify`, undefined, {
    key: adminSecret,
  });
  for (;;) {
    const job = (await call(url, "GET", `/v1/admin/jobs/${body.id}`)).body;
    if (job.state !== "running") return job.result[0]?.differences ?? job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
