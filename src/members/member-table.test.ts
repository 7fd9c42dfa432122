import { describe, expect, test } from "vitest";
import { Random, testSeed } from "../../test/contract/rank-index-contract.ts";
import type { Standing } from "../core/fold.ts";
import { MemberTable } from "./member-table.ts";

const seed = testSeed();
const limit = Number.MAX_SAFE_INTEGER;

describe(`member table (LAUREL_TEST_SEED=${seed})`, () => {
  test("a standing comes back as it was written", () => {
    const table = new MemberTable(2);
    const standing: Standing = {
      values: [-limit, limit],
      reachedAt: -1,
      attempts: 2 ** 32 - 1,
      event: limit,
      moved: true,
    };
    const row = table.add(2 ** 32 - 1);
    expect(table.standing(row)).toBeNull();
    expect(table.revision(row)).toBe(0);
    table.write(row, standing, limit);
    expect(table.find(2 ** 32 - 1)).toBe(row);
    expect(table.standing(row)).toEqual(standing);
    expect(table.revision(row)).toBe(limit);
    table.write(row, { ...standing, moved: false }, limit);
    expect(table.standing(row)!.moved).toBe(false);
  });

  test("negative zero is zero", () => {
    const table = new MemberTable(1);
    const row = table.add(1);
    table.write(row, { values: [-0], reachedAt: 0, attempts: 1, event: 1, moved: false }, 1);
    expect(Object.is(table.standing(row)!.values[0], 0)).toBe(true);
  });

  test("a tombstone keeps its revision and nothing else", () => {
    const table = new MemberTable(1);
    const row = table.add(7);
    table.write(row, { values: [5], reachedAt: 3, attempts: 2, event: 9, moved: true }, 10);
    table.write(row, null, 11);
    expect(table.standing(row)).toBeNull();
    expect(table.isPresent(row)).toBe(false);
    expect(table.revision(row)).toBe(11);
    expect(table.values(row)).toEqual([0]);
    expect(table.attempts(row)).toBe(0);
    expect(table.rows).toBe(1);
  });

  test("a row that a tree holds is not freed", () => {
    const table = new MemberTable(1);
    const row = table.add(7);
    table.setLeaf(row, 3);
    expect(() => table.free(row)).toThrow("leaf 3");
    table.setLeaf(row, 0);
    table.free(row);
    expect(table.find(7)).toBe(0);
    expect(table.rows).toBe(0);
  });

  test.each([1, 2, 3, 4])("random rows of %i columns against a map", (columns) => {
    const random = new Random(seed + columns);
    const table = new MemberTable(columns);
    const model = new Map<number, Standing | null>();
    for (let step = 0; step < 20_000; step++) {
      const player = 1 + random.below(step < 10_000 ? 3000 : 500) * 1024;
      const row = table.find(player);
      expect(row !== 0).toBe(model.has(player));
      if (row !== 0 && random.chance(step < 10_000 ? 0.3 : 0.6)) {
        table.free(row);
        model.delete(player);
        continue;
      }
      const values = Array.from({ length: columns }, () => random.below(2000) - 1000);
      const standing = random.chance(0.1)
        ? null
        : {
            values,
            reachedAt: random.below(1e6),
            attempts: random.below(9),
            event: step,
            moved: random.chance(0.5),
          };
      const at = row || table.add(player);
      expect(row !== 0 || table.standing(at) === null).toBe(true);
      table.write(at, standing, step);
      model.set(player, standing);
    }
    expect(table.rows).toBe(model.size);
    const rows = new Set<number>();
    for (const [player, standing] of model) {
      const row = table.find(player);
      rows.add(row);
      expect(table.player(row)).toBe(player);
      expect(table.standing(row)).toEqual(standing);
      if (standing !== null) expect(table.hasKey(row, standing)).toBe(true);
    }
    expect(rows.size).toBe(model.size);
    for (let row = 1; row < table.end; row++) expect(table.player(row) !== 0).toBe(rows.has(row));
  });

  test("freed rows are used again before the table grows", () => {
    const table = new MemberTable(1);
    const rows = [1, 2, 3].map((player) => table.add(player));
    table.free(rows[0]!);
    table.free(rows[2]!);
    expect([table.add(4), table.add(5)].sort()).toEqual([rows[0], rows[2]]);
    expect(table.end).toBe(4);
  });
});
