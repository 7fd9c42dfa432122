import { describe, expect, it } from "vitest";
import { PaperLedger, report } from "../../test/support/paper-ledger.ts";
import type { Decided } from "./decide.ts";
import type { RefusalCode } from "./refusal.ts";
import type { Report } from "./report.ts";

const noon = Date.UTC(2026, 9, 5, 12);
const day = 86_400_000;

function codeOf(decided: Decided | undefined): RefusalCode | "event" | "duplicate" {
  return decided!.kind === "refused" ? decided!.refusal.code : decided!.kind;
}

describe("identity", () => {
  it("counts a report once, however often it comes", () => {
    const ledger = new PaperLedger({ id: "b", semantics: "sum" });
    const codes = ledger.group(report("b", "p", "m1", 10), report("b", "p", "m1", 10)).map(codeOf);
    expect(codes).toEqual(["event", "duplicate"]);
    expect(codeOf(ledger.group(report("b", "p", "m1", "10"))[0])).toBe("duplicate");
    expect(ledger.top("b")).toEqual([[1, "p", 10]]);
  });

  it("is board, player and match together", () => {
    const ledger = new PaperLedger({ id: "b" }, { id: "c" });
    const reports = [
      report("b", "p", "m", 1),
      report("c", "p", "m", 2),
      report("b", "q", "m", 3),
      report("b", "p", "n", 4),
    ];
    expect(ledger.group(...reports).map(codeOf)).toEqual(["event", "event", "event", "event"]);
  });

  it("does not let ids meet across a separator", () => {
    const ledger = new PaperLedger({ id: "b" });
    const reports = [report("b", "a", "b:c", 1), report("b", "a:b", "c", 2), report("b", "a/b", "c", 3)];
    expect(ledger.group(...reports).map(codeOf)).toEqual(["event", "event", "event"]);
  });

  it("refuses another value, and says which one stands", () => {
    const ledger = new PaperLedger({ id: "b", columns: [{ decimals: 1 }] });
    ledger.group(report("b", "p", "m1", "1.5"));
    const [decided] = ledger.group(report("b", "p", "m1", "1.6"));
    expect(decided).toMatchObject({
      kind: "refused",
      refusal: { code: "match_conflict", extra: { score: 1.5, achievedAt: noon } },
    });
  });

  it("is looked at before clock, periods, scopes and ranges", () => {
    const ledger = new PaperLedger({ id: "b", periods: ["day"], columns: [{ max: 100 }] });
    ledger.group(report("b", "p", "m1", 10));
    const late: Partial<Report> = { receivedAt: noon + 400 * day };
    expect(codeOf(ledger.group(report("b", "p", "m1", 10, late))[0])).toBe("duplicate");
    expect(
      codeOf(ledger.group(report("b", "p", "m1", 10, { achievedAt: noon + day, receivedAt: noon }))[0]),
    ).toBe("duplicate");
    expect(codeOf(ledger.group(report("b", "p", "m1", 10, { scopes: new Map([["nope", "x"]]) }))[0])).toBe(
      "duplicate",
    );
    expect(codeOf(ledger.group(report("b", "p", "m1", 1_000))[0])).toBe("match_conflict");
    expect(codeOf(ledger.group(report("b", "p", "m1", "99999999999999999999"))[0])).toBe("match_conflict");
  });

  it("keeps what the first report said, whatever a retry carries", () => {
    const ledger = new PaperLedger({ id: "b", scopes: ["region"] });
    const [first] = ledger.group(report("b", "p", "m1", 10, { metadata: '{"hero":"mage"}' }));
    const retry = { achievedAt: noon - 5_000, scopes: new Map([["region", "eu"]]), metadata: null };
    const [again] = ledger.group(report("b", "p", "m1", 10, retry));
    const { event, feeds } = first as Exclude<Decided, { kind: "refused" }>;
    const { sequence, record, state } = event;
    expect(again).toMatchObject({ kind: "duplicate", event: { sequence, record, state }, feeds });
  });

  it("outlives a change of the definition", () => {
    const ledger = new PaperLedger({ id: "b" });
    ledger.group(report("b", "p", "m1", 10));
    ledger.define({ id: "b", columns: [{ max: 5 }], maxAge: "1s" });
    const late = { receivedAt: noon + day };
    expect(codeOf(ledger.group(report("b", "p", "m1", 10, late))[0])).toBe("duplicate");
    expect(codeOf(ledger.group(report("b", "p", "m2", 10))[0])).toBe("score_out_of_range");
  });

  it("is new each time where best boards let the matchId out, and demanded elsewhere", () => {
    const ledger = new PaperLedger(
      { id: "best" },
      { id: "sum", semantics: "sum" },
      { id: "last", semantics: "last" },
    );
    expect(ledger.group(report("best", "p", null, 1), report("best", "p", null, 1)).map(codeOf)).toEqual([
      "event",
      "event",
    ]);
    expect(ledger.group(report("sum", "p", null, 1), report("last", "p", null, 1)).map(codeOf)).toEqual([
      "invalid_request",
      "invalid_request",
    ]);
  });

  it("leaves nothing of a refused report: its retry is judged anew", () => {
    const ledger = new PaperLedger({ id: "b", columns: [{ max: 10 }] });
    expect(codeOf(ledger.group(report("b", "p", "m1", 11))[0])).toBe("score_out_of_range");
    expect(ledger.records).toHaveLength(1);
    expect(ledger.players).toEqual([""]);
    expect(codeOf(ledger.group(report("b", "p", "m1", 10))[0])).toBe("event");
  });
});

