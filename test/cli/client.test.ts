/** laurel-client, which the command line speaks through, against a real service. */
import { LaurelClient, LaurelError } from "laurel-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminSecret, startService, type TestService } from "../support/service.ts";

const board = "a/b:c {x}|%2F'\"<🏆";
const player = "../é?id=1&x#|{}";
let service: TestService;
let client: LaurelClient;
beforeAll(async () => {
  service = await startService();
  client = new LaurelClient({ url: service.url, key: adminSecret });
});
afterAll(() => service.close());

it("goes through every call, whatever the ids hold", async () => {
  const defined = await client.admin.defineBoard({
    id: board,
    columns: [{ decimals: 2, max: "1000.50" }],
    periods: ["all", "day"],
    scopes: ["region"],
  });
  expect(defined).toMatchObject({ id: board, semantics: "best", columns: [{ name: "score", max: 1000.5 }] });
  expect((await client.boards.list()).map(({ id }) => id)).toEqual([board]);

  const report = {
    playerId: player,
    matchId: "m",
    score: "0.30",
    scopes: { region: "e:u" },
    metadata: { a: 1 },
  };
  const submitted = await client.submit(board, report, { include: "scopes" });
  expect(submitted).toMatchObject({ applied: true, standings: { all: { score: 0.3, rank: 1 } } });
  expect(submitted.scopes).toMatchObject({ "region:e:u": { all: { rank: 1 } } });
  const batch = await client.submitBatch(
    board,
    [report, { playerId: ".", matchId: "m", score: 2 }, { playerId: "..", matchId: "m", score: 5_000 }],
    { answer: "none" },
  );
  expect(batch).toMatchObject({ applied: 1, duplicates: 1, held: 0, refused: 1 });
  expect(batch.results[2]).toMatchObject({ index: 2, status: 422, code: "score_out_of_range" });
  const idempotent = { playerId: "r", score: 1 };
  await client.submit(board, idempotent, { idempotencyKey: "k" });
  expect(await client.submit(board, idempotent, { idempotencyKey: "k" })).toMatchObject({ duplicate: true });

  const top = await client.top(board, { limit: 1, include: "metadata" });
  expect(top).toMatchObject({
    board,
    total: 3,
    entries: [{ rank: 1, playerId: ".", score: 2, metadata: null }],
  });
  const walked: string[] = [];
  for await (const page of client.topPages(board, { limit: 2 }))
    walked.push(...page.entries.map((entry) => entry.playerId));
  expect(walked).toEqual([".", "r", player]);

  expect(await client.rank(board, ".")).toMatchObject({ rank: 1, percentile: 66.6 });
  expect(await client.player(board, player, { neighbours: 1 })).toMatchObject({
    rank: 3,
    entries: [{ playerId: "r" }, { playerId: player }],
  });
  const options = { scope: "region:e:u", period: "day:current", above: 0, below: 0 };
  expect(await client.window(board, player, options)).toMatchObject({
    rank: 1,
    total: 1,
    scope: "region:e:u",
  });
  expect(await client.lookup(board, [player, "nobody"])).toMatchObject({
    entries: [{ position: 1, playerId: player }],
    notFound: ["nobody"],
  });
  expect(await client.atRank(board, 2)).toMatchObject({ playerId: "r" });
  expect(await client.aroundScore(board, { score: "1.5" }, { above: 1, below: 1 })).toMatchObject({
    rank: 2,
    entries: [{ playerId: "." }, { playerId: "r" }],
  });
  expect(await client.periods(board)).toMatchObject({
    periods: [{ period: "all", total: 3 }, { kind: "day" }],
  });
  expect(await client.scopes(board, "region", { limit: 1 })).toMatchObject({
    values: [{ value: "e:u", total: 1 }],
  });
  expect(await client.boards.get(board)).toMatchObject({
    id: board,
    standings: [{ total: 3 }, { total: 3 }],
  });

  let job = await client.admin.verify(board);
  while (job.state === "running") job = await client.admin.job(job.id);
  expect(job).toMatchObject({ state: "done", result: [{ differenceCount: 0 }] });

  const made = await client.admin.keys.make({ name: "reader", rights: ["read"], boards: [board] });
  expect(await client.admin.keys.list()).toMatchObject([{ id: made.id, name: "reader" }]);
  const reader = new LaurelClient({ url: service.url, key: made.secret });
  expect(await reader.rank(board, ".")).toMatchObject({ rank: 1 });
  await expect(reader.submit(board, report)).rejects.toMatchObject({ status: 403, code: "forbidden" });
  await client.admin.keys.revoke(made.id);
  await expect(reader.boards.list()).rejects.toMatchObject({ status: 401, code: "unauthorized" });

  await client.admin.deleteBoard(board, { reason: "over" });
  const gone = await client.top(board).catch((error: unknown) => error);
  expect(gone).toBeInstanceOf(LaurelError);
  expect(gone).toMatchObject({ status: 404, code: "unknown_board", requestId: expect.stringMatching(/./) });
});

it("ends a walk where the loop does", async () => {
  await client.admin.defineBoard({ id: "walk" });
  const reports = Array.from({ length: 5 }, (_, i) => ({ playerId: `p${i}`, score: i }));
  await client.submitBatch("walk", reports);
  let asked = 0;
  const counting = new LaurelClient({
    url: service.url,
    key: adminSecret,
    fetch: (input, init) => {
      asked += 1;
      return fetch(input, init);
    },
  });
  for await (const page of counting.topPages("walk", { limit: 1 })) if (page.entries[0]!.rank === 2) break;
  expect(asked).toBe(2);
});
