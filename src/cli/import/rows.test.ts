/** What the readers make of files. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { ColumnOptions } from "./columns.ts";
import { csvRows } from "./csv-rows.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import { describe as describeProgress } from "./progress.ts";
import type { Row } from "./row.ts";

const usual: ColumnOptions = {
  player: null,
  match: null,
  score: null,
  at: null,
  board: null,
  values: new Map(),
  scopes: new Map(),
};

/** The bytes in pieces of this size: no border may fall where it is noticed. */
async function* pieces(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(slices: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const slice of slices) rows.push(...slice);
  return rows;
}

async function readCsv(
  text: string,
  columns: Partial<ColumnOptions> = {},
  more: { board?: string; delimiter?: string; size?: number } = {},
): Promise<Row[]> {
  const { board = "b", delimiter = ",", size = 7 } = more;
  const options = { columns: { ...usual, ...columns }, delimiter, board: board === "" ? null : board };
  return collect(csvRows("f.csv", pieces(text, size), options));
}

async function readNdjson(text: string | Buffer, board: string | null = "b", size = 7): Promise<Row[]> {
  return collect(ndjsonRows("f", pieces(text, size), board));
}

const reports = (rows: readonly Row[]): unknown[] =>
  rows.map((row) => ("report" in row ? row.report : row.detail));

describe("CSV", () => {
  it("finds the usual columns, in either spelling and any order", async () => {
    const rows = await readCsv(
      "at,score,x,match,player\n2026-01-01T00:00:00Z,1.50,?,m,p\n1790000000000,2,?,n,q\n",
    );
    expect(reports(rows)).toEqual([
      { playerId: "p", matchId: "m", score: "1.50", achievedAt: "2026-01-01T00:00:00Z" },
      { playerId: "q", matchId: "n", score: "2", achievedAt: 1_790_000_000_000 },
    ]);
    expect(await readCsv("playerId,matchId,score,achievedAt\np,m,1,1790000000000")).toMatchObject([
      { line: 2, report: { playerId: "p", achievedAt: 1_790_000_000_000 } },
    ]);
  });

  it.each([1, 2, 3, 5, 8, 13, 1_000])(
    "reads quotes, commas and other bytes in pieces of %i",
    async (size) => {
      const text = '\uFEFFplayerId,matchId,score\r\n"a,b ""c""",m:/🏆,1\r\n"é\'",%2F|{},-2\r\n';
      expect(reports(await readCsv(text, {}, { size }))).toEqual([
        { playerId: 'a,b "c"', matchId: "m:/🏆", score: "1" },
        { playerId: "é'", matchId: "%2F|{}", score: "-2" },
      ]);
    },
  );

  it("maps columns by name, values and scopes too", async () => {
    const rows = await readCsv(
      "user;points;goals;land;guild\nu;3;-1;eu;\n",
      {
        player: "user",
        values: new Map([
          ["p", "points"],
          ["g", "goals"],
        ]),
        scopes: new Map([
          ["region", "land"],
          ["guild", "guild"],
        ]),
      },
      { delimiter: ";" },
    );
    expect(reports(rows)).toEqual([{ playerId: "u", values: { p: "3", g: "-1" }, scopes: { region: "eu" } }]);
  });

  it("maps columns by number in a file without a header", async () => {
    const rows = await readCsv("m,p,5\n", { player: "2", match: "1", score: "3" });
    expect(rows).toMatchObject([{ line: 1, report: { playerId: "p", matchId: "m", score: "5" } }]);
  });

  it("takes the board from a column, and the one that is given before that", async () => {
    const text = "board,player,score\nx/y,p,1\n,p,2\n";
    expect(await readCsv(text, {}, { board: "" })).toMatchObject([
      { board: "x/y" },
      { line: 3, code: "invalid_row", detail: "the row names no board" },
    ]);
    expect(await readCsv(text)).toMatchObject([{ board: "b" }, { board: "b" }]);
  });

  it("keeps count of lines, and goes on behind a row with other fields", async () => {
    const text = 'player,match,score\n"p\nq",m,1\n\np,m\np,m,2,x\nr,m,3\n';
    const rows = await readCsv(text);
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 6, 7]);
    expect(reports(rows).slice(1, 3)).toEqual([
      "the row has 2 fields, the header 3",
      "the row has 4 fields, the header 3",
    ]);
  });

  it.each<[text: string, columns: Partial<ColumnOptions>, message: string]>([
    ["", {}, "f.csv is empty"],
    [
      "a,b\n1,2\n",
      {},
      "there is no column playerId or player: name it with --player-column; the header of f.csv has: a, b",
    ],
    ["player,b\n1,2\n", {}, "there is no column score: name it with --score-column"],
    ["player,score\n1,2\n", { match: "game" }, 'there is no column "game"'],
    ["player,score\n1,2\n", { scopes: new Map([["region", "land"]]) }, 'there is no column "land"'],
    [
      "p,5\n",
      { player: "1", score: "score" },
      "by number (a file without a header) or by name, not both: 1, score",
    ],
    ["p,5\n", { player: "1" }, "a file without a header needs --score-column"],
    ["p,5\n", { score: "1" }, "a file without a header needs --player-column"],
    ['player,score\np,1\n"q,2\n', {}, "f.csv is not CSV at line"],
  ])("says what is wrong with %j", async (text, columns, message) => {
    await expect(readCsv(text, columns, { size: 10_000 })).rejects.toThrow(message);
  });

  it("does not take the rest of a file for one field", async () => {
    const read = readCsv(`player,score\n"${"x".repeat(70_000)}`, {}, { size: 10_000 });
    await expect(read).rejects.toThrow("f.csv is not CSV at line 2");
  });

  it("needs a board from somewhere", async () => {
    const read = readCsv("player,score\np,1\n", {}, { board: "" });
    await expect(read).rejects.toThrow("f.csv has no column board");
  });
});

