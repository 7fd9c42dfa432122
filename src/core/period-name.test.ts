import { describe, expect, it } from "vitest";
import { PaperLedger } from "../../test/support/paper-ledger.ts";
import { defaultPeriod, resolvePeriod } from "./period-name.ts";

const now = Date.UTC(2026, 9, 5, 22, 30);

function resolve(periods: unknown[], name: string, more: object = {}, at = now): string {
  const ledger = new PaperLedger({ id: "b", periods, ...more });
  const found = resolvePeriod(ledger.catalogue.board("b")!, name, at);
  return found.ok ? found.value.key : found.refusal.code;
}

describe("resolvePeriod", () => {
  const all = ["all", "week", "day", "month"];
  it.each<[string, string]>([
    ["all", "all"],
    ["2026-10-05", "2026-10-05"],
    ["2026-W41", "2026-W41"],
    ["2026-10", "2026-10"],
    ["day:current", "2026-10-06"],
    ["day:previous", "2026-10-05"],
    ["week:previous", "2026-W40"],
    ["month:previous", "2026-09"],
    ["current", "2026-W41"],
    ["previous", "2026-W40"],
    ["season:current", "unknown_period"],
    ["2026-02-30", "unknown_period"],
    ["2025-W53", "unknown_period"],
    ["2026-13", "unknown_period"],
    ["s4", "unknown_period"],
    ["", "unknown_period"],
    ["hour:current", "unknown_period"],
    ["Day:current", "unknown_period"],
    ["2026-10-05 ", "unknown_period"],
  ])("reads %j", (name, expected) => {
    expect(resolve(all, name, { timeZone: "Europe/Paris" })).toBe(expected);
  });

  it("knows only what the board keeps", () => {
    expect(resolve(["day"], "all")).toBe("unknown_period");
    expect(resolve(["day"], "2026-10")).toBe("unknown_period");
    expect(resolve(["day"], "week:current")).toBe("unknown_period");
    expect(resolve(["all"], "current")).toBe("unknown_period");
  });

  it("skips a date that never was", () => {
    const apia = { timeZone: "Pacific/Apia" };
    const after = Date.UTC(2011, 11, 30, 11);
    expect(resolve(["day"], "day:previous", apia, after)).toBe("2011-12-29");
    expect(resolve(["day"], "2011-12-30", apia, after)).toBe("unknown_period");
  });

  it("takes of overlapping seasons the one that began last, and of ended ones the one that ended last", () => {
    const season = (id: string, start: string, end: string) => ({
      season: id,
      start: `${start}T00:00`,
      end: `${end}T00:00`,
    });
    const seasons = [
      season("long", "2026-01-01", "2026-12-01"),
      season("short", "2026-10-01", "2026-11-01"),
      season("old", "2025-01-01", "2026-02-01"),
      season("older", "2025-03-01", "2026-01-01"),
      season("next", "2027-01-01", "2027-02-01"),
    ];
    expect(resolve(seasons, "current")).toBe("short");
    expect(resolve(seasons, "season:previous")).toBe("old");
    expect(resolve(seasons, "next")).toBe("next");
    expect(resolve(seasons, "season:current", {}, Date.UTC(2028, 0, 1))).toBe("no_current_period");
    expect(resolve([season("next", "2027-01-01", "2027-02-01")], "previous")).toBe("no_current_period");
  });

  it("reads the board's first period where none is named", () => {
    const first = (periods: unknown[]) =>
      defaultPeriod(new PaperLedger({ id: "b", periods }).catalogue.board("b")!, now).key;
    expect(first(["all", "day"])).toBe("all");
    expect(first(["day", "all"])).toBe("2026-10-05");
    expect(first([{ season: "s", start: "2027-01-01T00:00", end: "2027-02-01T00:00" }])).toBe("s");
  });
});
