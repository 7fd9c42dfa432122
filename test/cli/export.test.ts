/** What export writes is what import takes back. */
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";
import { laurel, laurelOn, type Run } from "./laurel.ts";

const boards = [
  { id: "a/b:c", columns: [{ decimals: 2 }], scopes: ["region", "guild"] },
  { id: "coins", semantics: "sum" },
  {
    id: "league",
    semantics: "last",
    columns: [{ name: "points" }, { name: "time", order: "asc", decimals: 3 }],
  },
];

const events = [
  { board: "a/b:c", playerId: 'q"uo,te', matchId: "m:/1", score: "0.30", achievedAt: 1_790_000_000_000 },
  { board: "a/b:c", playerId: "..", matchId: "{|}%'<🏆", score: "-12.00", achievedAt: 1_790_000_000_001 },
  {
    ...{
      board: "a/b:c",
      playerId: "é ü",
      matchId: " ",
      score: "9999999999999.99",
      achievedAt: 1_790_000_000_002,
    },
    scopes: { region: "e:u", guild: "g 42" },
    metadata: { hero: 'm"age', list: [1, null, { a: "🏆" }], text: "line\nbreak" },
  },
  { board: "coins", playerId: "p", matchId: "1", score: "9007199254740991", achievedAt: 1_790_000_000_003 },
  { board: "coins", playerId: "p", matchId: "2", score: "-9007199254740991", achievedAt: 1_790_000_000_004 },
  {
    board: "league",
    playerId: "p",
    matchId: "1",
    values: { points: "3", time: "0.001" },
    achievedAt: "1950-05-13T15:00:00.000Z",
  },
];

