import { describe, expect, it } from "vitest";
import { report } from "../../test/support/paper-ledger.ts";
import { checkReport, metadataBytesMax, type Report } from "./report.ts";

describe("checkReport", () => {
  it.each<[what: string, more: Partial<Report>, path: string]>([
    ["a board id that URL parsers remove", { board: ".." }, "/board"],
    ["an empty player id", { playerId: "" }, "/playerId"],
    ["a match id with a control character", { matchId: "a\nb" }, "/matchId"],
    ["a scope value with a lone surrogate", { scopes: new Map([["region", "\ud800"]]) }, "/scopes/region"],
    ["metadata of too many bytes", { metadata: `é${"x".repeat(metadataBytesMax - 1)}` }, "/metadata"],
  ])("refuses %s", (_, more, path) => {
    const checked = checkReport(report("b", "p", "m", 1, more));
    expect(checked.ok ? "taken" : checked.refusal.path).toBe(path);
  });

  it("takes every legal id, the longest too, and metadata to the last byte", () => {
    for (const id of ["a:b", "{x}", "a/b", "%2e", "' \"<|", ".", "x".repeat(128)])
      expect(checkReport(report("b", id, id, 1, { scopes: new Map([["region", id]]) })).ok, id).toBe(true);
    expect(checkReport(report("b", "p", "m", 1, { metadata: "x".repeat(metadataBytesMax) })).ok).toBe(true);
  });
});
