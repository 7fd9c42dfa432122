/** What the client sends again, and batches that are larger than a request. */
import { expect, it } from "vitest";
import { LaurelClient, type Report } from "./index.ts";

type Sent = Report & { readonly matchId?: string };

/** A client, and the reports of each request that it sent; each is answered as the service would. */
function makeClient(): { client: LaurelClient; requests: Sent[][]; sizes: number[] } {
  const requests: Sent[][] = [];
  const sizes: number[] = [];
  const client = new LaurelClient({
    url: "http://laurel.test",
    fetch: async (_url, init) => {
      const body = String(init!.body);
      sizes.push(new TextEncoder().encode(body).length);
      const reports = [JSON.parse(body)].flat() as Sent[];
      requests.push(reports);
      const results = reports.map(({ playerId }, index) => ({ index, status: 200, playerId }));
      return Response.json({ results, applied: reports.length - 1, duplicates: 1, held: 0, refused: 0 });
    },
  });
  return { client, requests, sizes };
}

it("sends reports as they are", async () => {
  const { client, requests } = makeClient();
  const named = { playerId: "q", matchId: "m", score: 2 };
  await client.submit("b", { playerId: "p", score: 1 });
  await client.submitBatch("b", [{ playerId: "p", score: 1 }, named]);
  expect(requests.flat()).toEqual([{ playerId: "p", score: 1 }, { playerId: "p", score: 1 }, named]);
});

it("sends again what names its match, and nothing else", async () => {
  const tries = async (call: (client: LaurelClient) => Promise<unknown>): Promise<number> => {
    let sent = 0;
    const client = new LaurelClient({
      url: "http://127.0.0.1",
      retries: 1,
      fetch: async () => {
        sent += 1;
        throw new TypeError("fetch failed");
      },
    });
    await expect(call(client)).rejects.toMatchObject({ code: "unreachable" });
    return sent;
  };
  const bare = { playerId: "p", score: 1 };
  const named = { ...bare, matchId: "m" };
  expect(await tries((client) => client.submit("b", bare))).toBe(1);
  expect(await tries((client) => client.submit("b", named))).toBe(2);
  expect(await tries((client) => client.submit("b", bare, { idempotencyKey: "k" }))).toBe(2);
  expect(await tries((client) => client.submitBatch("b", [named, named]))).toBe(2);
  expect(await tries((client) => client.submitBatch("b", [named, bare]))).toBe(1);
});

it("cuts a batch into requests of 5,000, and puts the answers together in order", async () => {
  const { client, requests } = makeClient();
  const reports = Array.from({ length: 10_001 }, (_, i) => ({ playerId: `p${i}`, matchId: "m", score: i }));
  const answer = await client.submitBatch("b", reports);
  expect(requests.map(({ length }) => length)).toEqual([5_000, 5_000, 1]);
  expect(answer).toMatchObject({ applied: 9_998, duplicates: 3, held: 0, refused: 0 });
  expect(answer.results.map(({ index, playerId }) => [index, playerId])).toEqual(
    reports.map(({ playerId }, i) => [i, playerId]),
  );
});

it("cuts a batch by its bytes too", async () => {
  const { client, requests, sizes } = makeClient();
  const metadata = { note: "é".repeat(4_000) };
  const reports = Array.from({ length: 2_500 }, (_, i) => ({ playerId: `${i}`, score: i, metadata }));
  await client.submitBatch("b", reports);
  expect(requests.flat().map(({ playerId }) => playerId)).toEqual(reports.map(({ playerId }) => playerId));
  expect(sizes.length).toBe(3);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(8 * 1024 * 1024);
});