let service: TestService;
let run: (...args: string[]) => Promise<Run>;
beforeAll(async () => {
  service = await startService({ boards });
  run = laurelOn(service, lines(events));
  expect(await run("import", "-")).toMatchObject({ code: 0, err: "" });
});
afterAll(() => service.close());

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function parsed(text: string): unknown[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

/** Events in an order that does not depend on how they came in. */
function sorted(text: string): string[] {
  return text.split("\n").sort();
}

describe("events", () => {
  it("leave as they came, exact", async () => {
    const { code, out, err } = await run("export");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(parsed(out)).toEqual(expect.arrayContaining(events));
    expect(parsed(out)).toHaveLength(events.length);
  });

  it("go into another service and leave it the same", async () => {
    const { out } = await run("export");
    const other = await startService({ boards });
    try {
      const there = laurelOn(other, out);
      expect((await there("import", "-", "--json")).json()).toMatchObject({
        applied: events.length,
        refused: 0,
      });
      expect((await there("import", "-", "--json")).json()).toMatchObject({ duplicates: events.length });
      expect(sorted((await there("export")).out)).toEqual(sorted(out));
      for (const { id } of boards) {
        const top = `/v1/leaderboards/${encodeURIComponent(id)}/top?include=metadata`;
        const [here, back] = await Promise.all([service.call("GET", top), other.call("GET", top)]);
        expect(back.body.entries).toEqual(here.body.entries);
      }
    } finally {
      await other.close();
    }
  });

  it("are those of one board where it is named, and may go to another", async () => {
    const { out } = await run("export", "coins");
    expect(parsed(out)).toMatchObject([{ matchId: "1" }, { matchId: "2" }]);
    await run("boards", "list");
    const other = await startService({ boards: [{ id: "copy", semantics: "last" }] });
    try {
      expect((await laurelOn(other, out)("import", "copy", "-")).out).toContain("2 applied");
    } finally {
      await other.close();
    }
    expect(await run("export", "nope")).toMatchObject({
      code: 1,
      out: "",
      err: `laurel: board "nope" is not in the ledger of ${service.folder}\n`,
    });
  });

  it("of deleted boards stay behind, also under an id that is used again", async () => {
    const own = await startService({ boards: [{ id: "x" }, { id: "y" }] });
    try {
      const here = laurelOn(own);
      await here("submit", "x", "--player", "old", "--match", "1", "--score", "1");
      await here("submit", "y", "--player", "kept", "--match", "1", "--score", "1");
      await here("boards", "delete", "x", "--yes");
      await own.call("PUT", "/v1/admin/leaderboards/x", {});
      await here("submit", "x", "--player", "new", "--match", "1", "--score", "2");
      expect(parsed((await here("export")).out)).toMatchObject([{ playerId: "kept" }, { playerId: "new" }]);
    } finally {
      await own.close();
    }
  });

  it("can be read from a folder that nobody serves, and there must be one", async () => {
    const own = await startService({ boards: [{ id: "x" }] });
    await laurelOn(own)("submit", "x", "--player", "p", "--match", "1", "--score", "1");
    await own.stop();
    const before = readdirSync(own.folder);
    expect(parsed((await laurel(["export", "--data", own.folder])).out)).toMatchObject([{ playerId: "p" }]);
    expect(readdirSync(own.folder)).toEqual(expect.arrayContaining(before));
    await own.close();
    expect(await laurel(["export", "--data", own.folder])).toMatchObject({
      code: 1,
      err: `laurel: there is no ledger in ${own.folder}: name the data folder with --data\n`,
    });
  });

  it("of a damaged ledger are written up to the damage", async () => {
    const own = await startService({ boards: [{ id: "x" }] });
    const here = laurelOn(own);
    for (const match of ["1", "2", "3"])
      await here("submit", "x", "--player", "p", "--match", match, "--score", match);
    await own.stop();
    const folder = tempFolder();
    copyFileSync(join(own.folder, "ledger.db"), join(folder, "ledger.db"));
    await own.close();
    const database = new Database(join(folder, "ledger.db"));
    const last = database.prepare("select max(sequence) as n from log").get() as { n: number };
    database.prepare("update log set records = substr(records, 1, 20) where sequence = ?").run(last.n);
    database.close();
    const { code, out, err } = await laurel(["export", "--data", folder]);
    expect(code).toBe(1);
    expect(parsed(out)).toMatchObject([{ matchId: "1" }, { matchId: "2" }]);
    expect(err).toContain("ledger.db is damaged (the checksum of a group is wrong)");
  });
});

describe("standings", () => {
  it("are written as CSV that any reader takes", async () => {
    const { code, out } = await run("export", "a/b:c", "--standings");
    expect(code).toBe(0);
    expect(parse(out, { columns: true })).toEqual([
      { rank: "1", playerId: "é ü", score: "9999999999999.99", reachedAt: "2026-09-21T14:13:20.002Z" },
      { rank: "2", playerId: 'q"uo,te', score: "0.3", reachedAt: "2026-09-21T14:13:20.000Z" },
      { rank: "3", playerId: "..", score: "-12", reachedAt: "2026-09-21T14:13:20.001Z" },
    ]);
    expect(out.split("\n")[2]).toMatch(/^2,"q""uo,te",0\.3,/);
  });

  it("are those of the period and scope that are asked for, as NDJSON too", async () => {
    const ndjson = await run("export", "a/b:c", "--standings", "--format", "ndjson", "--scope", "region:e:u");
    expect(parsed(ndjson.out)).toEqual([
      { rank: 1, playerId: "é ü", score: 9999999999999.99, reachedAt: 1_790_000_000_002 },
    ]);
    const league = await run("export", "league", "--standings");
    expect(league.out).toBe("rank,playerId,points,time,reachedAt\n1,p,3,0.001,1950-05-13T15:00:00.000Z\n");
    const nobody = await run("export", "league", "--standings", "--period", "all", "--json");
    expect(parsed(nobody.out)).toHaveLength(1);
  });

  it("walk through all pages", async () => {
    const own = await startService({ boards: [{ id: "x" }] });
    try {
      const csv = `player,match,score\n${Array.from({ length: 2_500 }, (_, i) => `p${i},m,${i % 100}`).join("\n")}`;
      await laurelOn(own, csv)("import", "x", "-");
      const rows: { rank: string; playerId: string }[] = parse(
        (await laurelOn(own)("export", "x", "--standings")).out,
        { columns: true },
      );
      expect(rows.map(({ rank }) => Number(rank))).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1));
      expect(new Set(rows.map(({ playerId }) => playerId)).size).toBe(2_500);
    } finally {
      await own.close();
    }
  });
});
