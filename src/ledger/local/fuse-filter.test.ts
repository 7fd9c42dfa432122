import { describe, expect, test } from "vitest";
import { fuseFilterOf, fuseHas, fuseLength, makeFuseFilter } from "./fuse-filter.ts";
import { IdentityHash } from "./identity-hash.ts";

describe("a fuse filter", () => {
  test.each([0, 1, 2, 3, 7, 100, 4_096, 299_008])("finds every one of %i keys, and few others", (count) => {
    const hash = new IdentityHash(count + 1);
    const first = new Uint32Array(count);
    const second = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      hash.take(1, i % 1_000, `match-${i}`);
      first[i] = hash.first;
      second[i] = hash.second;
    }
    const made = makeFuseFilter(first, second, count);
    expect(made.fingerprints.length).toBe(fuseLength(count));
    const filter = fuseFilterOf(count, made.seed, made.fingerprints);
    for (let i = 0; i < count; i++)
      if (!fuseHas(filter, first[i]!, second[i]!)) throw new Error(`key ${i} is not found`);
    let met = 0;
    const others = 50_000;
    for (let i = 0; i < others; i++) {
      hash.take(2, i, "other");
      if (fuseHas(filter, hash.first, hash.second)) met += 1;
    }
    expect(met).toBeLessThan(others / 100);
  });

  test("finds keys whose first words lie close together, as in a part of a file", () => {
    const count = 60_000;
    const first = Uint32Array.from({ length: count }, (_, i) => 1_000_000 + (i >> 4));
    const second = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, 0x9e3779b1));
    const filter = makeFuseFilter(first, second, count);
    for (let i = 0; i < count; i++) expect(fuseHas(filter, first[i]!, second[i]!)).toBe(true);
  });

  test("may be laid out for more keys than it has", () => {
    const filter = makeFuseFilter(Uint32Array.of(5), Uint32Array.of(6), 1, 1_000);
    expect(filter.fingerprints.length).toBe(fuseLength(1_000));
    expect(fuseHas(filter, 5, 6)).toBe(true);
  });

  test("says so where a key comes twice", () => {
    expect(() => makeFuseFilter(Uint32Array.of(5, 5), Uint32Array.of(6, 6), 2)).toThrow("the same?");
  });
});
