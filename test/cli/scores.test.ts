/** submit, top, rank, window and keys, on a real service. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { environmentOf, laurel, laurelOn, type Run } from "./laurel.ts";

const odd = "a:b/c {x}|'<\"🏆..";
let service: TestService;
let run: (...args: string[]) => Promise<Run>;
beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "arena", columns: [{ decimals: 2 }], scopes: ["region"], periods: ["all", "day"] },
      { id: "coins", semantics: "sum" },
      { id: "league", columns: [{ name: "points" }, { name: "goals" }] },
    ],
  });
  run = laurelOn(service);
});
afterAll(() => service.close());

it("submits, and shows what came of it", async () => {
  const args = ["submit", "arena", "--player", odd, "--match", "m:1", "--score", "0.30"];
  const more = ["--scope", "region:e:u", "--metadata", '{"hero":"mage"}', "--at", "2026-01-01T00:00:00Z"];
  const first = await run(...args, ...more);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out.split("\n")[0]).toBe(`${odd}, match m:1: taken`);
  expect(first.out).toContain("too late for 2026-01-01");
  expect(first.out).toMatch(/^all +0\.3 +1 +-$/m);

  expect((await run(...args)).out).toContain("reported before (counted)");
  expect((await run(...args, "--json")).json()).toMatchObject({ applied: false, duplicate: true });
  const conflict = await run(...args.slice(0, -1), "5");
  expect(conflict.code).toBe(1);
  expect(conflict.err).toContain("reported before with 0.30; an event is never changed (409 match_conflict)");
});

it("submits deltas, also negative ones, and values by column", async () => {
  await run("submit", "coins", "--player", "p", "--match", "1", "--delta", "10");
  const { out } = await run("submit", "coins", "--player", "p", "--match", "2", "--delta", "-25");
  expect(out).toMatch(/^all +-15 +1 +1$/m);
  const values = ["--value", "points=3", "--value", "goals=-2"];
  const league = await run("submit", "league", "--player", "p", ...values);
  expect(league.out).toMatch(/^period +points +goals +rank/m);
  expect(league.out).toMatch(/^all +3 +-2 +1 +-$/m);
});

it("shows top, rank and window", async () => {
  for (const [player, score] of [
    ["x", 3],
    ["y", 2],
    ["z", 1],
  ] as const)
    await run("submit", "arena", "--player", player, "--score", String(score), "--scope", "region:eu");
  const top = await run("top", "arena", "--scope", "region:eu", "--limit", "2");
  expect(top.out.split("\n")[0]).toMatch(/^arena, all, region:eu: 3 players, as of /);
  expect(
    top.out
      .split("\n")
      .slice(2, 4)
      .map((line) => line.trim().split(/ +/).slice(0, 3)),
  ).toEqual([
    ["1", "x", "3"],
    ["2", "y", "2"],
  ]);
  const page = (await run("top", "arena", "--limit", "1", "--json")).json() as { next: string };
  const next = await run("top", "arena", "--limit", "1", "--cursor", page.next, "--json");
  expect(next.json()).toMatchObject({ entries: [{ rank: 2, playerId: "y" }] });
  expect((await run("top", "arena", "--offset", "3", "--json")).json()).toMatchObject({
    entries: [{ playerId: odd }],
  });

  const rank = await run("rank", "arena", odd);
  expect(rank.out).toContain(`${odd}: rank 4, score 0.3\n`);
  expect(rank.out).toContain("top 100 %, ahead of 0 %, 1 event, reached 2026-01-01T00:00:00.000Z");
  expect((await run("rank", "arena", "x", "--period", "day:current", "--json")).json()).toMatchObject({
    rank: 1,
  });

  const window = await run("window", "arena", "y", "--above", "1", "--below", "0");
  const rows = window.out.trim().split("\n").slice(2);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(/ y .* <-$/);
});

it("says who is not there, and which board is not", async () => {
  expect(await run("rank", "arena", "nobody")).toMatchObject({
    code: 1,
    err: 'laurel: player "nobody" has no standing on board "arena" in period all (404 unknown_player)\n',
  });
  const json = await run("top", "none", "--json");
  expect(json).toMatchObject({ code: 1, out: "" });
  expect(JSON.parse(json.err)).toMatchObject({ error: { status: 404, code: "unknown_board" } });
  expect((await run("top", "arena", "--period", "2026-02-30")).err).toContain("(404 unknown_period)");
  expect((await run("top", "coins")).out).toContain("1 player, as of");
});

it("makes, lists and revokes keys, and says what a key lacks", async () => {
  const made = await run("keys", "make", "site", "--right", "read", "--right", "submit", "--board", "coins");
  expect(made.err).toMatch(/^key_\S+ \(read, submit\)\. The secret, shown this once:\n$/);
  const [id] = made.err.split(" ") as [string];
  const environment = { ...environmentOf(service), LAUREL_KEY: made.out.trim() };
  expect(await laurel(["top", "coins"], { environment })).toMatchObject({ code: 0 });
  const boards = await laurel(["boards", "list"], { environment });
  expect(boards.out).toContain("coins");
  expect(boards.out).not.toContain("arena");
  const denied = await laurel(["verify", "coins"], { environment });
  expect(denied).toMatchObject({ code: 1, err: expect.stringContaining('"laurel keys make" makes a key') });

  const list = await run("keys", "list");
  expect(list.out).toMatch(new RegExp(`^${id} +site +read, submit +coins `, "m"));
  expect((await run("keys", "list", "--json")).json()).toMatchObject([{ id, rights: ["read", "submit"] }]);
  expect(await run("keys", "revoke", id)).toMatchObject({ code: 0, out: `${id}: revoked\n` });
  expect(await run("keys", "revoke", id)).toMatchObject({ code: 1 });
  const revoked = await laurel(["top", "coins"], { environment });
  expect(revoked.err).toContain("Give a key with --key or LAUREL_KEY");
  expect(await laurel(["top", "coins", "--url", service.url])).toMatchObject({ code: 1 });
});
