import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyRecord, anyRecordOf, anyTime, limit, recordKinds, runs } from "../../test/support/any-record.ts";
import { ByteReader, ByteWriter, DamagedBytes } from "./bytes.ts";
import { type LedgerRecord, readRecord, type ScoreRecord, skipRecord, writeRecord } from "./record.ts";

const time = 1_790_000_000_000;

const score: ScoreRecord = {
  kind: "score",
  board: 1,
  player: 2,
  matchId: "m",
  values: [limit, -limit, 0],
  achievedAt: time,
  periods: [3],
  scopes: [],
  held: false,
  closed: [],
  metadata: null,
};

function bytesOf(record: LedgerRecord, baseTime = time): Uint8Array {
  const out = new ByteWriter();
  writeRecord(out, record, baseTime);
  return new Uint8Array(out.finish());
}

describe("every kind of record comes back as it was", () => {
  test.each(recordKinds)("%s", (kind) => {
    fc.assert(
      fc.property(anyRecordOf(kind), anyTime, (record, baseTime) => {
        const reader = new ByteReader(bytesOf(record, baseTime));
        expect(readRecord(reader, baseTime)).toEqual(record);
        expect(reader.done).toBe(true);
      }),
      runs(200),
    );
  });
});

test("many in a row are read and passed over alike", () => {
  fc.assert(
    fc.property(fc.array(anyRecord), (records) => {
      const out = new ByteWriter();
      for (const record of records) writeRecord(out, record, time);
      const reader = new ByteReader(out.finish());
      const skipper = new ByteReader(out.finish());
      for (const record of records) {
        expect(readRecord(reader, time)).toEqual(record);
        skipRecord(skipper);
        expect(skipper.position).toBe(reader.position);
      }
    }),
    runs(100),
  );
});

describe("a score", () => {
  test.each<[string, Partial<ScoreRecord>]>([
    ["with the least", { values: [0], periods: [] }],
    ["with an empty metadata text, which is not none", { metadata: "" }],
    ["long before its group", { achievedAt: 1e11 }],
    ["a little ahead of its group", { achievedAt: time + 5_000 }],
    ["that is held, late and scoped", { held: true, closed: ["2026-W41"], scopes: [1, 2 ** 26 - 1] }],
  ])("%s", (_, more) => {
    const record = { ...score, ...more };
    expect(readRecord(new ByteReader(bytesOf(record)), time)).toEqual(record);
  });

  test("takes few bytes", () => {
    const plain = { ...score, values: [4_000], matchId: "match-1234567", periods: [1, 2] };
    expect(bytesOf(plain).length).toBeLessThanOrEqual(32);
  });
});

describe("what is not known stops the reader", () => {
  test("a kind", () => {
    const bytes = bytesOf(score);
    bytes[0] = 99;
    expect(() => readRecord(new ByteReader(bytes), time)).toThrow("record kind 99 is unknown");
    expect(() => skipRecord(new ByteReader(bytes))).toThrow(DamagedBytes);
  });

  test("a version", () => {
    const bytes = bytesOf(score);
    bytes[1] = 2;
    expect(() => readRecord(new ByteReader(bytes), time)).toThrow("version 2 of a score record is unknown");
  });

  test("a body of another length", () => {
    for (const difference of [-1, 1]) {
      const bytes = new Uint8Array([...bytesOf(score), 0]);
      bytes[2] = bytes[2]! + difference;
      expect(() => readRecord(new ByteReader(bytes), time)).toThrow(DamagedBytes);
    }
  });

  test("fields that are no JSON", () => {
    const bytes = bytesOf({ kind: "expire", board: 1, period: 2, at: time });
    bytes[4] = 0x5b;
    expect(() => readRecord(new ByteReader(bytes), time)).toThrow("not JSON");
  });
});

test("codes of kinds are as they were ever written", () => {
  const codes = Object.fromEntries(
    recordKinds.map((kind) => [kind, bytesOf(fc.sample(anyRecordOf(kind), 1)[0]!)[0]]),
  );
  expect(codes).toEqual({
    score: 1,
    board: 2,
    "board-delete": 3,
    period: 4,
    scope: 5,
    close: 6,
    snapshot: 7,
    expire: 8,
    void: 9,
    restore: 10,
    approve: 11,
    reject: 12,
    exclude: 13,
    readmit: 14,
    erase: 15,
    "lift-erase": 16,
    key: 17,
    "key-revoke": 18,
    profile: 19,
  });
});
