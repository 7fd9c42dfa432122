/** Importing into a real service: what arrives, what is refused, and that it can always be run again. */
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startProcess } from "../support/process.ts";
import { startService, type TestService } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";
import { environmentOf, laurel, laurelOn, nobodysAddress, spawnLaurel } from "./laurel.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "arena", columns: [{ decimals: 2, max: 100 }], scopes: ["region"] },
      { id: "a/b", semantics: "sum" },
      { id: "league", columns: [{ name: "points" }, { name: "goals" }] },
      { id: "daily", periods: ["all", "day"] },
      { id: "many" },
    ],
  });
});
afterAll(() => service.close());

function fileOf(name: string, content: string | Buffer): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, content);
  return file;
}

async function topOf(board: string, query = ""): Promise<{ playerId: string; score: number }[]> {
  return (await service.call("GET", `/v1/leaderboards/${encodeURIComponent(board)}/top${query}`)).body
    .entries;
}

it("imports CSV with odd ids, scopes and exact values; again, everything is a duplicate", async () => {
  const text = [
    "playerId,matchId,score,achievedAt,region",
    '"a,b ""q""",m:1,0.30,2026-01-01T00:00:00Z,eu',
    "p/🏆|{}%2F,m:1,12.5,1790000000000,e:u",
    "..,',1,1790000000001,",
  ];
  const file = fileOf("s.csv", text.join("\r\n"));
  const run = laurelOn(service);
  const args = ["import", "arena", file, "--scope", "region=region"];
  const first = await run(...args);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(/^3 rows in .* s \(.*\/s\): 3 applied, 0 duplicates, 0 refused\n$/);
  expect(await topOf("arena")).toMatchObject([
    { playerId: "p/🏆|{}%2F", score: 12.5, reachedAt: 1_790_000_000_000 },
    { playerId: "..", score: 1 },
    { playerId: 'a,b "q"', score: 0.3, reachedAt: Date.UTC(2026, 0) },
  ]);
  expect(await topOf("arena", "?scope=region:e:u")).toMatchObject([{ playerId: "p/🏆|{}%2F" }]);
  const again = await run(...args, "--json");
  expect(again.code).toBe(0);
  expect(again.json()).toMatchObject({ rows: 3, applied: 0, duplicates: 3, refused: 0 });
});

it("shows what was refused and why, and exits with 1", async () => {
  const lines = ["player,match,score", "r1,m,101", "r2,m,1.234", "r3,m", "r4,m,x", "r5,m,5", ",m,1"];
  const { code, out } = await laurelOn(service)("import", "arena", fileOf("r.csv", lines.join("\n")));
  expect(code).toBe(1);
  const [summary, , codes, head, ...rows] = out.trimEnd().split("\n");
  expect(summary).toContain("1 applied, 0 duplicates, 5 refused");
  expect(codes).toMatch(/^refused: (\w+ 1, ){4}\w+ 1$/);
  expect(head).toMatch(/^ {2}line {2}code +why$/);
  expect(rows.map((row) => row.trim().split(/ +/).slice(0, 2)).sort()).toEqual([
    ["2", "score_out_of_range"],
    ["3", "too_many_decimals"],
    ["4", "invalid_row"],
    ["5", "invalid_number"],
    ["7", "invalid_id"],
  ]);
  expect(out).toContain("score 101 is above the board's max 100");
});

it("takes boards from a column; rows of a board that is not there are refused", async () => {
  const lines = ["board,player,match,score", "a/b,p,1,5", "nope,p,1,5", "a/b,p,2,-7", "a/b,p,1,5"];
  const { code, out } = await laurelOn(service)("import", fileOf("b.csv", lines.join("\n")));
  expect(code).toBe(1);
  expect(out).toContain("2 applied, 1 duplicates, 1 refused");
  expect(out).toMatch(/ 3 {2}unknown_board +board "nope" does not exist/);
  expect(await topOf("a/b")).toMatchObject([{ playerId: "p", score: -2 }]);
});

it("says once that the board of all rows is not there", async () => {
  const { code, out, err } = await laurelOn(service, "player,score\np,1\n")("import", "nope", "-");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain('board "nope" does not exist (404). "laurel boards list"');
});

it("reads gzip and NDJSON, from files and from standard input, by what they begin with", async () => {
  const ndjson = (player: string): string =>
    `{"board":"x","playerId":"${player}","matchId":"m","score":"1.00"}\n`;
  const files = [
    fileOf("a", gzipSync(ndjson("gz"))),
    fileOf("b.csv", "player,match,score\ncsv,m,2\n"),
    fileOf("c.txt", gzipSync("player,match,score\ngzcsv,m,3\n")),
    "-",
  ];
  const run = laurelOn(service, gzipSync(ndjson("in1") + ndjson("in2")));
  const { code, out } = await run("import", "arena", ...files);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("5 rows in") });
  const players = (await topOf("arena")).map(({ playerId }) => playerId);
  expect(players).toEqual(expect.arrayContaining(["gz", "csv", "gzcsv", "in1", "in2"]));
});

it("maps values of several columns", async () => {
  const run = laurelOn(service, "team\tp\tg\tround\najax\t3\t-2\tr1\n");
  const values = ["--value", "points=p", "--value", "goals=g"];
  const columns = ["--player-column", "team", "--match-column", "round", "--delimiter", "\\t"];
  expect(await run("import", "league", "-", ...columns, ...values)).toMatchObject({ code: 0 });
  expect(await topOf("league")).toMatchObject([{ playerId: "ajax", values: { points: 3, goals: -2 } }]);
});

