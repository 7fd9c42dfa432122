import { describe, expect, it } from "vitest";
import { PaperLedger } from "../../test/support/paper-ledger.ts";
import { dueCloses, takesEvents } from "./closing.ts";
import { allTime, periodAt } from "./period.ts";

const day = 86_400_000;
const midnight = Date.UTC(2026, 9, 6);
const utc = { timeZone: "UTC", weekStart: "monday" } as const;

function entryOf(ledger: PaperLedger) {
  return ledger.catalogue.board("b")!;
}

describe("takesEvents", () => {
  it("takes until end + grace by the clock, and all-time for ever", () => {
    const entry = entryOf(new PaperLedger({ id: "b", periods: ["all", "day"], grace: "60s" }));
    const yesterday = periodAt(utc, "day", midnight - 1);
    expect([59_999, 60_000].map((ms) => takesEvents(entry, yesterday, midnight + ms))).toEqual([true, false]);
    expect(takesEvents(entry, allTime, midnight + 9_999 * day)).toBe(true);
  });

  it("takes at the end exactly with a grace of zero no more", () => {
    const entry = entryOf(new PaperLedger({ id: "b", periods: ["day"], grace: "0s" }));
    const yesterday = periodAt(utc, "day", midnight - 1);
    expect([-1, 0].map((ms) => takesEvents(entry, yesterday, midnight + ms))).toEqual([true, false]);
  });
});

describe("dueCloses", () => {
  const through = (ledger: PaperLedger, now: number) =>
    Object.fromEntries(dueCloses(entryOf(ledger), now).map((close) => [close.periods, close.through]));

  it("closes each kind through its last end that is due, once", () => {
    const ledger = new PaperLedger({ id: "b", periods: ["all", "day", "week", "month"], grace: "1h" });
    expect(through(ledger, midnight + 3_600_000)).toEqual({
      day: midnight,
      week: Date.UTC(2026, 9, 5),
      month: Date.UTC(2026, 9, 1),
    });
    ledger.close("b", midnight + 3_600_000);
    expect(through(ledger, midnight + 3_600_001)).toEqual({});
    expect(through(ledger, midnight + day + 3_599_999)).toEqual({});
    expect(through(ledger, midnight + day + 3_600_000)).toEqual({ day: midnight + day });
    expect(through(ledger, midnight - 5 * day)).toEqual({});
  });

  it("closes a season by its own end", () => {
    const ledger = new PaperLedger({
      id: "b",
      periods: [{ season: "s", start: "2026-10-01T00:00", end: "2026-10-06T00:00" }],
      grace: "0s",
    });
    expect(through(ledger, midnight - 1)).toEqual({});
    expect(through(ledger, midnight)).toEqual({ s: midnight });
  });

  it("keeps for an ended period the grace that was in force when it ended", () => {
    const ledger = new PaperLedger({ id: "b", periods: ["day"], grace: "1d" });
    entryOf(ledger).events = 1;
    ledger.define({ id: "b", periods: ["day"], grace: "0s" }, midnight + 1_000);
    const ended = periodAt(utc, "day", midnight - 1);
    const running = periodAt(utc, "day", midnight);
    expect(
      [midnight + day - 1, midnight + day].map((now) => takesEvents(entryOf(ledger), ended, now)),
    ).toEqual([true, false]);
    expect(takesEvents(entryOf(ledger), running, midnight + day)).toBe(false);
    // The day that ended under the long grace holds the close back, though the next has a shorter one.
    expect(through(ledger, midnight + day - 1)).toEqual({ day: midnight - day });
    expect(through(ledger, midnight + day)).toEqual({ day: midnight + day });
  });

  it("lets an endless grace close nothing", () => {
    const ledger = new PaperLedger({ id: "b", periods: ["day", "month"], grace: "9007199254740991ms" });
    expect(through(ledger, midnight)).toEqual({});
  });
});
