import { describe, expect, test } from "vitest";
import { indexNumber } from "../core/index-number.ts";
import { Members } from "./members.ts";
import { Players } from "./players.ts";

const index = indexNumber(3, 5);
const standing = { values: [1, 2], reachedAt: 3, attempts: 1, event: 4, moved: false };

describe("members", () => {
  test("standings and revisions by index and player", () => {
    const members = new Members(new Players(1));
    expect(members.standing(index, 1)).toBeNull();
    expect(members.revision(index, 1)).toBe(0);
    const table = members.open(index, 2)!;
    expect(members.open(index, 2)).toBe(table);
    expect(members.table(index)).toBe(table);
    table.write(table.add(1), standing, 9);
    expect(members.standing(index, 1)).toEqual(standing);
    expect(members.revision(index, 1)).toBe(9);
    expect(members.standing(index, 2)).toBeNull();
    expect(members.revision(index + 1, 1)).toBe(0);
  });

  test("an index keeps its columns", () => {
    const members = new Members(new Players(1));
    members.open(index, 2);
    expect(() => members.open(index, 1)).toThrow("has 2 columns");
  });

  test("a dropped index is gone for good, and no other is", () => {
    const members = new Members(new Players(1));
    const numbers = Array.from({ length: 70 }, (_, scope) => indexNumber(2 ** 27 - 1, scope));
    for (const number of numbers) members.open(number, 1);
    for (const number of numbers) if (number % 3 === 0) members.drop(number);
    for (const number of numbers) {
      const dropped = number % 3 === 0;
      expect(members.table(number) === null).toBe(dropped);
      expect(members.open(number, 1) === null).toBe(dropped);
    }
  });
});
