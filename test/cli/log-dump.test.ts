import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { laurelOn, type Run } from "./laurel.ts";

let service: TestService;
let run: (...args: string[]) => Promise<Run>;
beforeAll(async () => {
  service = await startService({
    boards: [
      { id: "arena", columns: [{ decimals: 2 }], scopes: ["region"], periods: ["all", "day"] },
      { id: "gone" },
    ],
  });
  run = laurelOn(service);
  const score = ["--match", "m 1", "--score", "0.30", "--at", "2026-01-01T00:00:00Z"];
  await run(
    "submit",
    "arena",
    "--player",
    'p"1',
    ...score,
    "--scope",
    "region:eu",
    "--metadata",
    '{"a":[1]}',
  );
  await run("submit", "gone", "--player", "p2", "--match", "1", "--score", "5");
  await run("boards", "delete", "gone", "--yes", "--reason", "no longer played");
  await run("keys", "make", "reader", "--right", "read");
});
afterAll(() => service.close());

it("shows every record, readable", async () => {
  const { code, out, err } = await run("log", "dump");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const records = out
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
  expect(records.map(([sequence]) => Number(sequence))).toEqual(records.map((_, i) => i + 1));
  const kinds = records.map(([, , kind]) => kind);
  for (const kind of ["board", "period", "scope", "score", "board-delete", "key"])
    expect(kinds).toContain(kind);
  const score = records.find(([, , kind]) => kind === "score")![3]!;
  for (const part of [
    'board="arena" player="p\\"1" matchId="m 1" values={"score":"0.30"}',
    "achievedAt=2026-01-01T00:00:00.000Z",
    'periods=["all"] scopes=["region:eu"]',
    'closed=["2026-01-01"] metadata={"a":[1]}',
  ])
    expect(score).toContain(part);
  const removal = records.find(([, , kind]) => kind === "board-delete")![3]!;
  expect(removal).toContain('board="gone"');
  expect(removal).toContain('reason="no longer played"');
});

it("is JSON for programs", async () => {
  const { out } = await run("log", "dump", "--json");
  const records = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records[0]).toMatchObject({
    sequence: 1,
    kind: "board",
    board: "arena",
    definition: { id: "arena" },
  });
  expect(records.find(({ kind }) => kind === "score")).toMatchObject({
    committedAt: expect.any(Number),
    ...{ board: "arena", player: 'p"1', matchId: "m 1", values: { score: "0.30" }, periods: ["all"] },
    ...{ scopes: ["region:eu"], held: false, closed: ["2026-01-01"], metadata: { a: [1] } },
  });
});

it("picks records by sequence, board and player", async () => {
  const all = (await run("log", "dump")).out.trimEnd().split("\n");
  const some = (await run("log", "dump", "--from", "3", "--to", "5")).out.trimEnd().split("\n");
  expect(some).toEqual(all.slice(2, 5));
  const gone = (await run("log", "dump", "--board", "gone")).out.trimEnd().split("\n");
  expect(gone.map((line) => line.trim().split(/ {2,}/)[2])).toEqual(
    expect.arrayContaining(["board", "score", "board-delete"]),
  );
  expect(gone.every((line) => line.includes('board="gone"'))).toBe(true);
  const player = (await run("log", "dump", "--player", "p2")).out.trimEnd().split("\n");
  expect(player).toHaveLength(1);
  expect((await run("log", "dump", "--board", "nope")).out).toBe("");
});
