import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

describe("parseDuration", () => {
  it.each([
    ["0s", 0],
    ["0d", 0],
    ["250ms", 250],
    ["60s", 60_000],
    ["090s", 90_000],
    ["5m", 300_000],
    ["24h", 86_400_000],
    ["10000d", 864_000_000_000],
    ["104249991d", 9_007_199_222_400_000],
    ["9007199254740991ms", Number.MAX_SAFE_INTEGER],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: ms });
  });

  it.each([
    "",
    "60",
    "s",
    "-1s",
    "+1s",
    "1.5h",
    "1e3s",
    " 60s",
    "60s ",
    "60 s",
    "60S",
    "1w",
    "1h30m",
    "٣s",
    "60s\n",
  ])("refuses %j", (text) => {
    const result = parseDuration(text, "/grace");
    expect(result).toMatchObject({ ok: false, refusal: { code: "invalid_request", path: "/grace" } });
    if (!result.ok)
      expect(result.refusal.detail).toContain("is not a whole number followed by ms, s, m, h or d");
  });

  it.each(["9007199254740992ms", "9007199254740993ms", "104249992d", `${"9".repeat(400)}d`])(
    "refuses %s as too long",
    (text) => {
      const result = parseDuration(text);
      expect(result).toMatchObject({ ok: false, refusal: { code: "invalid_request" } });
      if (!result.ok) expect(result.refusal.detail).toContain("is too long: at most 9007199254740991ms");
    },
  );
});

describe("formatDuration", () => {
  it.each([
    [0, "0s"],
    [1, "1ms"],
    [1_500, "1500ms"],
    [60_000, "1m"],
    [90_000, "90s"],
    [86_400_000, "1d"],
    [90_000_000, "25h"],
    [864_000_000_000, "10000d"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991ms"],
  ])("%d ms is %s, and back", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
    expect(parseDuration(text)).toEqual({ ok: true, value: ms });
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("throws for %d", (ms) => {
    expect(() => formatDuration(ms)).toThrow();
  });
});
