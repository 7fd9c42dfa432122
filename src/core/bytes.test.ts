import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCount, anyInteger, anyText, limit, runs } from "../../test/support/any-record.ts";
import { ByteReader, ByteWriter, DamagedBytes } from "./bytes.ts";

/** Writes with one writer, reads with one reader, and says how many bytes it took. */
function through<T>(
  write: (out: ByteWriter) => void,
  read: (reader: ByteReader) => T,
): { value: T; length: number } {
  const out = new ByteWriter(1);
  write(out);
  const reader = new ByteReader(out.finish());
  const value = read(reader);
  expect(reader.done).toBe(true);
  return { value, length: out.length };
}

const countThrough = (value: number) =>
  through(
    (out) => out.count(value),
    (reader) => reader.count(),
  );
const signedThrough = (value: number) =>
  through(
    (out) => out.signed(value),
    (reader) => reader.signed(),
  );
const textThrough = (value: string) =>
  through(
    (out) => out.text(value),
    (reader) => reader.text(),
  );

describe("numbers", () => {
  test.each([
    [0, 1],
    [0x7f, 1],
    [0x80, 2],
    [2 ** 14 - 1, 2],
    [2 ** 32, 5],
    [2 ** 49 - 1, 7],
    [limit, 8],
  ])("the count %d takes %d bytes", (value, length) => {
    expect(countThrough(value)).toEqual({ value, length });
  });

  test.each([
    [0, 1],
    [0x3f, 1],
    [-0x3f, 1],
    [0x40, 2],
    [-0x40, 2],
    [-(2 ** 32), 5],
    [limit, 8],
    [-limit, 8],
  ])("the whole number %d takes %d bytes", (value, length) => {
    expect(signedThrough(value)).toEqual({ value, length });
  });

  test("negative zero is zero", () => {
    expect(Object.is(signedThrough(-0).value, 0)).toBe(true);
  });

  test("any comes back as it was", () => {
    fc.assert(
      fc.property(
        anyCount,
        anyInteger,
        fc.double(),
        fc.nat({ max: 2 ** 32 - 1 }),
        (count, signed, float, word) => {
          expect(countThrough(count).value).toBe(count);
          expect(signedThrough(signed).value).toBe(signed);
          const { value } = through(
            (out) => {
              out.float(float);
              out.uint32(word);
            },
            (reader) => [reader.float(), reader.uint32()],
          );
          expect(value).toEqual([float, word]);
        },
      ),
      runs(2_000),
    );
  });

  test("one that is longer than any that is written is damage", () => {
    expect(() => new ByteReader(new Uint8Array(9).fill(0xff)).count()).toThrow(DamagedBytes);
    const beyond = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f]);
    expect(() => new ByteReader(beyond).count()).toThrow("beyond 2^53");
  });
});

describe("texts", () => {
  test("of every code point come back as they were", () => {
    for (let start = 0; start <= 0x10ffff; start += 64) {
      if (start >= 0xd800 && start < 0xe000) continue;
      const text = String.fromCodePoint(...Array.from({ length: 64 }, (_, i) => start + i));
      expect(textThrough(text).value).toBe(text);
    }
  });

  test("of any length come back as they were, many in a row", () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const { value } = through(
          (out) => {
            for (const text of texts) out.text(text);
          },
          (reader) => texts.map(() => reader.text()),
        );
        expect(value).toEqual(texts);
      }),
      runs(500),
    );
  });

  test.each([["c3"], ["ff"], ["ed a0 80"], ["c0 80"], ["f4 90 80 80"]])("the bytes %s are none", (hex) => {
    const bytes = hex.split(" ").map((pair) => Number.parseInt(pair, 16));
    expect(() => new ByteReader(new Uint8Array([bytes.length, ...bytes])).text()).toThrow("not UTF-8");
  });
});

describe("a reader", () => {
  test("never reads behind its end", () => {
    const out = new ByteWriter();
    out.text("abc");
    out.float(1.5);
    const bytes = out.finish();
    for (let end = 0; end < bytes.length; end++) {
      const reader = new ByteReader(bytes, 0, end);
      expect(() => [reader.text(), reader.float()]).toThrow(DamagedBytes);
    }
  });

  test("hands out bytes and says where it is", () => {
    const reader = new ByteReader(new Uint8Array([1, 2, 3, 4]), 1);
    expect([...reader.bytes(2)]).toEqual([2, 3]);
    expect(reader.position).toBe(3);
    expect(reader.done).toBe(false);
  });
});

test("a writer that is cleared starts anew on the same memory", () => {
  const out = new ByteWriter(2);
  out.bytes(new Uint8Array(300).fill(7));
  const kept = new Uint8Array(out.finish());
  out.clear();
  expect(out.length).toBe(0);
  out.byte(9);
  expect([...out.finish()]).toEqual([9]);
  expect(kept.length).toBe(300);
});

describe("parts", () => {
  test.each([0, 1, 0x7f, 0x80, 300, 0x3fff, 0x4000, 70_000])("have their length of %d in front", (length) => {
    const out = new ByteWriter(1);
    out.byte(7);
    const part = out.begin();
    for (let i = 0; i < length; i++) out.byte(i % 251);
    out.end(part);
    out.byte(9);
    const expected = new ByteWriter(1);
    expected.byte(7);
    expected.count(length);
    expected.bytes(Uint8Array.from({ length }, (_, i) => i % 251));
    expected.byte(9);
    expect(out.finish()).toEqual(expected.finish());
  });

  test("may hold parts", () => {
    const out = new ByteWriter(1);
    const outer = out.begin();
    const inner = out.begin();
    out.text("x".repeat(200));
    out.end(inner);
    out.end(outer);
    const reader = new ByteReader(out.finish());
    expect([reader.count(), reader.count(), reader.text()]).toEqual([204, 202, "x".repeat(200)]);
    expect(reader.done).toBe(true);
  });
});
