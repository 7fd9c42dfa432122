import { describe, expect, it } from "vitest";
import {
  allTime,
  type Calendar,
  type CalendarKind,
  isSeasonId,
  isTimeZone,
  localToInstant,
  PeriodCache,
  periodAt,
  periodOfKey,
  previousPeriod,
  seasonPeriod,
  type Weekday,
  weekdays,
} from "./period.ts";

const hour = 3_600_000;

function calendar(timeZone: string, weekStart: Weekday = "monday"): Calendar {
  return { timeZone, weekStart };
}

/** A period as `key from start to end`, readable in a failure. */
function told(timeZone: string, kind: CalendarKind, at: string, weekStart: Weekday = "monday"): string[] {
  const { key, start, end } = periodAt(calendar(timeZone, weekStart), kind, Date.parse(at));
  return [key, iso(start), iso(end)];
}

function iso(instant: number): string {
  return new Date(instant).toISOString().replace(/(:00)?\.000Z$/, "Z");
}

describe("periodAt", () => {
  it.each<[string, CalendarKind, string, string[]]>([
    ["UTC", "day", "2026-10-05T00:00:00.000Z", ["2026-10-05", "2026-10-05T00:00Z", "2026-10-06T00:00Z"]],
    ["UTC", "day", "2026-10-05T23:59:59.999Z", ["2026-10-05", "2026-10-05T00:00Z", "2026-10-06T00:00Z"]],
    ["UTC", "week", "2026-10-05T00:00:00.000Z", ["2026-W41", "2026-10-05T00:00Z", "2026-10-12T00:00Z"]],
    ["UTC", "week", "2026-10-04T23:59:59.999Z", ["2026-W40", "2026-09-28T00:00Z", "2026-10-05T00:00Z"]],
    ["UTC", "month", "2026-10-05T00:00:00.000Z", ["2026-10", "2026-10-01T00:00Z", "2026-11-01T00:00Z"]],
    ["UTC", "month", "2024-02-29T12:00:00.000Z", ["2024-02", "2024-02-01T00:00Z", "2024-03-01T00:00Z"]],
    // The ISO year of a week is that of its Thursday.
    ["UTC", "week", "2027-01-01T00:00:00.000Z", ["2026-W53", "2026-12-28T00:00Z", "2027-01-04T00:00Z"]],
    ["UTC", "week", "2024-12-30T00:00:00.000Z", ["2025-W01", "2024-12-30T00:00Z", "2025-01-06T00:00Z"]],
    ["UTC", "week", "2021-01-03T23:59:59.000Z", ["2020-W53", "2020-12-28T00:00Z", "2021-01-04T00:00Z"]],
    // 23 and 25 hours.
    ["Europe/Paris", "day", "2026-03-29T12:00:00Z", ["2026-03-29", "2026-03-28T23:00Z", "2026-03-29T22:00Z"]],
    ["Europe/Paris", "day", "2026-10-25T12:00:00Z", ["2026-10-25", "2026-10-24T22:00Z", "2026-10-25T23:00Z"]],
    [
      "America/New_York",
      "week",
      "2023-03-13T03:59:59Z",
      ["2023-W10", "2023-03-06T05:00Z", "2023-03-13T04:00Z"],
    ],
    ["Asia/Riyadh", "month", "2026-02-28T21:00:00Z", ["2026-03", "2026-02-28T21:00Z", "2026-03-31T21:00Z"]],
    // Half an hour of summer time.
    [
      "Australia/Lord_Howe",
      "day",
      "2026-04-05T00:00Z",
      ["2026-04-05", "2026-04-04T13:00Z", "2026-04-05T13:30Z"],
    ],
    // Midnight does not exist.
    [
      "America/Sao_Paulo",
      "day",
      "2018-11-04T03:00:00Z",
      ["2018-11-04", "2018-11-04T03:00Z", "2018-11-05T02:00Z"],
    ],
    [
      "America/Sao_Paulo",
      "day",
      "2018-11-04T02:59:59Z",
      ["2018-11-03", "2018-11-03T03:00Z", "2018-11-04T03:00Z"],
    ],
    ["Africa/Cairo", "day", "2023-04-27T22:00:00Z", ["2023-04-28", "2023-04-27T22:00Z", "2023-04-28T21:00Z"]],
    ["Asia/Beirut", "month", "2024-03-31T00:00:00Z", ["2024-03", "2024-02-29T22:00Z", "2024-03-31T21:00Z"]],
    // Clocks go back at midnight: it is reached once, after the hour before it came twice.
    [
      "America/Sao_Paulo",
      "day",
      "2018-02-18T02:30:00Z",
      ["2018-02-17", "2018-02-17T02:00Z", "2018-02-18T03:00Z"],
    ],
    ["Africa/Cairo", "day", "2023-10-26T21:30:00Z", ["2023-10-26", "2023-10-25T21:00Z", "2023-10-26T22:00Z"]],
    // Clocks go back at 00:01: midnight comes twice, and so does the end of the 6th, which is over.
    [
      "America/St_Johns",
      "day",
      "2010-11-07T02:29:59Z",
      ["2010-11-06", "2010-11-06T02:30Z", "2010-11-07T02:30Z"],
    ],
    [
      "America/St_Johns",
      "day",
      "2010-11-07T02:30:00Z",
      ["2010-11-07", "2010-11-07T02:30Z", "2010-11-08T03:30Z"],
    ],
    [
      "America/St_Johns",
      "day",
      "2010-11-07T02:31:00Z",
      ["2010-11-07", "2010-11-07T02:30Z", "2010-11-08T03:30Z"],
    ],
    [
      "America/St_Johns",
      "day",
      "2010-11-07T03:29:59Z",
      ["2010-11-07", "2010-11-07T02:30Z", "2010-11-08T03:30Z"],
    ],
    [
      "America/St_Johns",
      "day",
      "2010-11-07T03:30:00Z",
      ["2010-11-07", "2010-11-07T02:30Z", "2010-11-08T03:30Z"],
    ],
    // The same where that midnight begins a month: local 31 October, and November.
    [
      "America/St_Johns",
      "month",
      "2009-11-01T03:00:00Z",
      ["2009-11", "2009-11-01T02:30Z", "2009-12-01T03:30Z"],
    ],
    // Dates skipped at the date line.
    ["Pacific/Apia", "day", "2011-12-30T09:59:59Z", ["2011-12-29", "2011-12-29T10:00Z", "2011-12-30T10:00Z"]],
    ["Pacific/Apia", "day", "2011-12-30T10:00:00Z", ["2011-12-31", "2011-12-30T10:00Z", "2011-12-31T10:00Z"]],
    ["Pacific/Apia", "week", "2011-12-30T10:00:00Z", ["2011-W52", "2011-12-26T10:00Z", "2012-01-01T10:00Z"]],
    ["Pacific/Apia", "month", "2011-12-30T10:00:00Z", ["2011-12", "2011-12-01T10:00Z", "2011-12-31T10:00Z"]],
    [
      "Pacific/Kwajalein",
      "day",
      "1993-08-21T12:00Z",
      ["1993-08-22", "1993-08-21T12:00Z", "1993-08-22T12:00Z"],
    ],
    [
      "Pacific/Kiritimati",
      "month",
      "1994-12-31T10:00Z",
      ["1995-01", "1994-12-31T10:00Z", "1995-01-31T10:00Z"],
    ],
    // Dates lived twice, when the date line was crossed the other way.
    [
      "Pacific/Apia",
      "day",
      "1892-07-05T00:00:00Z",
      ["1892-07-04", "1892-07-03T11:26:56Z", "1892-07-05T11:26:56Z"],
    ],
    [
      "Pacific/Kwajalein",
      "day",
      "1969-10-01T00:00Z",
      ["1969-09-30", "1969-09-29T13:00Z", "1969-10-01T12:00Z"],
    ],
    // Here in mid-afternoon: the second 18 October belongs to the 19th, which had begun.
    [
      "America/Anchorage",
      "day",
      "1867-10-19T12:00Z",
      ["1867-10-19", "1867-10-18T09:59:36Z", "1867-10-20T09:59:36Z"],
    ],
    // A zone that was 44 minutes and a half behind until 1972.
    [
      "Africa/Monrovia",
      "day",
      "1972-01-06T12:00Z",
      ["1972-01-06", "1972-01-06T00:44:30Z", "1972-01-07T00:44:30Z"],
    ],
    [
      "Africa/Monrovia",
      "day",
      "1972-01-07T12:00Z",
      ["1972-01-07", "1972-01-07T00:44:30Z", "1972-01-08T00:00Z"],
    ],
    // Before 1970, to the ends of what RFC 3339 can write.
    ["UTC", "day", "1969-12-31T23:59:59.999Z", ["1969-12-31", "1969-12-31T00:00Z", "1970-01-01T00:00Z"]],
    ["UTC", "month", "0000-02-29T00:00:00Z", ["0000-02", "0000-02-01T00:00Z", "0000-03-01T00:00Z"]],
    ["UTC", "week", "0000-01-01T00:00:00Z", ["-000001-W52", "-000001-12-27T00:00Z", "0000-01-03T00:00Z"]],
    [
      "Etc/GMT+12",
      "day",
      "0000-01-01T00:00Z",
      ["-000001-12-31", "-000001-12-31T12:00Z", "0000-01-01T12:00Z"],
    ],
    ["Etc/GMT-14", "month", "9999-12-31T23:00Z", ["+010000-01", "9999-12-31T10:00Z", "+010000-01-31T10:00Z"]],
  ])("%s, %s of %s", (timeZone, kind, at, expected) => {
    expect(told(timeZone, kind, at)).toEqual(expected);
  });

  it.each<[Weekday, string, string[]]>([
    // The key is that of the ISO week that holds the fourth day.
    ["sunday", "2026-10-04T12:00:00Z", ["2026-W41", "2026-10-04T00:00Z", "2026-10-11T00:00Z"]],
    ["sunday", "2027-01-01T12:00:00Z", ["2026-W53", "2026-12-27T00:00Z", "2027-01-03T00:00Z"]],
    ["sunday", "2027-01-03T12:00:00Z", ["2027-W01", "2027-01-03T00:00Z", "2027-01-10T00:00Z"]],
    ["saturday", "2022-01-01T12:00:00Z", ["2022-W01", "2022-01-01T00:00Z", "2022-01-08T00:00Z"]],
    ["friday", "2026-10-05T12:00:00Z", ["2026-W41", "2026-10-02T00:00Z", "2026-10-09T00:00Z"]],
    ["thursday", "2026-10-05T12:00:00Z", ["2026-W40", "2026-10-01T00:00Z", "2026-10-08T00:00Z"]],
    ["wednesday", "2026-10-05T12:00:00Z", ["2026-W40", "2026-09-30T00:00Z", "2026-10-07T00:00Z"]],
    ["tuesday", "2026-10-05T12:00:00Z", ["2026-W40", "2026-09-29T00:00Z", "2026-10-06T00:00Z"]],
  ])("a week from %s that holds %s", (weekStart, at, expected) => {
    expect(told("UTC", "week", at, weekStart)).toEqual(expected);
  });

  it("starts a week whose first date was skipped at the next", () => {
    const week = told("Pacific/Apia", "week", "2011-12-30T10:00:00Z", "friday");
    expect(week).toEqual(["2012-W01", "2011-12-30T10:00Z", "2012-01-05T10:00Z"]);
  });

  it("throws for a zone that is none", () => {
    expect(() => periodAt(calendar("Europe/Atlantis"), "day", 0)).toThrow(RangeError);
  });
});