describe("precedence", () => {
  const all: Partial<Report> = {
    score: "1.55",
    achievedAt: noon - 100 * day,
    receivedAt: noon,
    scopes: new Map([["nope", "x"]]),
    period: "2026-10-04",
  };
  const board = {
    id: "b",
    semantics: "sum",
    periods: ["day"],
    columns: [{ decimals: 1, max: 100 }],
    maxAge: "50d",
    scopes: ["region"],
  };
  const steps: [what: RefusalCode | "event", mend: Partial<Report>][] = [
    ["too_many_decimals", { score: "100.5" }],
    ["achieved_at_too_old", { achievedAt: noon - 2 * day }],
    ["unknown_scope", { scopes: new Map() }],
    ["period_mismatch", { period: "2026-10-03" }],
    ["period_closed", { period: null, achievedAt: noon - 1_000 }],
    ["score_out_of_range", { score: "99.5" }],
    ["event", {}],
  ];

  it("gives the first of several faults, and the next when that one is mended", () => {
    const ledger = new PaperLedger(board);
    let sent: Partial<Report> = all;
    const seen: string[] = [];
    for (const [expected, mend] of steps) {
      const [decided] = ledger.group(report("b", "p", "m", 0, sent));
      seen.push(`${expected}=${codeOf(decided)}`);
      sent = { ...sent, ...mend };
    }
    expect(seen).toEqual(steps.map(([expected]) => `${expected}=${expected}`));
  });

  it("refuses the future beyond five seconds", () => {
    const ledger = new PaperLedger({ id: "b" });
    const at = (ahead: number) =>
      codeOf(
        ledger.group(report("b", "p", `m${ahead}`, 1, { achievedAt: noon + ahead, receivedAt: noon }))[0],
      );
    expect([at(5_000), at(5_001)]).toEqual(["event", "achieved_at_in_future"]);
  });

  it("answers unknown_board for a board that is not there", () => {
    expect(codeOf(new PaperLedger().group(report("b", "p", "m", 1))[0])).toBe("unknown_board");
  });
});

