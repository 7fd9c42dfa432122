/** The client against a real service whose answers get lost on the way. */
import { LaurelClient } from "laurel-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminSecret, startService, type TestService } from "../support/service.ts";

let service: TestService;
let client: LaurelClient;
let sent = 0;
beforeAll(async () => {
  service = await startService({ boards: [{ id: "coins", semantics: "sum" }, { id: "arena" }] });
  client = new LaurelClient({
    url: service.url,
    key: adminSecret,
    // Every other request is carried out, and its answer lost.
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      await response.clone().text();
      sent += 1;
      if (sent % 2 === 1) throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
      return response;
    },
  });
});
afterAll(() => service.close());

it("counts a report once, by its match or its key", async () => {
  const named = { playerId: "ada", matchId: "m", delta: 5 };
  expect(await client.submit("coins", named)).toMatchObject({ applied: false, duplicate: true });
  await client.submit("coins", { playerId: "ada", delta: 9 }, { idempotencyKey: "k" });
  expect(sent).toBe(4);
  expect(await client.rank("coins", "ada")).toMatchObject({ score: 14 });
  const { events } = await client.history("coins", "ada");
  expect(events.map(({ score }) => score)).toEqual([9, 5]);
});

it("counts a batch of several requests once, and answers in order", async () => {
  const reports = Array.from({ length: 5_003 }, (_, i) => ({ playerId: `p${i}`, matchId: "m", delta: i }));
  const answer = await client.submitBatch("coins", reports, { answer: "none" });
  expect(answer).toMatchObject({ applied: 0, duplicates: 5_003, refused: 0 });
  expect(answer.results.every(({ index, playerId }, i) => index === i && playerId === `p${i}`)).toBe(true);
  expect(await client.rank("coins", "p5002")).toMatchObject({ score: 5_002, rank: 1 });
});

it("leaves it to the service to judge a report that is sent once", async () => {
  const once = new LaurelClient({ url: service.url, key: adminSecret, retries: 0 });
  await expect(once.submit("coins", { playerId: "ada", delta: 1 })).rejects.toMatchObject({ status: 400 });
  expect(await once.submit("arena", { playerId: "ada", score: 1 })).toMatchObject({ applied: true });
});
