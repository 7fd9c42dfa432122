import { describe, expect, it } from "vitest";
import { type FoldEvent, fold, type Semantics, type Standing } from "./fold.ts";
import type { Direction } from "./order.ts";
import { valueLimit } from "./value.ts";

type Given = readonly [matchId: string, achievedAt: number, ...values: number[]];

/** What a player's events come to, folded one after the other. */
function standingOf(
  semantics: Semantics,
  directions: readonly Direction[],
  given: readonly Given[],
): Standing {
  const limit = valueLimit(0);
  const columns = directions.map((order, i) => ({
    name: `c${i}`,
    order,
    decimals: 0,
    min: -limit,
    max: limit,
  }));
  const events = given.map(([matchId, achievedAt, ...values], i): FoldEvent => {
    return { sequence: i + 1, matchId, achievedAt, values };
  });
  const matchIdOf = (sequence: number): string => events[sequence - 1]!.matchId;
  const standing = events.reduce<Standing | null>(
    (before, event) => fold({ semantics, columns }, before, event, matchIdOf),
    null,
  );
  return standing!;
}

/** `event` is the number, from 1, of the one that made the standing. */
type Case = readonly [rule: string, given: readonly Given[], then: Partial<Standing>];

describe("best", () => {
  it.each<Case>([
    [
      "a better event takes its place",
      [
        ["a", 1, 7, 0],
        ["b", 2, 9, 5],
      ],
      { values: [9, 5], reachedAt: 2, event: 2 },
    ],
    [
      "a worse one counts as an attempt",
      [
        ["a", 1, 9, 0],
        ["b", 2, 7, 0],
      ],
      { event: 1, attempts: 2 },
    ],
    [
      "columns of two events never mix",
      [
        ["a", 1, 9, 8],
        ["b", 2, 7, 1],
      ],
      { values: [9, 8] },
    ],
    [
      "a later column decides where the first is equal",
      [
        ["a", 1, 9, 8],
        ["b", 2, 9, 1],
      ],
      { values: [9, 1] },
    ],
    [
      "an equal one achieved later moves nothing",
      [
        ["a", 1, 9, 0],
        ["b", 2, 9, 0],
      ],
      { reachedAt: 1, event: 1 },
    ],
    [
      "an equal one achieved earlier takes its place",
      [
        ["a", 2, 9, 0],
        ["b", 1, 9, 0],
      ],
      { reachedAt: 1, event: 2 },
    ],
    [
      "of wholly equal ones the smaller matchId stands",
      [
        ["b", 1, 9, 0],
        ["a", 1, 9, 0],
      ],
      { event: 2 },
    ],
    [
      "which is smaller by its bytes",
      [
        ["\u{1f600}", 1, 9, 0],
        ["\uff21", 1, 9, 0],
      ],
      { event: 2 },
    ],
  ])("%s", (_, given, then) => {
    expect(standingOf("best", ["desc", "asc"], given)).toMatchObject(then);
  });
});

describe("sum", () => {
  it.each<Case>([
    [
      "each column adds up",
      [
        ["a", 1, 5, 1],
        ["b", 2, -3, 2],
      ],
      { values: [2, 3], attempts: 2 },
    ],
    [
      "reachedAt is the latest that changed any column",
      [
        ["a", 5, 1, 0],
        ["b", 3, 0, 1],
      ],
      { reachedAt: 5, event: 1 },
    ],
    [
      "a zero delta counts as an attempt and moves nothing",
      [
        ["a", 1, 5, 0],
        ["b", 9, 0, 0],
      ],
      { reachedAt: 1, attempts: 2 },
    ],
    [
      "while none changed any, reachedAt is the earliest",
      [
        ["a", 5, 0, 0],
        ["b", 3, 0, 0],
      ],
      { reachedAt: 3, event: 2 },
    ],
    [
      "the first that changes one sets it, however early",
      [
        ["a", 5, 0, 0],
        ["b", 3, 1, 0],
      ],
      { reachedAt: 3, event: 2 },
    ],
  ])("%s", (_, given, then) => {
    expect(standingOf("sum", ["desc", "desc"], given)).toMatchObject(then);
  });
});

describe("last", () => {
  it.each<Case>([
    [
      "the latest stands, though it is worse",
      [
        ["a", 1, 9],
        ["b", 2, 7],
      ],
      { values: [7], reachedAt: 2 },
    ],
    [
      "one that was reported late does not",
      [
        ["a", 2, 9],
        ["b", 1, 7],
      ],
      { values: [9], attempts: 2 },
    ],
    [
      "reachedAt moves with the same value, too",
      [
        ["a", 1, 9],
        ["b", 2, 9],
      ],
      { reachedAt: 2, event: 2 },
    ],
    [
      "of two at one instant the greater matchId stands",
      [
        ["b", 1, 9],
        ["a", 1, 7],
      ],
      { values: [9], event: 1 },
    ],
  ])("%s", (_, given, then) => {
    expect(standingOf("last", ["desc"], given)).toMatchObject(then);
  });
});
