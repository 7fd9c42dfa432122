import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";
import { laurel, laurelOn } from "./laurel.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function fileOf(name: string, content: string | object): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

describe("check", () => {
  const arena = {
    id: "arena",
    title: "The Arena",
    columns: [{ decimals: 2, min: 0, max: 100 }],
    periods: ["all", "day", "week", { season: "s4", start: "2026-10-01T00:00", end: "2027-01-01T00:00" }],
    timeZone: "Europe/Paris",
    grace: "5m",
    scopes: ["region"],
    retention: { day: "7d" },
  };

  it("explains a definition", async () => {
    const { code, out, err } = await laurel(["boards", "check", fileOf("a.json", arena)]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n")[0]).toBe("arena: The Arena");
    for (const part of [
      "up to 2 decimals, higher is better; each report 0.00 to 100.00",
      "first: of equal players the one who was there earlier stands ahead",
      "time zone Europe/Paris, weeks from monday",
      "a period takes them until 5m after its end",
      "region: a report may name a value",
      "kept day for 7d, others for ever",
      "s4 ",
    ])
      expect(out).toContain(part);
  });

  it("shows the present periods and the next three boundaries, across a change of clocks", async () => {
    const file = fileOf("a.json", arena);
    const { out } = await laurel(["boards", "check", file, "--at", "2026-10-24T12:00:00Z"]);
    const lines = out.split("\n").map((line) => line.trim().split(/ {2,}/));
    const rows = lines.slice(lines.findIndex(([head]) => head === "period") + 1);
    const day = [
      "2026-10-25T00:00+02:00",
      "2026-10-26T00:00+01:00",
      "2026-10-24T22:00Z",
      "2026-10-25T23:00Z",
    ];
    expect(rows.slice(0, 9).map((row) => row.slice(-5))).toEqual([
      ["2026-10-24", "2026-10-24T00:00+02:00", day[0], "2026-10-23T22:00Z", day[2]],
      ["2026-10-25", ...day],
      ["2026-10-26", day[1], "2026-10-27T00:00+01:00", day[3], "2026-10-26T23:00Z"],
      expect.arrayContaining(["2026-10-27"]),
      expect.arrayContaining(["2026-W43"]),
      expect.arrayContaining(["2026-W44"]),
      expect.arrayContaining(["2026-W45"]),
      expect.arrayContaining(["2026-W46"]),
      ["s4", "2026-10-01T00:00+02:00", "2027-01-01T00:00+01:00", "2026-09-30T22:00Z", "2026-12-31T23:00Z"],
    ]);
  });

  it.each([
    ["2026-09-01T00:00:00Z", "s4 (to come)"],
    ["2026-11-01T00:00:00Z", "s4 (now)"],
    ["2027-02-01T00:00:00Z", "s4 (past)"],
  ])("says at %s: %s", async (at, text) => {
    const { out } = await laurel(["boards", "check", fileOf("a.json", arena), "--at", at]);
    expect(out).toContain(text);
  });

  it("says what a sum board refuses", async () => {
    const sum = { id: "s", semantics: "sum", ties: "dense", columns: [{ decimals: 1, order: "asc" }] };
    const { out } = await laurel(["boards", "check", fileOf("s.json", sum)]);
    expect(out).toContain("score from -99999999999999.9 to 99999999999999.9");
    expect(out).toContain("a report without a matchId is refused");
    expect(out).toContain("lower is better; each report adds");
    expect(out).toContain("dense: equal players share a rank, and none is skipped");
  });

  it("reads a list, a config file, JSON and YAML", async () => {
    const list = await laurel(["boards", "check", fileOf("l.json", [{ id: "a" }, { id: "b" }]), "--json"]);
    expect(list.json()).toMatchObject({ boards: [{ definition: { id: "a" } }, { definition: { id: "b" } }] });
    const yaml = "port: 9000\nboards:\n  - id: a\n    periods: [day]\n";
    const config = await laurel(["boards", "check", fileOf("c.yaml", yaml), "--json"]);
    expect(config.json()).toMatchObject({
      boards: [
        {
          definition: { id: "a", ties: "first" },
          periods: [{ name: "day", current: {}, next: [{}, {}, {}] }],
        },
      ],
      faults: [],
    });
  });

  it("names the field of every fault, and exits with 1", async () => {
    const file = fileOf("bad.json", [
      { id: "a", tise: "first" },
      { id: "b", columns: [{ decimals: 9 }] },
      { id: "c" },
      { id: "c" },
      { id: "d", rank: { exact: 100 } },
    ]);
    const { code, out, err } = await laurel(["boards", "check", file]);
    expect(code).toBe(1);
    expect(out).toMatch(/^c\n/);
    expect(err.trim().split("\n")).toEqual([
      `laurel: board 1 in ${file}: unknown field "tise" in a board definition (at /tise)`,
      `laurel: board 2 in ${file}: decimals 9 is not a whole number from 0 to 6 (at /columns/0/decimals)`,
      `laurel: board 4 in ${file}: id "c" is there twice (at /id)`,
      `laurel: board 5 in ${file}: estimated ranks are not supported by this version (at /rank)`,
    ]);
    const { faults } = (await laurel(["boards", "check", file, "--json"])).json() as { faults: object[] };
    expect(faults).toHaveLength(4);
  });

  it.each([
    ["{", "cannot be read"],
    [{ boards: 5 }, "is not a list of board definitions"],
    [{ boards: [], prot: 1 }, 'has an unknown setting "prot"'],
  ])("refuses a file of %j", async (content, message) => {
    const { code, err } = await laurel(["boards", "check", fileOf("x.json", content)]);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});

describe("on a service", () => {
  it("defines, lists, shows and deletes", async () => {
    const run = laurelOn(service);
    const boards = [
      { id: "a/b", title: "Slash", scopes: ["region"], publicReads: true },
      { id: "daily", semantics: "last", periods: ["day", "all"], timeZone: "Asia/Tokyo" },
    ];
    expect(await run("boards", "define", fileOf("b.json", boards))).toMatchObject({
      code: 0,
      out: "a/b: defined\ndaily: defined\n",
    });
    const { out: list } = await run("boards", "list");
    expect(list.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["id", "title", "semantics", "periods", "scopes"],
      ["a/b", "Slash", "best", "all", "region"],
      ["daily", "daily", "last", "day, all", "-"],
      [""],
    ]);
    expect((await run("boards", "list", "--json")).json()).toMatchObject([{ id: "a/b" }, { id: "daily" }]);

    const { out: shown } = await run("boards", "show", "daily");
    expect(shown).toContain("last: of a player's events the latest one stands");
    expect(shown).toMatch(/^ {2}\d{4}-\d\d-\d\d {8,}0 .*\+09:00/m);
    expect(shown).toContain("the next period begins at");
    expect((await run("boards", "show", "a/b", "--json")).json()).toMatchObject({
      id: "a/b",
      standings: [{ period: "all", total: 0 }],
    });

    expect(await run("boards", "delete", "a/b", "--yes", "--reason", "over")).toMatchObject({
      code: 0,
      out: "a/b: deleted\n",
    });
    expect(await run("boards", "delete", "a/b", "--yes")).toMatchObject({
      code: 1,
      err: 'laurel: board "a/b" does not exist (404). "laurel boards list" shows those that do\n',
    });
  });

  it("defines nothing of a file with a fault", async () => {
    const { code, err } = await laurelOn(service)("boards", "define", fileOf("b.json", [{ id: "new" }, {}]));
    expect(code).toBe(1);
    expect(err).toContain("board 2 in");
    expect((await service.call("GET", "/v1/leaderboards/new")).status).toBe(404);
  });

  it("passes on why a change is refused", async () => {
    const run = laurelOn(service);
    await run("boards", "define", fileOf("b.json", { id: "used" }));
    await run("submit", "used", "--player", "p", "--score", "1");
    const { code, err } = await run("boards", "define", fileOf("b.json", { id: "used", semantics: "sum" }));
    expect(code).toBe(1);
    expect(err).toContain("(409 board_in_use)");
  });
});
