/** What goes over the wire, and what comes of each kind of failure. A real service is met in test/cli. */
import { expect, it } from "vitest";
import { LaurelClient, LaurelError } from "./index.ts";

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

/** A client whose requests are kept, and answered by `answer`. */
function makeClient(
  answer: (sent: Sent) => Response | Promise<Response> = () => Response.json({}),
  options: { url?: string; key?: string; timeoutMs?: number } = {},
): { client: LaurelClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = new LaurelClient({
    url: "http://laurel.test",
    key: "secret",
    retries: 0,
    ...options,
    fetch: async (url, init) => {
      const request = { url: String(url), init: init as Sent["init"] };
      sent.push(request);
      return answer(request);
    },
  });
  return { client, sent };
}

async function failureOf(call: Promise<unknown>): Promise<LaurelError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LaurelError);
  return error as LaurelError;
}

const odd = "a/b?c=d&e#f:{}|%'\"< é🏆..";

it("sends the key and JSON", async () => {
  const { client, sent } = makeClient();
  await client.submit("b", { playerId: "p", score: "0.30" }, { answer: "none", idempotencyKey: "k" });
  const { url, init } = sent[0]!;
  expect(url).toBe("http://laurel.test/v1/leaderboards/b/scores?answer=none");
  expect(init.method).toBe("POST");
  expect(init.headers).toMatchObject({
    authorization: "Bearer secret",
    "content-type": "application/json",
    "idempotency-key": "k",
  });
  expect(init.body).toBe('{"playerId":"p","score":"0.30"}');
});

it("sends no authorization without a key", async () => {
  const { client, sent } = makeClient(undefined, { key: undefined });
  await client.boards.list().catch(() => {});
  expect(sent[0]!.init.headers).not.toHaveProperty("authorization");
  expect(sent[0]!.init.body).toBeUndefined();
});

it("keeps a path in the address", async () => {
  const { client, sent } = makeClient(undefined, { url: "https://example.com/laurel/" });
  await client.boards.get("b");
  expect(sent[0]!.url).toBe("https://example.com/laurel/v1/leaderboards/b");
});

it("refuses an address that is none", () => {
  expect(() => new LaurelClient({ url: "ftp://x" })).toThrow(TypeError);
  expect(() => new LaurelClient({ url: "nowhere" })).toThrow(TypeError);
});

it("puts player ids into the query, whatever they hold", async () => {
  const { client, sent } = makeClient();
  await client.player(odd, odd, { scope: `region:${odd}`, neighbours: 2 });
  await client.rank(odd, "..");
  await client.window(odd, ".", { above: 0, below: 1, period: "day:current" });
  await client.admin.keys.revoke(odd);
  for (const { url } of sent) {
    const { pathname, hash } = new URL(url);
    expect(hash).toBe("");
    if (url.includes("/keys")) continue;
    expect(decodeURIComponent(pathname.split("/")[3]!)).toBe(odd);
  }
  const queries = sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
  expect(queries).toEqual([
    { id: odd, scope: `region:${odd}`, neighbours: "2" },
    { id: ".." },
    { id: ".", above: "0", below: "1", period: "day:current" },
    { id: odd },
  ]);
});

it("sends no id that an address cannot carry", async () => {
  const { client, sent } = makeClient();
  for (const call of [client.rank("b", "\ud800"), client.boards.get("\udc00"), client.boards.get("..")])
    expect(await failureOf(call)).toMatchObject({ status: 0, code: "invalid_id" });
  expect(sent).toEqual([]);
});

it("has an address for every call", async () => {
  const { client, sent } = makeClient(() => Response.json({ boards: [], keys: [], results: [] }));
  await client.submitBatch("b", [], { backfill: true });
  await client.top("b", { limit: 5, offset: 10 });
  await client.lookup("b", ["x"], { include: "metadata" });
  await client.atRank("b", 3);
  await client.aroundScore("b", { points: "1.5", wins: 2 }, { above: 1 });
  await client.periods("b", { after: "2026-W41" });
  await client.scopes("b", "region", { after: "eu", limit: 2 });
  await client.boards.list();
  await client.admin.defineBoard({ id: "b" });
  await client.admin.deleteBoard("b", { reason: "over" });
  await client.admin.verify("b");
  await client.admin.job("j");
  await client.admin.keys.make({ name: "k", rights: ["read"] });
  await client.admin.keys.list();
  expect(sent.map(({ url, init }) => `${init.method} ${url.replace("http://laurel.test/v1", "")}`)).toEqual([
    "POST /leaderboards/b/scores/batch?backfill=true",
    "GET /leaderboards/b/top?limit=5&offset=10",
    "POST /leaderboards/b/lookup?include=metadata",
    "GET /leaderboards/b/at-rank/3",
    "GET /leaderboards/b/around-score?points=1.5&wins=2&above=1",
    "GET /leaderboards/b/periods?after=2026-W41",
    "GET /leaderboards/b/scopes/region?limit=2&after=eu",
    "GET /leaderboards",
    "PUT /admin/leaderboards/b",
    "DELETE /admin/leaderboards/b?reason=over",
    "POST /admin/leaderboards/b/verify",
    "GET /admin/jobs/j",
    "POST /admin/keys",
    "GET /admin/keys",
  ]);
});

