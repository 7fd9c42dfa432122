import { describe, expect, it } from "vitest";
import { PaperLedger, report } from "../../test/support/paper-ledger.ts";
import { Catalogue, orderOf } from "./catalogue.ts";
import type { KeyRecord } from "./record.ts";

const noon = Date.UTC(2026, 9, 5, 12);
const day = 86_400_000;
const eu = { scopes: new Map([["region", "eu"]]) };

describe("numbers", () => {
  it("of boards, periods and scopes are never given out again", () => {
    const definition = { id: "b", scopes: ["region"] };
    const ledger = new PaperLedger(definition);
    const { catalogue } = ledger;
    ledger.group(report("b", "p", "m", 1, eu));
    const first = catalogue.board("b")!;
    catalogue.apply(
      { kind: "board-delete", board: 1, at: noon, by: "", reason: "" },
      ledger.records.length + 1,
    );
    expect(catalogue.board("b")).toBeUndefined();
    expect(catalogue.period(first.periods.get("all")!.number)).toBeUndefined();

    ledger.define(definition);
    ledger.group(report("b", "p", "m", 1, eu));
    const second = catalogue.board("b")!;
    expect(second.board.number).toBe(2);
    expect(second.events).toBe(1);
    expect(second.periods.get("all")!.number).toBe(2);
    expect(second.scopes.get("region")!.get("eu")!.number).toBe(2);
  });
});

describe("the ties of a period", () => {
  const tiesOf = (ledger: PaperLedger, key: string) => {
    const entry = ledger.catalogue.board("b")!;
    return orderOf(entry.board, entry.periods.get(key)).ties;
  };

  it("are the board's while it is open, and stay those of its close", () => {
    const ledger = new PaperLedger({ id: "b", periods: ["all", "day"] });
    ledger.group(report("b", "p", "m", 1));
    ledger.define({ id: "b", periods: ["all", "day"], ties: "shared" });
    ledger.close("b", noon + day);
    ledger.define({ id: "b", periods: ["all", "day"], ties: "dense" });
    expect([tiesOf(ledger, "2026-10-05"), tiesOf(ledger, "all")]).toEqual(["shared", "dense"]);
  });

  it("are fixed at once where history opens a period that has closed", () => {
    const ledger = new PaperLedger({ id: "b", periods: ["day"] });
    ledger.close("b", noon + day);
    ledger.group(report("b", "p", "m", 1, { backfill: true }));
    ledger.define({ id: "b", periods: ["day"], ties: "dense" });
    expect(tiesOf(ledger, "2026-10-05")).toBe("first");
  });
});

describe("keys", () => {
  it("are found by the hash of their secret until they are revoked", () => {
    const catalogue = new Catalogue();
    const key: KeyRecord = {
      kind: "key",
      id: "k",
      name: "server",
      hash: "abc",
      rights: ["submit"],
      boards: null,
      at: noon,
      by: "",
    };
    catalogue.apply(key, 1);
    expect(catalogue.keyByHash("abc")).toBe(key);
    catalogue.apply({ kind: "key-revoke", id: "k", at: noon, by: "" }, 2);
    expect([catalogue.keyByHash("abc"), catalogue.key("k"), [...catalogue.keys()]]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});
