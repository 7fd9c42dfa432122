/** How rows are sent, against a service that is played: what it refuses, when it is busy, when it goes away. */
import type { BatchAnswer, BatchResult, Report } from "laurel-client";
import { LaurelError } from "laurel-client";
import { describe, expect, it } from "vitest";
import { Importer, type ImportRules, type Send } from "./importer.ts";
import type { Row } from "./row.ts";
import { Tally } from "./tally.ts";

const rules: ImportRules = {
  inFlight: 2,
  limits: { rowsMax: 3, sizeMax: 1_000, gatheredRowsMax: 100, gatheredSizeMax: 10_000 },
  patienceMs: 2_000,
  oneBoard: false,
};

function row(line: number, board = "b", size = 10): Row {
  return { file: "f", line, board, report: { playerId: `p${line}`, matchId: "m", score: line }, size };
}

function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, i) => row(i + 1));
}

async function* slices(...given: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  for (const slice of given) yield slice;
}

const taken = (): BatchResult => ({ index: 0, status: 200, applied: true }) as unknown as BatchResult;
const busy = (): BatchResult =>
  ({ index: 0, status: 503, code: "overloaded", detail: "busy" }) as unknown as BatchResult;

function answer(reports: readonly Report[], result: (report: Report) => BatchResult = taken): BatchAnswer {
  return { results: reports.map(result), applied: 0, duplicates: 0, held: 0, refused: 0 };
}

function failure(status: number, code: string): LaurelError {
  return new LaurelError({ status, code, detail: code });
}

async function runImport(
  send: Send,
  given: readonly Row[],
  changed: Partial<ImportRules> = {},
): Promise<{ tally: Tally; fault: unknown }> {
  const tally = new Tally();
  const fault = await new Importer(send, { ...rules, ...changed }, tally).run(slices(given)).then(
    () => null,
    (error: unknown) => error,
  );
  return { tally, fault };
}

it("sends batches by board, and counts what becomes of each row", async () => {
  const sent: [string, number][] = [];
  const send: Send = async (board, reports) => {
    sent.push([board, reports.length]);
    return answer(reports, ({ score }) => {
      if (score === 1) return { index: 0, status: 200, applied: false, duplicate: true } as never;
      if (score === 2) return { index: 0, status: 202, applied: false, duplicate: false } as never;
      if (score === 3)
        return { index: 0, status: 422, code: "score_out_of_range", detail: "too much" } as never;
      return taken();
    });
  };
  const given = [
    row(1),
    row(2, "c"),
    row(3),
    row(4),
    row(5),
    { file: "f", line: 6, code: "invalid_row", detail: "no" },
  ];
  const { tally, fault } = await runImport(send, given);
  expect(fault).toBeNull();
  expect(sent).toEqual([
    ["b", 3],
    ["c", 1],
    ["b", 1],
  ]);
  expect(tally).toMatchObject({ applied: 2, duplicates: 1, held: 1, refused: 2, rows: 6, withoutMatch: 0 });
  expect(tally.first).toEqual([
    { file: "f", line: 3, code: "score_out_of_range", detail: "too much" },
    { file: "f", line: 6, code: "invalid_row", detail: "no" },
  ]);
});

it("sends a batch before it grows too large, and the fullest board where many wait", async () => {
  const sent: number[] = [];
  const send: Send = async (_, reports) => {
    sent.push(reports.length);
    return answer(reports);
  };
  await runImport(send, [row(1, "a", 600), row(2, "a", 600), row(3, "a", 600)]);
  expect(sent).toEqual([2, 1]);
  for (const limits of [
    { rowsMax: 10, sizeMax: 10_000, gatheredRowsMax: 4, gatheredSizeMax: 10_000 },
    { rowsMax: 10, sizeMax: 10_000, gatheredRowsMax: 100, gatheredSizeMax: 40 },
  ]) {
    sent.length = 0;
    await runImport(send, [row(1, "a"), row(2, "b"), row(3, "b"), row(4, "c")], { limits });
    expect(sent).toEqual([2, 1, 1]);
  }
});

