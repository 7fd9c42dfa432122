import { describe, expect, test } from "vitest";
import { Identities } from "./identities.ts";

const many = 300_000;

function candidates(identities: Identities, board: number, player: number, matchId: string): number[] {
  const lookup = identities.lookup();
  lookup.end();
  return lookup.candidates(board, player, matchId);
}

describe("identities", () => {
  test("an empty table has none", () => {
    const identities = new Identities(1);
    expect(candidates(identities, 1, 1, "m")).toEqual([]);
    expect(identities.count).toBe(0);
    expect(identities.bytes).toBe(0);
  });

  test("board, player and match all count", () => {
    const identities = new Identities(1);
    identities.add(1, 2, "m", 10);
    expect(candidates(identities, 1, 2, "m")).toEqual([10]);
    for (const [board, player, match] of [
      [2, 2, "m"],
      [1, 1, "m"],
      [2, 1, "m"],
      [1, 2, "m "],
      [1, 2, ""],
      [1, 2, "M"],
    ] as const)
      expect(candidates(identities, board, player, match)).toEqual([]);
  });

  test("each is found for ever while the table grows, and equal hashes give several", () => {
    const identities = new Identities(7);
    for (let i = 1; i <= many; i++) identities.add(1 + (i % 3), i % 1_000, `match-${i}`, i);
    expect(identities.count).toBe(many);
    let shared = 0;
    for (let i = 1; i <= many; i++) {
      const found = candidates(identities, 1 + (i % 3), i % 1_000, `match-${i}`);
      if (!found.includes(i)) throw new Error(`event ${i} is not among ${found}`);
      if (found.length > 1) shared += 1;
    }
    // 300,000 hashes of 32 bits: about ten pairs are equal, and no more than chance makes so.
    expect(shared).toBeGreaterThan(1);
    expect(shared).toBeLessThan(80);
  });

  test("an identity that is not there seldom meets one that is", () => {
    const identities = new Identities(7);
    for (let i = 1; i <= many; i++) identities.add(1, i, "m", i);
    let met = 0;
    for (let i = 1; i <= many; i++) met += candidates(identities, 2, i, "m").length;
    expect(met).toBeLessThan(100);
  });

  test("the same identity added twice gives both", () => {
    const identities = new Identities(0);
    identities.add(1, 1, "m", 5);
    identities.add(1, 1, "m", 2 ** 53 - 1);
    expect(candidates(identities, 1, 1, "m").sort((a, b) => a - b)).toEqual([5, 2 ** 53 - 1]);
  });

  test("a segment never holds more than three of four slots, nor wastes more than four of five", () => {
    const identities = new Identities(3);
    for (let i = 1; i <= many; i++) identities.add(1, i, "m", i);
    expect(identities.bytes / 8).toBeGreaterThan((many * 4) / 3);
    expect(identities.bytes / 8).toBeLessThan(many * 5);
  });

  test("another seed places the same ids elsewhere", () => {
    const shared = [1, 2].map((seed) => {
      const identities = new Identities(seed);
      for (let i = 1; i <= many; i++) identities.add(1, 1, `m${i}`, i);
      return Array.from({ length: many }, (_, i) => i + 1).filter(
        (i) => candidates(identities, 1, 1, `m${i}`).length > 1,
      );
    });
    expect(shared[0]).not.toEqual(shared[1]);
  });
});
