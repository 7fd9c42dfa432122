/** Which calls are sent again, when, and until when. */
import { expect, it, onTestFinished, vi } from "vitest";
import { LaurelClient, LaurelError } from "./index.ts";

type Answer = () => Response | Promise<Response>;

/** A client that is answered in turn, the last answer for ever, and the bodies that it sent. */
function makeClient(answers: readonly Answer[], options: { retries?: number; timeoutMs?: number } = {}) {
  const bodies: unknown[] = [];
  const client = new LaurelClient({
    url: "http://laurel.test",
    ...options,
    tryTimeoutMs: 30,
    fetch: (_url, init) => {
      bodies.push(init?.body === undefined ? null : JSON.parse(String(init.body)));
      const answer = answers[Math.min(bodies.length, answers.length) - 1]!;
      return new Promise((resolve, reject) => {
        init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason));
        Promise.resolve().then(answer).then(resolve, reject);
      });
    },
  });
  return { client, bodies };
}

const ok: Answer = () => Response.json({ entries: [], boards: [], keys: [], results: [] });
const broken: Answer = () => Promise.reject(new TypeError("fetch failed"));
const silent: Answer = () => new Promise(() => {});
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ code, detail: "not now" }, { status, headers });
const busy = problem(503, "overloaded");

const report = { playerId: "p", matchId: "m", score: 1 };

it.each([
  ["a broken connection", broken],
  ["silence", silent],
  ["503", busy],
  ["429", problem(429, "rate_limited")],
  ["a proxy's 502", () => new Response("<html>", { status: 502 })],
])("sends reads and reports again after %s", async (_, trouble) => {
  for (const call of [
    (client: LaurelClient) => client.top("b"),
    (client: LaurelClient) => client.lookup("b", ["p"]),
    (client: LaurelClient) => client.submit("b", report),
    (client: LaurelClient) => client.submitBatch("b", [report]),
  ]) {
    const { client, bodies } = makeClient([trouble, ok]);
    await call(client);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  }
});

it("sends nothing again that was refused, or that might be done twice", async () => {
  for (const status of [400, 401, 403, 404, 409, 413, 422, 500]) {
    const { client, bodies } = makeClient([problem(status, "no"), ok]);
    await expect(client.submit("b", report)).rejects.toMatchObject({ status, code: "no" });
    expect(bodies).toHaveLength(1);
  }
  for (const call of [
    (client: LaurelClient) => client.admin.keys.make({ name: "k", rights: ["read"] }),
    (client: LaurelClient) => client.admin.keys.revoke("k"),
    (client: LaurelClient) => client.admin.defineBoard({ id: "b" }),
    (client: LaurelClient) => client.admin.deleteBoard("b"),
    (client: LaurelClient) => client.admin.verify("b"),
  ]) {
    const { client, bodies } = makeClient([busy, ok]);
    await expect(call(client)).rejects.toMatchObject({ status: 503 });
    expect(bodies).toHaveLength(1);
  }
});

it("gives up after its retries with the last failure", async () => {
  const { client, bodies } = makeClient([broken, busy], { retries: 2 });
  await expect(client.top("b")).rejects.toMatchObject({ status: 503, code: "overloaded" });
  expect(bodies).toHaveLength(3);
  await expect(client.top("b", { retries: 0 })).rejects.toBeInstanceOf(LaurelError);
  expect(bodies).toHaveLength(4);
});

it("waits as long as the service asks, or not at all where that is beyond its time", async () => {
  const patient = makeClient([problem(503, "overloaded", { "retry-after": "1" }), ok]);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = patient.client.top("b");
  await vi.advanceTimersByTimeAsync(999);
  expect(patient.bodies).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(201);
  expect(patient.bodies).toHaveLength(2);
  await answer;
  const hasty = makeClient([problem(503, "overloaded", { "retry-after": "3600" }), ok]);
  await expect(hasty.client.top("b")).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  expect(hasty.bodies).toHaveLength(1);
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  const dated = makeClient([problem(503, "overloaded", { "retry-after": date })]);
  const error = await dated.client.top("b").catch((thrown: LaurelError) => thrown);
  expect((error as LaurelError).retryAfterMs).toBeGreaterThan(3_000_000);
});

it("ends with its time, however many retries are left", async () => {
  const { client } = makeClient([silent], { retries: 1_000, timeoutMs: 150 });
  await expect(client.top("b")).rejects.toMatchObject({ status: 0, code: "timeout" });
});

it("gives the last try all the time that is left", async () => {
  const slow: Answer = () =>
    new Promise((resolve) => setTimeout(() => resolve(Response.json({ total: 1 })), 60));
  expect(await makeClient([slow], { retries: 0 }).client.top("b")).toEqual({ total: 1 });
  expect(await makeClient([slow], { retries: 1 }).client.top("b")).toEqual({ total: 1 });
});

it("stops waiting when it is aborted", async () => {
  const { client, bodies } = makeClient([problem(503, "overloaded", { "retry-after": "20" })]);
  const abort = new AbortController();
  const call = client.top("b", { signal: abort.signal });
  setTimeout(() => abort.abort(new Error("left the page")), 20);
  await expect(call).rejects.toThrow("left the page");
  expect(bodies).toHaveLength(1);
});