describe("values", () => {
  it("takes exactly one of score, delta and values, by the board's columns", () => {
    const two = { id: "two", columns: [{ name: "points" }, { name: "goals" }] };
    const ledger = new PaperLedger({ id: "best" }, { id: "sum", semantics: "sum" }, two);
    const bare = { score: undefined };
    const cases: [Report, string][] = [
      [report("best", "p", "1", 0, { ...bare, delta: 1 }), "invalid_request"],
      [report("best", "p", "2", 1, { delta: 1 }), "invalid_request"],
      [report("best", "p", "3", 0, bare), "invalid_request"],
      [report("best", "p", "4", 0, { ...bare, values: { score: 1 } }), "event"],
      [report("best", "p", "5", 0, { ...bare, values: { nope: 1 } }), "invalid_request"],
      [report("sum", "p", "6", 0, { ...bare, delta: 1 }), "event"],
      [report("sum", "p", "7", 1), "event"],
      [report("two", "p", "8", 1), "invalid_request"],
      [report("two", "p", "9", 0, { ...bare, values: { points: 1 } }), "invalid_request"],
      [report("two", "p", "10", 0, { ...bare, values: { points: 1, goals: "2" } }), "event"],
      [
        report("two", "p", "11", 0, { ...bare, values: { points: 1, goals: 2, constructor: 3 } }),
        "invalid_request",
      ],
    ];
    expect(ledger.group(...cases.map(([sent]) => sent)).map(codeOf)).toEqual(cases.map(([, code]) => code));
  });

  it("refuses a whole report when one of its totals would leave the range, and keeps every standing", () => {
    const ledger = new PaperLedger({
      id: "b",
      semantics: "sum",
      periods: ["all", "day"],
      scopes: ["region"],
    });
    const eu = { scopes: new Map([["region", "eu"]]) };
    ledger.group(report("b", "p", "m1", Number.MAX_SAFE_INTEGER, eu));
    const before = ledger.standings("b");
    const [decided] = ledger.group(report("b", "p", "m2", 1, { ...eu, achievedAt: noon + day }));
    expect(codeOf(decided)).toBe("total_out_of_range");
    expect(ledger.standings("b")).toEqual(before);
    expect(codeOf(ledger.group(report("b", "p", "m3", -1))[0])).toBe("event");
  });

  it("bounds each delta by min and max, and no total", () => {
    const ledger = new PaperLedger({ id: "b", semantics: "sum", columns: [{ min: -5, max: 10 }] });
    const deltas = [10, 10, 11, -5, -6].map((delta, i) => report("b", "p", `m${i}`, delta));
    expect(ledger.group(...deltas).map(codeOf)).toEqual([
      "event",
      "event",
      "score_out_of_range",
      "event",
      "score_out_of_range",
    ]);
    expect(ledger.top("b")).toEqual([[1, "p", 15]]);
  });

  it("keeps a total at the very edge", () => {
    const ledger = new PaperLedger({ id: "b", semantics: "sum", columns: [{ decimals: 2 }] });
    ledger.group(
      report("b", "p", "m1", "9999999999999.99"),
      report("b", "p", "m2", "-9999999999999.99"),
      report("b", "p", "m3", "9999999999999.99"),
    );
    expect(ledger.top("b")).toEqual([[1, "p", 1e15 - 1]]);
    expect(codeOf(ledger.group(report("b", "p", "m4", "0.01"))[0])).toBe("total_out_of_range");
  });
});

