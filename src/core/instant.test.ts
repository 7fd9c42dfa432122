import { describe, expect, it } from "vitest";
import { instantMax, instantMin, readInstant } from "./instant.ts";

function detailOf(input: number | string): string {
  const result = readInstant(input, "/achievedAt");
  expect(result).toMatchObject({ ok: false, refusal: { code: "invalid_request", path: "/achievedAt" } });
  return result.ok ? "" : result.refusal.detail;
}

describe("an instant as a count", () => {
  it.each([100_000_000_000, 1_790_000_000_000, instantMax])("%d is itself", (count) => {
    expect(readInstant(count)).toEqual({ ok: true, value: count });
  });

  it.each([99_999_999_999, 1_790_000_000, 0, -0, -1_790_000_000_000])("%d is seconds by mistake", (count) => {
    expect(detailOf(count)).toContain("below 10^11, seconds by mistake");
  });

  it.each([instantMax + 1, 8.64e15, 8.64e15 + 1, 1.79e18, Number.MAX_VALUE])("%d is too late", (count) => {
    expect(detailOf(count)).toContain("after the year 9999");
  });

  it.each([1_790_000_000_000.5, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "%d is no count",
    (count) => {
      expect(detailOf(count)).toContain("not a whole count of milliseconds");
    },
  );
});

describe("an instant as text", () => {
  it.each([
    ["2026-10-05T18:30:00Z", Date.UTC(2026, 9, 5, 18, 30)],
    ["2026-10-05t18:30:00z", Date.UTC(2026, 9, 5, 18, 30)],
    ["2026-10-05T18:30:00+02:00", Date.UTC(2026, 9, 5, 16, 30)],
    ["2026-10-05T18:30:00-09:30", Date.UTC(2026, 9, 6, 4)],
    ["2026-10-05T18:30:00-00:00", Date.UTC(2026, 9, 5, 18, 30)],
    ["2026-10-05T18:30:00+23:59", Date.UTC(2026, 9, 4, 18, 31)],
    ["2026-10-05T23:59:59.9Z", Date.UTC(2026, 9, 5, 23, 59, 59, 900)],
    ["2026-10-05T23:59:59.999999999Z", Date.UTC(2026, 9, 5, 23, 59, 59, 999)],
    ["2019-05-12T22:19:44.049700Z", Date.UTC(2019, 4, 12, 22, 19, 44, 49)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
    // Text is never seconds by mistake.
    ["1970-01-01T00:00:00Z", 0],
    ["1970-01-01T00:00:01.5+00:00", 1500],
    // Cut, not rounded towards 1970: the millisecond that has begun.
    ["1969-12-31T23:59:59.9999Z", -1],
    ["0099-03-01T00:00:00Z", Date.parse("0099-03-01T00:00:00Z")],
    ["0000-01-01T00:00:00Z", instantMin],
    ["0000-02-29T00:00:00Z", instantMin + 59 * 86_400_000],
    ["9999-12-31T23:59:59.999Z", instantMax],
  ])("%s", (text, instant) => {
    expect(readInstant(text)).toEqual({ ok: true, value: instant });
  });

  it.each([
    "",
    "2026-10-05",
    "2026-10-05T18:30:00",
    "2026-10-05T18:30Z",
    "2026-10-05 18:30:00Z",
    "2026-10-05T18:30:00 Z",
    "2026-10-05T18:30:00.Z",
    "2026-10-05T18:30:00,5Z",
    "2026-10-05T18:30:00+02",
    "2026-10-05T18:30:00+0200",
    "2026-10-05T18:30:00+02:00:00",
    "2026-10-05T18:30:00Z[Europe/Paris]",
    "20261005T183000Z",
    "+002026-10-05T18:30:00Z",
    "26-10-05T18:30:00Z",
    "1790000000000",
    " 2026-10-05T18:30:00Z",
    "2026-10-05T18:30:00Z\n",
  ])("%j is not RFC 3339", (text) => {
    expect(detailOf(text)).toContain("is not RFC 3339 text with an offset");
  });

  it.each([
    "2024-02-30T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-00-10T00:00:00Z",
    "2026-13-10T00:00:00Z",
    "2026-10-00T00:00:00Z",
    "2026-10-32T00:00:00Z",
    "2026-10-05T24:00:00Z",
    "2026-10-05T23:60:00Z",
    "2016-12-31T23:59:60Z",
    "2026-10-05T23:59:61Z",
  ])("%s does not exist", (text) => {
    expect(detailOf(text)).toContain("does not exist");
  });

  it.each(["2026-10-05T18:30:00+24:00", "2026-10-05T18:30:00-02:60"])("%s has no such offset", (text) => {
    expect(detailOf(text)).toContain("offset beyond 23:59");
  });

  it.each(["9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01"])(
    "%s leaves the years of UTC",
    (text) => {
      expect(detailOf(text)).toContain("outside the years 0000 to 9999");
    },
  );

  it("keeps a hostile text out of the message", () => {
    expect(detailOf(`2026-10-05T18:30:00.${"9".repeat(1e6)}`).length).toBeLessThan(300);
  });
});
