import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyRecord, anyTime, runs } from "../../../test/support/any-record.ts";
import { DamagedBytes } from "../../core/bytes.ts";
import type { LedgerRecord } from "../../core/record.ts";
import { countOfGroup, decodeGroup, encodeGroup, recordsOfGroup } from "./group.ts";

const committedAt = 1_790_000_000_123;

const records: LedgerRecord[] = [1, 2, 3].map((player) => ({
  kind: "score",
  board: 1,
  player,
  matchId: `match-${player}`,
  values: [player * 1_000],
  achievedAt: committedAt - player,
  periods: [1, 2],
  scopes: [],
  held: false,
  closed: [],
  metadata: '{"hero":"mage"}',
}));

describe("a group", () => {
  test("comes back as it was", () => {
    fc.assert(
      fc.property(fc.array(anyRecord), anyTime, (all, at) => {
        const bytes = encodeGroup({ committedAt: at, records: all });
        expect(decodeGroup(bytes)).toEqual({ committedAt: at, records: all });
        expect(countOfGroup(bytes)).toBe(all.length);
      }),
      runs(200),
    );
  });

  test("keeps its bytes when the next is encoded", () => {
    const bytes = encodeGroup({ committedAt, records });
    encodeGroup({ committedAt: 1, records: [...records].reverse() });
    expect(decodeGroup(bytes)).toEqual({ committedAt, records });
  });

  test("gives records by their offsets", () => {
    const bytes = encodeGroup({ committedAt, records });
    expect(recordsOfGroup(bytes, [0, 2]).records).toEqual([records[0], records[2]]);
    expect(recordsOfGroup(bytes, [1]).records).toEqual([records[1]]);
    expect(recordsOfGroup(bytes, []).records).toEqual([]);
    expect(() => recordsOfGroup(bytes, [3])).toThrow("has none at offset 3");
  });
});

describe("damage is found", () => {
  const whole = encodeGroup({ committedAt, records });
  const readers = [decodeGroup, countOfGroup, (bytes: Uint8Array) => recordsOfGroup(bytes, [0])];

  test("in every single byte, whatever it has become", () => {
    const bytes = new Uint8Array(whole);
    let found = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      for (let change = 1; change < 256; change++) {
        bytes[at] = byte ^ change;
        found += isDamaged(() => decodeGroup(bytes));
      }
      for (const read of readers) expect(() => read(bytes)).toThrow(DamagedBytes);
      bytes[at] = byte;
    }
    expect(found).toBe(bytes.length * 255);
  });

  test("in a group that is cut short, or goes on", () => {
    for (let end = 0; end < whole.length; end++)
      for (const read of readers) expect(() => read(whole.subarray(0, end))).toThrow(DamagedBytes);
    for (const read of readers) expect(() => read(new Uint8Array([...whole, 0]))).toThrow(DamagedBytes);
  });
});

function isDamaged(read: () => unknown): number {
  try {
    read();
    return 0;
  } catch (error) {
    if (error instanceof DamagedBytes) return 1;
    throw error;
  }
}
