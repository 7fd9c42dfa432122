import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
const clock = new FakeClock("2026-10-05T12:00:00Z");
const top = "/v1/leaderboards/b/top";

beforeAll(async () => {
  service = await startService({
    clock,
    boards: [{ id: "b", ties: "shared", periods: ["all", "day"], publicReads: true }, { id: "private" }],
  });
  for (let i = 0; i < 25; i++) await report(`p${String(i).padStart(2, "0")}`, "m", 100 - (i >> 1), i);
});
afterAll(() => service.close());

function report(playerId: string, matchId: string, score: number, secondsAgo = 0) {
  return service.call("POST", "/v1/leaderboards/b/scores", {
    playerId,
    matchId,
    score,
    achievedAt: clock.now() - 60_000 + secondsAgo,
  });
}

const ids = (body: { entries: { playerId: string }[] }) => body.entries.map((entry) => entry.playerId);

describe("pages", () => {
  it("walk forward and back over the same rows with the same ranks", async () => {
    const whole = (await service.call("GET", `${top}?limit=100`)).body;
    expect(whole).toMatchObject({
      board: "b",
      period: "all",
      scope: null,
      total: 25,
      exact: true,
      next: null,
      previous: null,
    });
    const forward: unknown[] = [];
    const pages: { previous: string | null }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await service.call("GET", `${top}?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`);
      forward.push(...body.entries);
      pages.push(body);
      cursor = body.next;
    }
    expect(forward).toEqual(whole.entries);
    const back: unknown[] = [];
    for (let cursor = pages.at(-1)!.previous; cursor !== null; ) {
      const { body }: { body: { entries: unknown[]; previous: string | null } } = await service.call(
        "GET",
        `${top}?limit=7&cursor=${cursor}`,
      );
      back.unshift(...body.entries);
      cursor = body.previous;
    }
    expect(back).toEqual(whole.entries.slice(0, 21));
  });

  it("begin at an offset, and end empty", async () => {
    expect(ids((await service.call("GET", `${top}?offset=23&limit=5`)).body)).toEqual(["p23", "p24"]);
    expect((await service.call("GET", `${top}?offset=25`)).body).toMatchObject({ entries: [], next: null });
    expect((await service.call("GET", `${top}?offset=9007199254740991`)).body).toMatchObject({
      entries: [],
      total: 25,
    });
  });

  it("meet who did not move exactly once while others move, enter and leave the page's border", async () => {
    const first = (await service.call("GET", `${top}?limit=5`)).body;
    await report("newcomer", "m", 500);
    const second = (await service.call("GET", `${top}?limit=5&cursor=${first.next}`)).body;
    expect(ids(second)).toEqual(["p05", "p06", "p07", "p08", "p09"]);
    expect(second.entries[0].rank).toBe(6);
  });

  it("refuse a cursor of other standings or another definition", async () => {
    const { next } = (await service.call("GET", `${top}?limit=5`)).body;
    const mismatch = { status: 400, code: "cursor_mismatch" };
    expect((await service.call("GET", `${top}?period=day:current&cursor=${next}`)).body).toMatchObject(
      mismatch,
    );
    expect((await service.call("GET", `/v1/leaderboards/private/top?cursor=${next}`)).body).toMatchObject(
      mismatch,
    );
    await service.call("PUT", "/v1/admin/leaderboards/b", {
      ties: "shared",
      periods: ["all", "day"],
      publicReads: true,
      title: "New",
    });
    expect((await service.call("GET", `${top}?cursor=${next}`)).body).toMatchObject(mismatch);
  });
});

describe("caching", () => {
  const open = { key: null };

  it("says 304 to who has it, with asOf beside, until something changes", async () => {
    const first = await service.call("GET", top, undefined, open);
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^W\/"/);
    expect(Number(first.headers.get("laurel-as-of"))).toBe(first.body.asOf);
    expect(first.headers.get("cache-control")).toBe("public, max-age=1, stale-while-revalidate=5");
    clock.advance(5_000);
    const again = await service.call("GET", top, undefined, {
      ...open,
      headers: { "if-none-match": `"x", ${etag}` },
    });
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect(Number(again.headers.get("laurel-as-of"))).toBe(clock.now());
    await report("p24", "m2", 400);
    const moved = await service.call("GET", top, undefined, { ...open, headers: { "if-none-match": etag } });
    expect([moved.status, moved.headers.get("etag") === etag]).toEqual([200, false]);
  });

  it("is private with a key", async () => {
    const answer = await service.call("GET", top);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    expect(answer.headers.get("vary")).toContain("Authorization");
  });

  it("shows the score just written, every time", async () => {
    for (let i = 1; i <= 100; i++) {
      await report("fast", `f${i}`, 1_000 + i);
      expect((await service.call("GET", `${top}?limit=1`)).body.entries[0]).toMatchObject({
        playerId: "fast",
        score: 1_000 + i,
      });
    }
  });

  it("is compressed for who takes that", async () => {
    const { request } = await import("node:http");
    const fetchRaw = (encoding: string) =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve) => {
        const sent = request(
          `${service.url}${top}`,
          { headers: { "accept-encoding": encoding } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk) => chunks.push(chunk));
            response.on("end", () =>
              resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
            );
          },
        );
        sent.end();
      });
    const plain = await fetchRaw("identity");
    const packed = await fetchRaw("br, gzip");
    expect([plain.encoding, packed.encoding]).toEqual([undefined, "gzip"]);
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
    expect((await fetchRaw("gzip;q=0")).encoding).toBeUndefined();
  });
});