it("reads no further than there is room to send", async () => {
  let read = 0;
  let open = 0;
  let openMost = 0;
  let aheadMost = 0;
  let answered = 0;
  const send: Send = async (_, reports) => {
    openMost = Math.max(openMost, ++open);
    aheadMost = Math.max(aheadMost, read - answered);
    await new Promise((resolve) => setTimeout(resolve, 2));
    open -= 1;
    answered += reports.length;
    return answer(reports);
  };
  const source = async function* (): AsyncGenerator<readonly Row[]> {
    for (; read < 60; read++) yield [row(read + 1)];
  };
  const tally = new Tally();
  await new Importer(send, rules, tally).run(source());
  expect(tally.applied).toBe(60);
  expect(openMost).toBe(2);
  expect(aheadMost).toBeLessThanOrEqual(3 * 3);
});

describe("what the service cannot take now", () => {
  it("is sent again: rows of their own, and whole requests", async () => {
    const tries = new Map<string, number>();
    let calls = 0;
    const send: Send = async (_, reports) => {
      calls += 1;
      if (calls === 1) throw failure(503, "not_taken");
      if (calls === 3) throw failure(429, "too_many_requests");
      if (calls === 5) throw failure(0, "unreachable");
      return answer(reports, ({ playerId }) => {
        tries.set(playerId, (tries.get(playerId) ?? 0) + 1);
        return playerId === "p2" && tries.get(playerId) === 1 ? busy() : taken();
      });
    };
    const { tally, fault } = await runImport(send, rows(5), { inFlight: 1 });
    expect(fault).toBeNull();
    expect(tally).toMatchObject({ applied: 5, refused: 0 });
    expect([...tries.values()].sort()).toEqual([1, 1, 1, 1, 2]);
  });

  it("ends the import when the patience does", async () => {
    const send: Send = async (_, reports) => answer(reports, busy);
    const { tally, fault } = await runImport(send, rows(20), { patienceMs: 250 });
    expect(tally.rows).toBe(0);
    expect(String(fault)).toContain("the service took nothing for 0 s (busy)");
  });

  it("is not waited for where nothing was ever there", async () => {
    let calls = 0;
    const send: Send = async () => {
      calls += 1;
      throw failure(0, "unreachable");
    };
    const { fault } = await runImport(send, rows(20));
    expect(fault).toMatchObject({ code: "unreachable" });
    expect(calls).toBeLessThanOrEqual(2);
  });
});

it("stops at what no other try will change, and says so", async () => {
  let calls = 0;
  const send: Send = async (_, reports) => {
    calls += 1;
    if (calls === 2) throw failure(401, "unauthorized");
    return answer(reports);
  };
  const { tally, fault } = await runImport(send, rows(30), { inFlight: 1 });
  expect(fault).toMatchObject({ code: "unauthorized" });
  expect(tally.applied).toBe(3);
  expect(calls).toBe(2);
});

describe("a board that does not exist", () => {
  const send: Send = async (board, reports) => {
    if (board === "gone") throw failure(404, "unknown_board");
    return answer(reports);
  };

  it("refuses its rows where a column names it", async () => {
    const { tally, fault } = await runImport(send, [row(1, "gone"), row(2)]);
    expect(fault).toBeNull();
    expect(tally).toMatchObject({ applied: 1, refused: 1 });
    expect(tally.first).toMatchObject([{ line: 1, code: "unknown_board" }]);
  });

  it("ends an import that is for it alone", async () => {
    const { fault } = await runImport(send, [row(1, "gone")], { oneBoard: true });
    expect(fault).toMatchObject({ code: "unknown_board" });
  });
});

it("halves a batch that is too large for something in between", async () => {
  const sent: number[] = [];
  const send: Send = async (_, reports) => {
    sent.push(reports.length);
    if (reports.length > 1) throw failure(413, "unexpected_answer");
    return answer(reports);
  };
  const { tally, fault } = await runImport(send, rows(3));
  expect(fault).toBeNull();
  expect(tally.applied).toBe(3);
  expect(sent).toEqual([3, 1, 2, 1, 1]);
});

it("sends what was read in front of a fault in the file", async () => {
  const source = async function* (): AsyncGenerator<readonly Row[]> {
    yield [row(1)];
    throw new Error("not CSV");
  };
  const tally = new Tally();
  const send: Send = async (_, reports) => answer(reports);
  await expect(new Importer(send, rules, tally).run(source())).rejects.toThrow("not CSV");
  expect(tally.applied).toBe(1);
});

it("counts rows without a match", async () => {
  const send: Send = async (_, reports) => answer(reports);
  const { tally } = await runImport(send, [
    { file: "f", line: 1, board: "b", report: { playerId: "p", score: 1 }, size: 1 },
  ]);
  expect(tally.withoutMatch).toBe(1);
});
