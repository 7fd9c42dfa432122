import { describe, expect, it } from "vitest";
import type { BoardDefinition } from "./board.ts";
import { changeFault } from "./change-fault.ts";
import { readDefinition } from "./read-definition.ts";

function define(more: object): BoardDefinition {
  const read = readDefinition({ id: "b", ...more });
  if (!read.ok) throw new Error(read.refusal.detail);
  return read.value;
}

describe("changeFault", () => {
  const now = Date.UTC(2026, 9, 5);
  const season = (end: string, id = "s", start = "2026-10-01T00:00") => ({ season: id, start, end });
  const before = define({
    periods: ["all", "day", season("2026-10-09T00:00"), season("2026-10-03T00:00", "gone")],
    scopes: ["region"],
    timeZone: "Europe/Paris",
  });
  const change = (more: object) =>
    changeFault(before, define({ ...before, ...more }), now, new Map())?.path ?? null;

  it("lets everything pass that changes no event", () => {
    expect(
      change({
        title: "T",
        publicReads: true,
        retention: { day: "1d" },
        grace: "5m",
        ties: "dense",
        maxAge: "1d",
      }),
    ).toBeNull();
    expect(change({ columns: [{ ...before.columns[0], min: 0, max: 5 }] })).toBeNull();
    expect(change({ periods: [...before.periods, "week"], scopes: ["region", "guild"] })).toBeNull();
    expect(
      change({ periods: ["all", "day", season("2026-10-20T00:00"), season("2026-10-03T00:00", "gone")] }),
    ).toBeNull();
  });

  it("refuses what would make another board of it", () => {
    expect(change({ semantics: "sum" })).toBe("/semantics");
    expect(change({ timeZone: "UTC" })).toBe("/timeZone");
    expect(change({ weekStart: "sunday" })).toBe("/weekStart");
    expect(change({ columns: [{ order: "asc" }] })).toBe("/columns");
    expect(change({ columns: [{ decimals: 1 }] })).toBe("/columns");
    expect(change({ scopes: [] })).toBe("/scopes");
    expect(change({ periods: ["all"] })).toBe("/periods");
    expect(
      change({ periods: ["all", "day", season("2026-10-04T00:00"), season("2026-10-03T00:00", "gone")] }),
    ).toBe("/periods");
    expect(
      change({ periods: ["all", "day", season("2026-10-09T00:00"), season("2026-10-20T00:00", "gone")] }),
    ).toBe("/periods");
    expect(
      change({
        periods: [
          "all",
          "day",
          season("2026-10-09T00:00", "s", "2026-10-02T00:00"),
          season("2026-10-03T00:00", "gone"),
        ],
      }),
    ).toBe("/periods");
  });
});