describe("periods and late events", () => {
  const daily = { id: "b", semantics: "sum", periods: ["all", "day", "week"], grace: "60s" };
  const midnight = Date.UTC(2026, 9, 6);

  it("stamps an event with the periods that hold its achievedAt", () => {
    const ledger = new PaperLedger(daily);
    const [decided] = ledger.group(report("b", "p", "m", 1));
    expect(decided).toMatchObject({
      kind: "event",
      feeds: [{ period: "all" }, { period: "2026-10-05" }, { period: "2026-W41" }],
    });
  });

  it("counts a late event in the periods that are still open, and names the others", () => {
    const ledger = new PaperLedger(daily);
    const late = (received: number) =>
      ledger.group(
        report("b", "p", `m${received}`, 1, { achievedAt: midnight - 1, receivedAt: received }),
      )[0];
    expect(late(midnight + 59_999)).toMatchObject({ event: { record: { closed: [] } } });
    expect(late(midnight + 60_000)).toMatchObject({ event: { record: { closed: ["2026-10-05"] } } });
    expect([...ledger.standings("b")].map(([key, { attempts }]) => [key, attempts])).toEqual([
      ["all||p", 2],
      ["2026-10-05||p", 1],
      ["2026-W41||p", 2],
    ]);
  });

  it("opens nothing when the clock goes back", () => {
    const ledger = new PaperLedger({ ...daily, periods: ["day"] });
    ledger.group(report("b", "p", "m1", 1, { achievedAt: midnight - 1_000 }));
    ledger.close("b", midnight + 60_000);
    const back = { achievedAt: midnight - 1, receivedAt: midnight };
    expect(codeOf(ledger.group(report("b", "p", "m2", 1, back))[0])).toBe("period_closed");
    const never = { achievedAt: midnight - 10 * day, receivedAt: midnight - 10 * day };
    expect(codeOf(ledger.group(report("b", "p", "m3", 1, never))[0])).toBe("period_closed");
  });

  it("takes a report for a named period, or refuses it whole", () => {
    const ledger = new PaperLedger(daily);
    const named = (period: string, more: Partial<Report> = {}) =>
      codeOf(ledger.group(report("b", "p", `${period}${more.receivedAt}`, 1, { period, ...more }))[0]);
    expect(named("2026-W41")).toBe("event");
    expect(named("day:current")).toBe("event");
    expect(named("2026-10-04")).toBe("period_mismatch");
    expect(named("2026-10")).toBe("unknown_period");
    expect(named("2026-10-05", { receivedAt: midnight + 60_000 })).toBe("period_closed");
    expect(ledger.top("b").map(([, , value]) => value)).toEqual([2]);
  });

  it("lets history in with backfill, but never the future", () => {
    const ledger = new PaperLedger({ ...daily, periods: ["day"] });
    ledger.close("b", midnight + 10 * day);
    const received = { receivedAt: midnight + 10 * day };
    expect(codeOf(ledger.group(report("b", "p", "m1", 1, received))[0])).toBe("period_closed");
    expect(codeOf(ledger.group(report("b", "p", "m1", 1, { ...received, backfill: true }))[0])).toBe("event");
    const future = { achievedAt: noon + 6_000, receivedAt: noon, backfill: true };
    expect(codeOf(ledger.group(report("b", "p", "m2", 1, future))[0])).toBe("achieved_at_in_future");
  });

  it("knows no period for an instant between seasons", () => {
    const season = (id: string, start: string, end: string) => ({ season: id, start, end });
    const ledger = new PaperLedger({
      id: "b",
      periods: [
        season("s1", "2026-10-01T00:00", "2026-10-04T00:00"),
        season("s2", "2026-10-06T00:00", "2026-10-09T00:00"),
      ],
    });
    expect(codeOf(ledger.group(report("b", "p", "m", 1))[0])).toBe("no_period");
    expect(codeOf(ledger.group(report("b", "p", "m", 1, { achievedAt: midnight }))[0])).toBe("event");
  });

  it("goes on in the same period when a newer definition moves the season's end", () => {
    const season = (end: string) => ({ id: "b", periods: [{ season: "s", start: "2026-10-01T00:00", end }] });
    const ledger = new PaperLedger(season("2026-10-06T00:00"));
    ledger.group(report("b", "p", "m1", 1));
    ledger.define(season("2026-10-08T00:00"), noon);
    expect(codeOf(ledger.group(report("b", "p", "m2", 1, { achievedAt: midnight + day }))[0])).toBe("event");
    expect(ledger.catalogue.board("b")!.periods.size).toBe(1);
  });
});
