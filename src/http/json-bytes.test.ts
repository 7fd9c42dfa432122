import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonBytes } from "./json-bytes.ts";

const out = new JsonBytes();

describe("what is written is what JSON.stringify says", () => {
  it("of any text", () => {
    const anyText = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(anyText, (text) => {
        out.text(text);
        expect(out.take().toString()).toBe(JSON.stringify(text));
      }),
    );
  });

  it.each(['"', "\\", "\n", "\u0000", "\u007f", "ü", "\ud800", "😀", "", "__proto__", "</script>"])(
    "of %j",
    (text) => {
      out.text(text);
      expect(out.take()).toEqual(Buffer.from(JSON.stringify(text)));
    },
  );

  it("of any finite number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        out.number(value);
        expect(out.take().toString()).toBe(JSON.stringify(value));
      }),
    );
  });

  it("of any whole number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.nat(1_000), fc.maxSafeInteger()), (value) => {
        out.number(value);
        expect(out.take().toString()).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each([0, -0, 1, -1, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 0.1, -12.5, 999_999_999.999999])(
    "of the number %d",
    (value) => {
      out.number(value);
      expect(out.take().toString()).toBe(JSON.stringify(value));
    },
  );

  it("of data of any size, one after another", () => {
    const long = ["x".repeat(100_000), "ü".repeat(50_000), { a: ["😀".repeat(30_000)] }];
    for (const value of [long, "short", long]) {
      out.raw("[");
      out.json(value);
      out.raw("]");
      expect(out.take().toString()).toBe(JSON.stringify([value]));
    }
  });
});

it("hands out a text with a character a byte", () => {
  out.text("ü😀");
  expect(Buffer.from(out.takeLatin1(), "latin1").toString()).toBe('"ü😀"');
  out.raw("x");
  expect(out.takeLatin1()).toBe("x");
});

it("hands out bytes that later ones do not touch", () => {
  out.raw("first");
  const first = out.take();
  out.raw("other");
  out.take();
  expect(first.toString()).toBe("first");
});
