import { describe, expect, test } from "vitest";
import { Random, testSeed } from "../../test/contract/rank-index-contract.ts";
import type { Standing } from "../core/fold.ts";
import { IndexHandles } from "./index-handles.ts";
import { MemberRows } from "./member-rows.ts";

const seed = testSeed();
const limit = Number.MAX_SAFE_INTEGER;
const sequenceMax = 2 ** 47 - 1;

/** Rows of three indexes; segments of four rows and buckets of eight slots, so that every split is met. */
function make(columns: number): { rows: MemberRows; handles: IndexHandles } {
  const handles = new IndexHandles();
  for (const index of [10, 20, 30]) handles.open(index, columns);
  return { handles, rows: new MemberRows(columns, handles, { segmentBits: 2, slotBits: 3 }) };
}

describe(`member rows (LAUREL_TEST_SEED=${seed})`, () => {
  test("a standing comes back as it was written", () => {
    const { rows } = make(2);
    const standing: Standing = {
      values: [-limit, limit],
      reachedAt: -1,
      attempts: 2 ** 32 - 1,
      event: sequenceMax,
      moved: true,
    };
    const row = rows.add(1, 2 ** 32 - 1);
    expect(rows.standing(row)).toBeNull();
    expect(rows.revision(row)).toBe(0);
    rows.write(row, standing, sequenceMax);
    expect(rows.find(1, 2 ** 32 - 1)).toBe(row);
    expect(rows.find(2, 2 ** 32 - 1)).toBe(0);
    expect(rows.standing(row)).toEqual(standing);
    expect(rows.revision(row)).toBe(sequenceMax);
    rows.write(row, { ...standing, moved: false }, 2 ** 32);
    expect(rows.standing(row)!.moved).toBe(false);
    expect(rows.revision(row)).toBe(2 ** 32);
    expect(() => rows.write(row, standing, 2 ** 47)).toThrow("beyond 2^47");
  });

  test("negative zero is zero", () => {
    const { rows } = make(1);
    const row = rows.add(1, 1);
    rows.write(row, { values: [-0], reachedAt: 0, attempts: 1, event: 1, moved: false }, 1);
    expect(Object.is(rows.standing(row)!.values[0], 0)).toBe(true);
  });

  test("a tombstone keeps its revision and nothing else", () => {
    const { rows } = make(1);
    const row = rows.add(1, 7);
    rows.write(row, { values: [5], reachedAt: 3, attempts: 2, event: 9, moved: true }, 10);
    rows.write(row, null, 11);
    expect(rows.standing(row)).toBeNull();
    expect(rows.isPresent(row)).toBe(false);
    expect(rows.revision(row)).toBe(11);
    expect(rows.values(row)).toEqual([0]);
    expect(rows.attempts(row)).toBe(0);
    expect(rows.rows).toBe(1);
  });

  test("a row that a tree holds is not freed", () => {
    const { rows } = make(1);
    const row = rows.add(1, 7);
    rows.setLeaf(row, 3);
    expect(() => rows.free(row)).toThrow("leaf 3");
    rows.setLeaf(row, 0);
    rows.free(row);
    expect(rows.find(1, 7)).toBe(0);
    expect(rows.rows).toBe(0);
  });

  test.each([1, 2, 3, 4])("random rows of %i columns against a map", (columns) => {
    const random = new Random(seed + columns);
    const { rows, handles } = make(columns);
    const model = new Map<string, Standing | null>();
    for (let step = 0; step < 20_000; step++) {
      const player = 1 + random.below(step < 10_000 ? 3000 : 500) * 1024;
      const handle = 1 + random.below(3);
      const name = `${handle} ${player}`;
      const row = rows.find(handle, player);
      expect(row !== 0).toBe(model.has(name));
      if (row !== 0 && random.chance(step < 10_000 ? 0.3 : 0.6)) {
        rows.free(row);
        model.delete(name);
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
      const at = row || rows.add(handle, player);
      expect(row !== 0 || rows.standing(at) === null).toBe(true);
      rows.write(at, standing, step);
      model.set(name, standing);
    }
    expect(rows.rows).toBe(model.size);
    expect([1, 2, 3].reduce((sum, handle) => sum + handles.rowsOf(handle), 0)).toBe(model.size);
    const met = new Set<number>();
    for (const [name, standing] of model) {
      const [handle, player] = name.split(" ").map(Number) as [number, number];
      const row = rows.find(handle, player);
      met.add(row);
      expect(rows.player(row)).toBe(player);
      expect(rows.handle(row)).toBe(handle);
      expect(rows.standing(row)).toEqual(standing);
      if (standing !== null) expect(rows.hasKey(row, standing)).toBe(true);
    }
    expect(met.size).toBe(model.size);
    for (let row = 1; row < rows.end; row++) expect(rows.player(row) !== 0).toBe(met.has(row));
    const players = Uint32Array.from([0, ...[...model.keys()].map((name) => Number(name.split(" ")[1]))]);
    const found = new Uint32Array(players.length);
    rows.findMany(2, players, found, players.length);
    for (let i = 0; i < found.length; i++) expect(found[i]).toBe(rows.find(2, players[i]!));
  });

  test("freed rows are used again before there are more", () => {
    const { rows } = make(1);
    const added = [1, 2, 3].map((player) => rows.add(1, player));
    rows.free(added[0]!);
    rows.free(added[2]!);
    expect([rows.add(2, 4), rows.add(2, 5)].sort()).toEqual([added[0], added[2]]);
    expect(rows.end).toBe(4);
  });
});
