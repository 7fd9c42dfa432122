import { expect, it } from "vitest";
import { memoryAllowed, memoryInUse, parseSize } from "./memory.ts";

it("the process may use what its cgroup allows, or else all of the machine", () => {
  expect(memoryAllowed(8e9, 2e9)).toBe(2e9);
  for (const none of [undefined, 0, 2 ** 64, 2 ** 63]) expect(memoryAllowed(8e9, none)).toBe(8e9);
});

it("what is held counts arrays as they are used", () => {
  const before = memoryInUse();
  const array = new Uint8Array(256 * 2 ** 20);
  expect(memoryInUse() - before).toBeLessThan(array.length / 2);
  array.fill(1);
  expect(memoryInUse() - before).toBeGreaterThan(array.length / 2);
});

it.each([
  ["70%", 7e9],
  ["512MB", 512e6],
  ["8GB", 8e9],
  ["3MiB", 3 * 2 ** 20],
  ["2GiB", 2 ** 31],
  ["4TB", 4e12],
  ["1TiB", 2 ** 40],
  ["70", null],
  ["1.5GB", null],
  ["-1GB", null],
  ["8gb", null],
])("a size of memory: %s", (text, bytes) => {
  expect(parseSize(text, 10e9)).toBe(bytes);
});