describe("periodOfKey", () => {
  it.each(weekdays)("reads back every key, weeks from %s", (weekStart) => {
    for (const timeZone of ["UTC", "Pacific/Apia", "America/St_Johns", "Africa/Cairo"]) {
      const board = calendar(timeZone, weekStart);
      for (const kind of ["day", "week", "month"] as const) {
        for (const year of ["0000", "1892", "2010", "2011", "2020", "2026", "9999"]) {
          for (let at = Date.parse(`${year}-01-01T00:00Z`), n = 0; n < 24; at += 15.1 * 24 * hour, n++) {
            const period = periodAt(board, kind, at);
            expect(periodOfKey(board, period.key)).toEqual(period);
          }
        }
      }
    }
  });

  it.each([
    ["UTC", "2026-10-05", "day", "2026-10-05T00:00Z"],
    ["UTC", "2024-02-29", "day", "2024-02-29T00:00Z"],
    ["UTC", "2026-W53", "week", "2026-12-28T00:00Z"],
    ["UTC", "2026-W01", "week", "2025-12-29T00:00Z"],
    ["Pacific/Apia", "2011-12-31", "day", "2011-12-30T10:00Z"],
    ["Pacific/Honolulu", "2011-12-30", "day", "2011-12-30T10:00Z"],
    ["Europe/Paris", "2026-11", "month", "2026-10-31T23:00Z"],
  ])("%s %s is a %s from %s", (timeZone, key, kind, start) => {
    const period = periodOfKey(calendar(timeZone), key)!;
    expect([period.kind, period.key, iso(period.start)]).toEqual([kind, key, start]);
  });

  it.each([
    ["UTC", "2023-02-29"],
    ["UTC", "2026-04-31"],
    ["UTC", "2026-00-01"],
    ["UTC", "2026-13-01"],
    ["UTC", "2026-10-00"],
    ["UTC", "2026-10-32"],
    ["UTC", "2026-00"],
    ["UTC", "2026-13"],
    ["UTC", "2025-W53"],
    ["UTC", "2026-W00"],
    ["UTC", "2026-W54"],
    ["UTC", "2026-w41"],
    ["UTC", "2026-W1"],
    ["UTC", "2026W41"],
    ["UTC", "2026-W41-1"],
    ["UTC", "2026"],
    ["UTC", "2026-1-5"],
    ["UTC", "20261005"],
    ["UTC", "2026-10-05 "],
    ["UTC", "2026-10-05\n"],
    ["UTC", "2026-10-05T00:00"],
    ["UTC", "+002026-10-05"],
    ["UTC", "-000000-01-01"],
    ["UTC", "+010001-01-01"],
    ["UTC", "all"],
    ["UTC", "s4"],
    ["UTC", "day:current"],
    ["UTC", ""],
    ["Pacific/Apia", "2011-12-30"],
    ["Pacific/Fakaofo", "2011-12-30"],
    ["Pacific/Kwajalein", "1993-08-21"],
    ["Pacific/Kiritimati", "1994-12-31"],
  ])("%s %j names nothing", (timeZone, key) => {
    expect(periodOfKey(calendar(timeZone), key)).toBeNull();
  });
});