it("walks pages to the end, and no further than it is asked", async () => {
  const { client, sent } = makeClient(({ url }) => {
    const cursor = new URL(url).searchParams.get("cursor");
    return Response.json({ entries: [], next: cursor === null ? "c1" : cursor === "c1" ? "c2" : null });
  });
  const cursors: (string | null)[] = [];
  for await (const page of client.topPages("b", { offset: 7, period: "all" })) cursors.push(page.next);
  expect(cursors).toEqual(["c1", "c2", null]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    "?period=all&offset=7",
    "?period=all&cursor=c1",
    "?period=all&cursor=c2",
  ]);
  sent.length = 0;
  for await (const _ of client.topPages("b")) break;
  expect(sent).toHaveLength(1);
});

it("throws the problem that the service answers", async () => {
  const problem = { code: "match_conflict", detail: "reported before with 5", status: 409, score: 5 };
  const headers = { "laurel-request-id": "r1", "retry-after": "2" };
  const { client } = makeClient(() => Response.json(problem, { status: 409, headers }));
  const error = await failureOf(client.submit("b", { playerId: "p", score: 6 }));
  expect(error).toMatchObject({
    name: "LaurelError",
    status: 409,
    code: "match_conflict",
    detail: "reported before with 5",
    requestId: "r1",
    body: problem,
    retryAfterMs: 2_000,
    message: "reported before with 5 (match_conflict)",
  });
});

it.each([
  [502, "<html>Bad gateway</html>"],
  [200, "hello"],
  [500, '{"error":"not ours"}'],
])("throws unexpected_answer for a %i that is not Laurel's", async (status, text) => {
  const { client } = makeClient(() => new Response(text, { status }));
  const error = await failureOf(client.boards.list());
  expect(error).toMatchObject({ status, code: "unexpected_answer" });
  expect(error.detail).toContain(text);
});

it("gives nothing for an answer without a body", async () => {
  const { client } = makeClient(() => new Response(null, { status: 204 }));
  expect(await client.admin.deleteBoard("b")).toBeUndefined();
});

it("throws unreachable with the reason", async () => {
  const { client } = makeClient(() => {
    throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") });
  });
  const error = await failureOf(client.boards.list());
  expect(error).toMatchObject({ status: 0, code: "unreachable", requestId: null, body: null });
  expect(error.detail).toBe("http://laurel.test cannot be reached: connect ECONNREFUSED 127.0.0.1:1");
});

/** Never answers, and fails as fetch does when it is aborted. */
function hang({ init }: Sent): Promise<Response> {
  return new Promise((_, reject) => {
    init.signal!.addEventListener("abort", () => reject(init.signal!.reason));
  });
}

it("gives up after its time", async () => {
  const { client } = makeClient(hang, { timeoutMs: 20 });
  expect(await failureOf(client.boards.list())).toMatchObject({ status: 0, code: "timeout" });
  const slow = makeClient(hang).client.boards.list({ timeoutMs: 20 });
  expect(await failureOf(slow)).toMatchObject({ code: "timeout", detail: "no answer within 20 ms" });
});

it("gives up while the body is on its way", async () => {
  const { client } = makeClient(({ init }) => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode("{"));
        init.signal!.addEventListener("abort", () => controller.error(init.signal!.reason));
      },
    });
    return new Response(body);
  });
  expect(await failureOf(client.boards.list({ timeoutMs: 20 }))).toMatchObject({ code: "timeout" });
});

it("throws the reason of a signal that aborts", async () => {
  const { client, sent } = makeClient(hang);
  const abort = new AbortController();
  const call = client.boards.list({ signal: abort.signal });
  abort.abort(new Error("left the page"));
  await expect(call).rejects.toThrow("left the page");
  await expect(client.boards.list({ signal: abort.signal })).rejects.toThrow("left the page");
  expect(sent).toHaveLength(1);
});
