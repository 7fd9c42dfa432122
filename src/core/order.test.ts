import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareKeys,
  membersAhead,
  type OrderKey,
  type OrderRule,
  percentile,
  shownRank,
  topPercent,
} from "./order.ts";

const key = fc.record({
  values: fc.tuple(
    fc.integer({ min: -1, max: 1 }),
    fc.constantFrom(0, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER),
  ),
  reachedAt: fc.integer({ min: 0, max: 2 }),
  playerId: fc.constantFrom("a", "b", "\uff21", "\u{1f600}"),
});
const rule = fc.record({
  directions: fc.tuple(
    fc.constantFrom("asc" as const, "desc" as const),
    fc.constantFrom("asc" as const, "desc" as const),
  ),
  ties: fc.constantFrom("first" as const, "last" as const, "shared" as const, "dense" as const),
});

describe("the order", () => {
  it("is total: antisymmetric, transitive, and equal only for one and the same", () => {
    fc.assert(
      fc.property(rule, key, key, key, (by, a, b, c) => {
        const ab = Math.sign(compareKeys(by, a, b));
        expect(Math.sign(compareKeys(by, b, a)) + ab).toBe(0);
        if (ab === 0)
          expect([a.values, a.reachedAt, a.playerId]).toEqual([b.values, b.reachedAt, b.playerId]);
        if (ab <= 0 && compareKeys(by, b, c) <= 0) expect(compareKeys(by, a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each<[string, OrderRule, OrderKey, OrderKey]>([
    [
      "higher first on desc",
      { directions: ["desc"], ties: "first" },
      { values: [9], reachedAt: 5, playerId: "b" },
      { values: [7], reachedAt: 1, playerId: "a" },
    ],
    [
      "lower first on asc",
      { directions: ["asc"], ties: "first" },
      { values: [-7], reachedAt: 5, playerId: "b" },
      { values: [9], reachedAt: 1, playerId: "a" },
    ],
    [
      "earlier first on ties",
      { directions: ["desc"], ties: "shared" },
      { values: [9], reachedAt: 1, playerId: "b" },
      { values: [9], reachedAt: 5, playerId: "a" },
    ],
    [
      "later first with ties: last",
      { directions: ["desc"], ties: "last" },
      { values: [9], reachedAt: 5, playerId: "b" },
      { values: [9], reachedAt: 1, playerId: "a" },
    ],
    [
      "ids by bytes where all is equal",
      { directions: ["desc"], ties: "last" },
      { values: [9], reachedAt: 5, playerId: "\uff21" },
      { values: [9], reachedAt: 5, playerId: "\u{1f600}" },
    ],
    [
      "the second column where the first is equal",
      { directions: ["desc", "asc"], ties: "first" },
      { values: [9, 1], reachedAt: 5, playerId: "b" },
      { values: [9, 2], reachedAt: 1, playerId: "a" },
    ],
  ])("puts %s", (_, by, first, second) => {
    expect(compareKeys(by, first, second)).toBeLessThan(0);
  });
});

describe("ranks and shares", () => {
  it("shows 9 9 7 by each tie rule", () => {
    const counts: [ahead: number, better: number, distinct: number][] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 2, 1],
    ];
    const ranks = (ties: OrderRule["ties"]) => counts.map((count) => shownRank(ties, ...count));
    expect(ranks("first")).toEqual([1, 2, 3]);
    expect(ranks("last")).toEqual([1, 2, 3]);
    expect(ranks("shared")).toEqual([1, 1, 3]);
    expect(ranks("dense")).toEqual([1, 1, 2]);
  });

  it("computes percentiles from whole numbers", () => {
    expect(membersAhead("first", 5, 3)).toBe(5);
    expect(membersAhead("dense", 5, 3)).toBe(3);
    expect([topPercent(0, 1), topPercent(0, 3), topPercent(0, 1_000_000), topPercent(2, 3)]).toEqual([
      100, 33.4, 0.1, 100,
    ]);
    expect([percentile(0, 1), percentile(2, 3), percentile(999_999, 1_000_000)]).toEqual([0, 66.6, 99.9]);
  });
});
