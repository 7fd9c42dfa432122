import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Column, checkRange, formatScaled, readValue, toNumber, valueLimit } from "./value.ts";

function column(decimals: number, min?: number, max?: number): Column {
  const limit = valueLimit(decimals);
  return { name: "score", order: "desc", decimals, min: min ?? -limit, max: max ?? limit };
}

/** The scaled integer, or the code of the refusal. */
function read(decimals: number, input: number | string): number | string {
  const value = readValue(column(decimals), input);
  if (!value.ok) return value.refusal.code;
  const checked = checkRange(column(decimals), value.value);
  return checked.ok ? checked.value : checked.refusal.code;
}

describe("readValue", () => {
  it.each<[decimals: number, input: number | string, expected: number | string]>([
    [0, 5, 5],
    [0, "5", 5],
    [0, -5, -5],
    [0, "0", 0],
    [0, "-0", 0],
    [0, -0, 0],
    [1, 0.1, 1],
    [1, "0.3", 3],
    [1, 0.1 + 0.2, "too_many_decimals"],
    [2, "10.10", 1010],
    [2, "10.1000", 1010],
    [3, 104.17, 104_170],
    [6, 1e-6, 1],
    [6, 1e-7, "too_many_decimals"],
    [0, 1e3, 1000],
    [0, 1e21, "score_out_of_range"],
    [0, "5.0", 5],
    [0, "5.5", "too_many_decimals"],
    [0, 5.5, "too_many_decimals"],
    [0, "9007199254740991", Number.MAX_SAFE_INTEGER],
    [0, "-9007199254740991", -Number.MAX_SAFE_INTEGER],
    [0, "9007199254740992", "score_out_of_range"],
    [0, "9007199254740993", "score_out_of_range"],
    // biome-ignore lint/correctness/noPrecisionLoss: what a parser makes of an unquoted 9007199254740993
    [0, 9007199254740993, "score_out_of_range"],
    [1, "99999999999999.9", 1e15 - 1],
    [1, "100000000000000", "score_out_of_range"],
    [0, "1009651914519660544", "score_out_of_range"],
    [0, `1${"0".repeat(400)}`, "score_out_of_range"],
    [0, Number.NaN, "invalid_number"],
    [0, Number.POSITIVE_INFINITY, "invalid_number"],
    [0, "", "invalid_number"],
    [0, " 5", "invalid_number"],
    [0, "+5", "invalid_number"],
    [0, "05", "invalid_number"],
    [0, "5.", "invalid_number"],
    [1, ".5", "invalid_number"],
    [0, "1e3", "invalid_number"],
    [0, "0x10", "invalid_number"],
    [0, "\uff15", "invalid_number"],
    [0, "5\n", "invalid_number"],
  ])("at %i decimals reads %j as %j", (decimals, input, expected) => {
    expect(read(decimals, input)).toBe(expected);
  });

  it("bounds each reported value by min and max, and names both", () => {
    const bounded = column(1, -10, 100);
    const refused = (text: string): string => {
      const value = readValue(bounded, text);
      const checked = value.ok ? checkRange(bounded, value.value) : value;
      return checked.ok ? "taken" : checked.refusal.detail;
    };
    expect(refused("10")).toBe("taken");
    expect(refused("10.1")).toBe("score 10.1 is above the board's max 10");
    expect(refused("-1.1")).toBe("score -1.1 is below the board's min -1");
  });

  it("gives back as a JSON number what it read, at every number of decimals", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (decimals, part) => {
          const scaled = Math.trunc(part * valueLimit(decimals)) + 0;
          expect(read(decimals, formatScaled(scaled, decimals))).toBe(scaled);
          expect(read(decimals, JSON.parse(JSON.stringify(toNumber(scaled, decimals))) as number)).toBe(
            scaled,
          );
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
