import { describe, expect, it } from "vitest";
import { everybody, indexNumber, periodOfIndex, scopeOfIndex } from "./index-number.ts";

const lastPeriod = 2 ** 27 - 1;
const lastScope = 2 ** 26 - 1;

describe("indexNumber", () => {
  it.each([
    [1, everybody],
    [1, lastScope],
    [2, everybody],
    [lastPeriod, lastScope],
  ])("of period %i in scope %i is a safe integer that names both", (period, scope) => {
    const index = indexNumber(period, scope);
    expect(Number.isSafeInteger(index)).toBe(true);
    expect([periodOfIndex(index), scopeOfIndex(index)]).toEqual([period, scope]);
  });

  it("throws rather than meet another when the numbers are used up", () => {
    expect(() => indexNumber(lastPeriod + 1, everybody)).toThrow("used up");
    expect(() => indexNumber(1, lastScope + 1)).toThrow("used up");
  });
});