it("counts history in periods that are past only with --backfill", async () => {
  const lines = (match: string): string => `player,match,score,at\np,${match},5,2026-01-15T12:00:00Z\n`;
  const day = "?period=2026-01-15";
  await laurelOn(service, lines("1"))("import", "daily", "-");
  expect(await topOf("daily", day)).toEqual([]);
  await laurelOn(service, lines("2"))("import", "daily", "-", "--backfill");
  expect(await topOf("daily", day)).toMatchObject([{ playerId: "p", score: 5 }]);
});

it("warns of rows that a second run would count again", async () => {
  const { out } = await laurelOn(service, "player,score\nq,1\n")("import", "arena", "-");
  expect(out).toContain("1 rows name no match: running this again would count them again");
});

it("tells what is wrong with a file", async () => {
  const cut = gzipSync(`player,match,score\n${"p,m,1\n".repeat(50)}`).subarray(0, 40);
  const run = laurelOn(service);
  expect(await run("import", "arena", fileOf("cut.gz", cut))).toMatchObject({
    code: 1,
    err: expect.stringContaining("cut.gz cannot be read: unexpected end of file"),
  });
  expect(await run("import", "arena", tempFolder())).toMatchObject({ code: 1 });
  const columns = await laurelOn(service, '{"playerId":"p"}')("import", "arena", "-", "--player-column", "p");
  expect(columns).toMatchObject({ code: 2, err: expect.stringContaining("- is NDJSON") });
  const broken = fileOf("q.csv", 'player,match,score\nok,m,1\n"x,m,2\n');
  expect(await run("import", "arena", broken)).toMatchObject({
    code: 1,
    err: expect.stringContaining("q.csv is not CSV at line 3"),
  });
});

it("stops at once without the right, and where nothing runs", async () => {
  const input = "player,match,score\np,m,1\n";
  const environment = { ...environmentOf(service), LAUREL_KEY: "wrong" };
  const denied = await laurel(["import", "arena", "-"], { input, environment });
  expect(denied).toMatchObject({ code: 1, out: "", err: expect.stringContaining("--key or LAUREL_KEY") });
  const nowhere = await laurel(["import", "arena", "-", "--url", await nobodysAddress()], { input });
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('"laurel serve"') });
});

describe("many rows", () => {
  const count = 10_000;
  const players = 2_500;
  const header = "playerId,matchId,score,achievedAt\n";
  const csv = (): string => {
    const line = (_: unknown, i: number): string =>
      `p${i % players},m${i},${(i * 7919) % 10_007},${1.79e12 + i}\n`;
    return header + Array.from({ length: count }, line).join("");
  };
  /** The best of each player, as the rows say. */
  const best = (): Map<string, number> => {
    const found = new Map<string, number>();
    for (const line of csv().split("\n").slice(1, -1)) {
      const [player, , score] = line.split(",") as [string, string, string];
      found.set(player, Math.max(found.get(player) ?? 0, Number(score)));
    }
    return found;
  };

  it("arrive whole, in small batches and several at a time", async () => {
    const run = laurelOn(service, csv());
    const { out } = await run("import", "many", "-", "--batch", "500", "--in-flight", "4");
    expect(out).toContain("10,000 applied, 0 duplicates, 0 refused");
    const top = await topOf("many", "?limit=1000");
    const wanted = best();
    for (const { playerId, score } of top) expect(score).toBe(wanted.get(playerId));
    expect(top[0]!.score).toBe(Math.max(...wanted.values()));
  });

  it("arrive whole when the import and then the service are killed in between", async () => {
    const folder = tempFolder();
    const file = fileOf("many.csv", csv());
    let host = await startProcess(folder);
    const address = await forward(() => host.url);
    const environment = environmentOf({ url: address, folder });
    await laurel(["boards", "define", fileOf("b.json", '{"id":"many"}')], { environment });
    const size = async (): Promise<number> => {
      const run = await laurel(["boards", "show", "many", "--json"], { environment });
      return (run.json() as { standings: { total: number }[] }).standings[0]!.total;
    };

    // Small batches: slow enough to be met halfway.
    const child = spawnLaurel(["import", "many", file, "--batch", "20", "--in-flight", "1"], environment);
    while ((await size()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(await size()).toBeLessThan(players);

    const importing = laurel(["import", "many", file, "--batch", "100", "--json"], { environment });
    while ((await size()) < 2_000) await new Promise((resolve) => setTimeout(resolve, 5));
    await host.end("SIGKILL");
    host = await startProcess(folder);
    const { code, json } = await importing;
    expect(code).toBe(0);
    expect(json()).toMatchObject({ rows: count, refused: 0, duplicates: expect.any(Number) });
    expect((json() as { duplicates: number }).duplicates).toBeGreaterThan(0);

    const verified = await laurel(["verify", "many", "--json"], { environment });
    expect(verified.json()).toMatchObject([{ events: count, standings: players, differenceCount: 0 }]);
    await host.end("SIGTERM");
  });
});

/** An address that stays, in front of a service that comes back under another. */
async function forward(target: () => string): Promise<string> {
  const server = createServer((from) => {
    const { hostname, port } = new URL(target());
    const to = connect(Number(port), hostname);
    from.pipe(to).pipe(from);
    from.on("error", () => to.destroy());
    to.on("error", () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
