import { describe, expect, it } from "vitest";
import { PaperLedger, report } from "../../test/support/paper-ledger.ts";
import { calendarPeriodAt } from "./calendar-period.ts";

const hour = 3_600_000;
const midnight = Date.UTC(2026, 9, 6);

/** A board whose day 2026-10-05 was recorded with other bounds than the zone data of today gives. */
function ledgerWith(start: number, end: number): PaperLedger {
  const ledger = new PaperLedger({ id: "b", periods: ["day"] });
  ledger.take({ kind: "period", board: 1, period: 1, periodKind: "day", key: "2026-10-05", start, end });
  return ledger;
}

function at(ledger: PaperLedger, instant: number): [key: string, start: number, end: number] {
  const { key, start, end } = calendarPeriodAt(ledger.catalogue.board("b")!, "day", instant);
  return [key, start - midnight, end - midnight];
}

describe("a period that was recorded under older zone data", () => {
  it("keeps the hour that newer data gives to the next day", () => {
    const ledger = ledgerWith(midnight - 24 * hour, midnight + hour);
    expect(at(ledger, midnight + hour - 1)).toEqual(["2026-10-05", -24 * hour, hour]);
    expect(at(ledger, midnight + hour)).toEqual(["2026-10-06", hour, 24 * hour]);
  });

  it("does not take the hour that newer data gives it", () => {
    const ledger = ledgerWith(midnight - 23 * hour, midnight - hour);
    expect(at(ledger, midnight - hour - 1)).toEqual(["2026-10-05", -23 * hour, -hour]);
    expect(at(ledger, midnight - 1)).toEqual(["2026-10-06", -hour, 24 * hour]);
    expect(at(ledger, midnight - 24 * hour)).toEqual(["2026-10-04", -48 * hour, -23 * hour]);
    expect(at(ledger, midnight)).toEqual(["2026-10-06", -hour, 24 * hour]);
  });

  it("takes its events where it was recorded", () => {
    const ledger = ledgerWith(midnight - 24 * hour, midnight + hour);
    const [decided] = ledger.group(report("b", "p", "m", 1, { achievedAt: midnight + 1 }));
    expect(decided).toMatchObject({ kind: "event", feeds: [{ period: "2026-10-05" }] });
  });
});
