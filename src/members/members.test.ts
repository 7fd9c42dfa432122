import { describe, expect, test } from "vitest";
import { Random, testSeed } from "../../test/contract/rank-index-contract.ts";
import type { Standing } from "../core/fold.ts";
import { indexNumber } from "../core/index-number.ts";
import { Members } from "./members.ts";
import { Players } from "./players.ts";

const seed = testSeed();
const index = indexNumber(3, 5);
const standing: Standing = { values: [1, 2], reachedAt: 3, attempts: 1, event: 4, moved: false };

/** Segments of four rows and buckets of eight slots. */
function make(): Members {
  return new Members(new Players(1), { segmentBits: 2, slotBits: 3 });
}

/** Every standing by index and player, with its revision. */
function allOf(members: Members): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const { columns } of members.rowRuns()) {
    const rows = members.rowsOf(columns);
    for (let row = 1; row < rows.end; row++) {
      const of = members.handles.indexOf(rows.handle(row));
      if (of !== 0) all.set(`${of} ${rows.player(row)}`, [rows.standing(row), rows.revision(row)]);
    }
  }
  return all;
}

describe(`members (LAUREL_TEST_SEED=${seed})`, () => {
  test("standings and revisions by index and player", () => {
    const members = make();
    expect(members.standing(index, 1)).toBeNull();
    expect(members.revision(index, 1)).toBe(0);
    members.write(index, 1, standing, 9);
    expect(members.standing(index, 1)).toEqual(standing);
    expect(members.revision(index, 1)).toBe(9);
    expect(members.standing(index, 2)).toBeNull();
    expect(members.revision(index + 1, 1)).toBe(0);
    expect(members.sizeOf(index)).toBe(1);
    members.write(index, 1, null, 10);
    members.write(index, 2, null, 10);
    expect(members.standing(index, 1)).toBeNull();
    expect(members.revision(index, 1)).toBe(10);
    expect(members.sizeOf(index)).toBe(1);
    members.forget(index, 1);
    members.forget(index, 2);
    expect(members.sizeOf(index)).toBe(0);
  });

  test("an index keeps its columns", () => {
    const members = make();
    members.write(index, 1, standing, 1);
    expect(() => members.write(index, 1, { ...standing, values: [1] }, 2)).toThrow("has 2 columns");
  });

  test("a dropped index is gone for good, and no other is", () => {
    const members = make();
    const numbers = Array.from({ length: 70 }, (_, scope) => indexNumber(2 ** 27 - 1, scope));
    for (const number of numbers) members.write(number, 1, standing, 1);
    for (const number of numbers) if (number % 3 === 0) members.drop(number);
    for (const number of numbers) {
      const dropped = number % 3 === 0;
      expect(members.standing(number, 1) === null).toBe(dropped);
      members.write(number, 2, standing, 2);
      expect(members.sizeOf(number)).toBe(dropped ? 0 : 2);
    }
  });

  test("rows of dropped indexes are freed in slices, and their handles are given to others", () => {
    const members = make();
    const random = new Random(seed);
    for (let number = 1; number <= 30; number++) {
      for (let player = 1; player <= 1 + random.below(40); player++)
        members.write(number, player, { ...standing, values: number % 2 === 0 ? [1] : [1, 2] }, player);
    }
    for (const number of [3, 8, 9, 30]) members.drop(number);
    const kept = allOf(members);
    const handles = members.handles.end;
    let slices = 1;
    while (members.sweep(50)) {
      slices += 1;
      if (slices === 3) members.drop(17);
    }
    for (const name of kept.keys()) if (name.startsWith("17 ")) kept.delete(name);
    expect(slices).toBeGreaterThan(3);
    expect(members.handles.orphans).toBe(0);
    expect(allOf(members)).toEqual(kept);
    const rows = [...members.rowRuns()].reduce((sum, { columns }) => sum + members.rowsOf(columns).rows, 0);
    expect(rows).toBe(kept.size);
    for (let number = 41; number <= 45; number++) members.write(number, 1, standing, 1);
    expect(members.handles.end).toBe(handles);
  });

  test("copied runs of rows, taken in any order and over what is there, leave the newest of each member", () => {
    const random = new Random(seed);
    const members = make();
    const expected = new Map<string, unknown>();
    const runs: { columns: number; bytes: Uint8Array }[] = [];
    for (let round = 1; round <= 4; round++) {
      for (let i = 0; i < 150; i++) {
        const number = indexNumber(1 + random.below(5), 0);
        const player = 1 + random.below(60);
        const values = [random.below(100), ...(number === indexNumber(2, 0) ? [7] : [])];
        const written = random.chance(0.1) ? null : { ...standing, values, moved: random.chance(0.5) };
        members.write(number, player, written, round * 1000 + i);
      }
      if (round === 3) members.drop(indexNumber(4, 0));
      for (const [name, row] of allOf(members)) expected.set(name, row);
      for (const { columns, end } of members.rowRuns()) {
        for (let from = 1; from < end; from += 7)
          runs.push({ columns, bytes: members.copyRows(columns, from, Math.min(end, from + 7)) });
      }
    }
    const loaded = make();
    if (random.chance(0.5)) loaded.reserve(60, [...members.rowRuns()]);
    loaded.drop(indexNumber(4, 0));
    for (const { columns, bytes } of random.shuffled(runs)) loaded.takeRows(columns, bytes);
    for (const name of expected.keys()) if (name.startsWith(`${indexNumber(4, 0)} `)) expected.delete(name);
    expect(allOf(loaded)).toEqual(expected);
    expect(() => loaded.takeRows(2, runs.find(({ columns }) => columns === 1)!.bytes)).toThrow("columns");
    expect(() => loaded.takeRows(1, new Uint8Array(48))).toThrow("bytes");
  });

  test("a run may lie anywhere in a buffer", () => {
    const members = make();
    members.write(index, 1, standing, 9);
    const bytes = members.copyRows(2, 1, 10);
    const loaded = make();
    loaded.takeRows(2, new Uint8Array([0, ...bytes]).subarray(1));
    expect(loaded.standing(index, 1)).toEqual(standing);
  });
});