describe("NDJSON", () => {
  it.each([1, 3, 7, 64, 10_000])("reads lines in pieces of %i", async (size) => {
    const text = '\uFEFF{"board":"x","playerId":"é🏆","score":1}\r\n\n  \n{"playerId":"q","score":"2"}';
    expect(await readNdjson(text, null, size)).toMatchObject([
      { line: 1, board: "x", report: { playerId: "é🏆", score: 1 } },
      { line: 4, code: "invalid_row", detail: "the line names no board, and none was given before the file" },
    ]);
    expect(await readNdjson(text, "b", size)).toMatchObject([{ board: "b" }, { board: "b" }]);
  });

  it("loses no digit", async () => {
    const [row] = await readNdjson(
      '{"playerId":"p","score":9007199254740993,"values":{"a":0.10000000000000000001}}',
    );
    expect(row).toMatchObject({
      report: { score: "9007199254740993", values: { a: "0.10000000000000000001" } },
    });
  });

  it("hands on what the service must judge, without the board", async () => {
    const [row] = await readNdjson('{"board":"x","playerId":5,"other":[]}', null);
    expect(row).toMatchObject({ report: { playerId: 5, other: [] } });
    expect(reports([row!])[0]).not.toHaveProperty("board");
  });

  it("refuses a line that is no object, and goes on", async () => {
    const long = `{"playerId":"${"x".repeat(70_000)}"}`;
    const text = Buffer.concat([
      Buffer.from(`[1]\n{"a"\n${long}\n`),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(`${long}\n{"playerId":"p"}\n${long}`),
    ]);
    const rows = await readNdjson(text, "b", 9_000);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(reports(rows)).toEqual([
      "the line is not a report: an object with playerId, score and so on",
      expect.stringContaining("the line is not JSON"),
      "the line has more than 65536 bytes",
      "the line is not UTF-8",
      "the line has more than 65536 bytes",
      { playerId: "p" },
      "the line has more than 65536 bytes",
    ]);
  });
});

it("tells rate, share and time left", () => {
  expect(describeProgress({ rows: 50_000, bytes: 250 }, 1_000, 1_000)).toBe(
    "50,000 rows, 50,000/s, 25 %, about 3 s left",
  );
  expect(describeProgress({ rows: 10, bytes: 5 }, null, 2_000)).toBe("10 rows, 5/s");
});
