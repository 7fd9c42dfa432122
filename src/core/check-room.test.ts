import { describe, expect, it } from "vitest";
import { PaperLedger, report } from "../../test/support/paper-ledger.ts";
import type { Decided } from "./decide.ts";
import type { Report } from "./report.ts";

const board = { id: "b", semantics: "sum", scopes: ["region", "guild"], columns: [{ max: 100 }] };
const full = { memory: false, scopeValuesMax: 100 };

function scoped(player: string, match: string, scopes: Record<string, string>): Report {
  return report("b", player, match, 1, { scopes: new Map(Object.entries(scopes)) });
}

/** What was decided, in a word; of a refusal its code and the field at fault. */
function shown(decided: Decided): string {
  return decided.kind === "refused" ? `${decided.refusal.code} ${decided.refusal.path}` : decided.kind;
}

describe("without memory for more", () => {
  it("refuses new players, and takes known ones and retries", () => {
    const ledger = new PaperLedger(board, { id: "other" });
    ledger.group(report("b", "ann", "m1", 5));
    ledger.room = full;
    const reports = [
      report("b", "bob", "m1", 5),
      report("b", "ann", "m2", 5),
      report("b", "ann", "m1", 5),
      report("b", "ann", "m1", 6),
      report("other", "ann", "m1", 5),
    ];
    expect(ledger.group(...reports).map(shown)).toEqual([
      "capacity /playerId",
      "event",
      "duplicate",
      "match_conflict undefined",
      "event",
    ]);
    expect(ledger.top("b")).toEqual([[1, "ann", 10]]);
  });

  it("refuses new scope values, and takes known ones", () => {
    const ledger = new PaperLedger(board);
    ledger.group(scoped("ann", "m1", { region: "eu" }));
    ledger.room = full;
    const reports = [
      scoped("ann", "m2", { region: "us" }),
      scoped("ann", "m3", { region: "eu", guild: "g1" }),
      scoped("ann", "m4", { region: "eu" }),
    ];
    expect(ledger.group(...reports).map(shown)).toEqual([
      "capacity /scopes/region",
      "capacity /scopes/guild",
      "event",
    ]);
  });

  it("leaves nothing of what it refuses, and takes it when there is room", () => {
    const ledger = new PaperLedger(board);
    ledger.room = full;
    const before = ledger.records.length;
    expect(ledger.group(scoped("bob", "m1", { region: "us" })).map(shown)).toEqual(["capacity /playerId"]);
    expect([ledger.records.length, ledger.players]).toEqual([before, [""]]);
    ledger.room = { memory: true, scopeValuesMax: 100 };
    expect(ledger.group(scoped("bob", "m1", { region: "us" })).map(shown)).toEqual(["event"]);
  });

  it("is the last thing to be looked at", () => {
    const ledger = new PaperLedger(board);
    ledger.room = full;
    expect(ledger.group(report("b", "bob", "m1", 101)).map(shown)).toEqual(["score_out_of_range /score"]);
  });
});

describe("the limit of scope values", () => {
  const two = { memory: true, scopeValuesMax: 2 };

  it("counts the values of all scopes of a board, those of its group too", () => {
    const ledger = new PaperLedger(board, { ...board, id: "other" });
    ledger.room = two;
    const reports = [
      scoped("ann", "m1", { region: "eu" }),
      scoped("ann", "m2", { guild: "g1" }),
      scoped("ann", "m3", { region: "us" }),
      scoped("ann", "m4", { region: "eu", guild: "g1" }),
      scoped("ann", "m5", { region: "eu", guild: "g2" }),
      scoped("bob", "m1", {}),
      { ...scoped("ann", "m1", { region: "us" }), board: "other" },
    ];
    const expected = [
      "event",
      "event",
      "capacity /scopes/region",
      "event",
      "capacity /scopes/guild",
      "event",
      "event",
    ];
    expect(ledger.group(...reports).map(shown)).toEqual(expected);
    expect(ledger.group(...reports.slice(2, 5)).map(shown)).toEqual([
      "capacity /scopes/region",
      "duplicate",
      "capacity /scopes/guild",
    ]);
  });

  it("takes all values of a report or none", () => {
    const ledger = new PaperLedger(board);
    ledger.room = { memory: true, scopeValuesMax: 1 };
    const [decided] = ledger.group(scoped("ann", "m1", { region: "eu", guild: "g1" }));
    expect(decided).toMatchObject({
      refusal: {
        detail:
          'the value "g1" of scope "guild" is new, and board "b" has 0 scope values, and may have 1; known values go on',
      },
    });
    expect(ledger.records.filter((record) => record.kind === "scope")).toEqual([]);
    expect(ledger.group(scoped("ann", "m1", { region: "eu" })).map(shown)).toEqual(["event"]);
  });
});