describe("previousPeriod", () => {
  it.each([
    ["UTC", "2026-03-01", "2026-02-28"],
    ["UTC", "2026-W01", "2025-W52"],
    ["UTC", "2027-W01", "2026-W53"],
    ["UTC", "2026-01", "2025-12"],
    ["Pacific/Apia", "2011-12-31", "2011-12-29"],
    ["Pacific/Kwajalein", "1993-08-22", "1993-08-20"],
    ["America/St_Johns", "2010-11-07", "2010-11-06"],
    ["America/St_Johns", "2010-11-08", "2010-11-07"],
  ])("%s: before %s is %s", (timeZone, key, before) => {
    const board = calendar(timeZone);
    const period = periodOfKey(board, key)!;
    const previous = previousPeriod(board, period);
    expect(previous.key).toBe(before);
    expect(previous.end).toBe(period.start);
  });

  it("is no question for periods without a calendar", () => {
    expect(() => previousPeriod(calendar("UTC"), allTime)).toThrow();
    expect(() => previousPeriod(calendar("UTC"), seasonPeriod({ id: "s4", start: 0, end: 1 }))).toThrow();
  });
});

describe("localToInstant", () => {
  it.each([
    ["UTC", "2026-10-01T00:00", "2026-10-01T00:00Z"],
    ["Europe/Paris", "2026-10-01T00:00", "2026-09-30T22:00Z"],
    ["Europe/Paris", "2026-10-01T08:30:15", "2026-10-01T06:30:15Z"],
    ["Europe/Paris", "2026-10-01T08:30:15.25", "2026-10-01T06:30:15.250Z"],
    // In a gap: the instant at which it ends, whatever was asked for within it.
    ["Europe/Paris", "2026-03-29T02:00", "2026-03-29T01:00Z"],
    ["Europe/Paris", "2026-03-29T02:30", "2026-03-29T01:00Z"],
    ["Europe/Paris", "2026-03-29T02:59:59.999", "2026-03-29T01:00Z"],
    ["Europe/Paris", "2026-03-29T03:00", "2026-03-29T01:00Z"],
    ["America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00Z"],
    ["Pacific/Apia", "2011-12-30T00:00", "2011-12-30T10:00Z"],
    ["Pacific/Apia", "2011-12-30T23:59", "2011-12-30T10:00Z"],
    // Twice: the first time.
    ["Europe/Paris", "2026-10-25T02:30", "2026-10-25T00:30Z"],
    ["America/St_Johns", "2010-11-07T00:00", "2010-11-07T02:30Z"],
    ["America/St_Johns", "2010-11-06T23:30", "2010-11-07T02:00Z"],
    ["Africa/Monrovia", "1972-01-07T00:00", "1972-01-07T00:44:30Z"],
    ["UTC", "0000-01-01T00:00", "0000-01-01T00:00Z"],
  ])("%s %s is %s", (timeZone, text, expected) => {
    expect(localToInstant(timeZone, text)).toEqual({ ok: true, value: Date.parse(expected) });
  });

  it.each([
    "",
    "2026-10-01",
    "2026-10-01T00",
    "2026-10-01 00:00",
    "2026-10-01T00:00Z",
    "2026-10-01T00:00+02:00",
    "2026-10-01T00:00.5",
    "2026-10-01T00:00:00.",
    "2026-10-01T00:00:00.0001",
    "2026-02-29T00:00",
    "2026-10-01T24:00",
    "2026-10-01T23:60",
    "2026-10-01T23:59:60",
  ])("refuses %j", (text) => {
    const result = localToInstant("UTC", text, "/periods/0/start");
    expect(result).toMatchObject({
      ok: false,
      refusal: { code: "invalid_request", path: "/periods/0/start" },
    });
    if (!result.ok) expect(result.refusal.detail).toContain(JSON.stringify(text));
  });
});

