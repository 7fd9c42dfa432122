import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyState, limit, runs } from "../../test/support/any-record.ts";
import { DamagedBytes } from "./bytes.ts";
import { decodeState, encodeState, type PlayerState } from "./state.ts";

const empty: PlayerState = { revision: 0, excluded: false, standings: [] };
const full: PlayerState = {
  revision: limit,
  excluded: true,
  standings: [
    {
      index: limit,
      standing: {
        values: [limit, -limit, 0, 1],
        reachedAt: 1_790_000_000_000,
        attempts: 2 ** 32 - 1,
        event: limit,
        moved: true,
      },
      matchId: "😀:{}/|%'\"<> é",
      revision: 1,
    },
  ],
};

describe("the byte form of a player's state", () => {
  test.each([
    ["nothing", empty],
    ["the greatest numbers", full],
  ])("holds %s", (_, state) => {
    expect(decodeState(encodeState(state))).toEqual(state);
  });

  test("comes back as it was", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(decodeState(encodeState(state))).toEqual(state);
      }),
      runs(500),
    );
  });

  test("is the same bytes for the same state", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const bytes = encodeState(state);
        expect(encodeState(decodeState(bytes))).toEqual(bytes);
      }),
      runs(200),
    );
  });

  test("stops a reader that does not know its version, and one that misses an end", () => {
    const bytes = encodeState(full);
    expect(() => decodeState(new Uint8Array([2, ...bytes.subarray(1)]))).toThrow("version 2");
    expect(() => decodeState(new Uint8Array([...bytes, 0]))).toThrow("goes on behind its end");
    for (let end = 0; end < bytes.length; end++)
      expect(() => decodeState(bytes.subarray(0, end))).toThrow(DamagedBytes);
  });
});