describe("isTimeZone", () => {
  it.each([
    ["UTC", true],
    ["Europe/Paris", true],
    ["europe/paris", true],
    ["America/Argentina/Buenos_Aires", true],
    ["America/Port-au-Prince", true],
    ["Asia/Calcutta", true],
    ["Asia/Kolkata", true],
    ["US/Eastern", true],
    ["Etc/GMT+5", true],
    ["EST5EDT", true],
    ["", false],
    ["+02:00", false],
    ["-05", false],
    ["Z", false],
    ["GMT+2", false],
    ["UTC+2", false],
    ["PST", false],
    ["Europe", false],
    ["Europe/Atlantis", false],
    ["Europe/Paris ", false],
    ["Europe/Paris\n", false],
    [" Europe/Paris", false],
    ["2026-10-05T00:00Z[Europe/Paris]", false],
    ["Etc/Unknown", false],
    ["localtime", false],
  ])("%j: %s", (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});

describe("isSeasonId", () => {
  it.each([
    ["s4", true],
    ["2026", true],
    ["2026-autumn", true],
    ["Season_4-final", true],
    ["-", true],
    ["All", true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["", false],
    ["s 4", false],
    ["s.4", false],
    ["s:4", false],
    ["é", false],
    ["s4\n", false],
    ["all", false],
    ["day", false],
    ["week", false],
    ["month", false],
    ["season", false],
    ["current", false],
    ["previous", false],
    ["2026-10-05", false],
    ["2026-W41", false],
    ["2026-10", false],
    // Of the form of a key, though none.
    ["2026-02-30", false],
    ["2026-13", false],
    ["2025-W53", false],
    ["-000001-12-31", false],
  ])("%j: %s", (id, expected) => {
    expect(isSeasonId(id)).toBe(expected);
  });
});

describe("periods without a calendar", () => {
  it("has all time in one", () => {
    expect(allTime).toEqual({
      kind: "all",
      key: "all",
      start: Number.NEGATIVE_INFINITY,
      end: Number.POSITIVE_INFINITY,
    });
  });

  it("takes a season as it is", () => {
    const season = { id: "s4", start: 1_000, end: 2_000 };
    expect(seasonPeriod(season)).toEqual({ kind: "season", key: "s4", start: 1_000, end: 2_000 });
  });
});

describe("PeriodCache", () => {
  it("answers as periodAt does, and without a new period where it knows one", () => {
    const board = calendar("America/St_Johns");
    const cache = new PeriodCache(board);
    const at = Date.parse("2010-11-07T02:31:00Z");
    const day = cache.at("day", at);
    expect(day).toEqual(periodAt(board, "day", at));
    expect(cache.at("day", day.start)).toBe(day);
    expect(cache.at("day", day.end - 1)).toBe(day);
    expect(cache.at("day", day.end)).not.toBe(day);
    expect(cache.at("day", day.start - 1)).not.toBe(day);
    expect(cache.at("day", at)).toBe(day);
    expect(cache.at("week", at)).toEqual(periodAt(board, "week", at));
  });

  it("stays right when it meets more periods than it keeps", () => {
    const board = calendar("UTC");
    const cache = new PeriodCache(board);
    for (let n = 0; n < 1500; n++) {
      // Both ways, with gaps that are met later.
      const at = Date.UTC(2026, 0, 1) + ((n * 611) % 1500) * 24 * hour;
      expect(cache.at("day", at).key).toBe(new Date(at).toISOString().slice(0, 10));
    }
  });
});
