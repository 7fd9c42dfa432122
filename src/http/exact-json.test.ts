import { describe, expect, it } from "vitest";
import { parseJson } from "./exact-json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("parseJson", () => {
  it.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['{"score":0.1}', { score: 0.1 }],
    ['{"score":1e3}', { score: 1000 }],
    ['{"score":1.50000000000000000000}', { score: 1.5 }],
    ['{"score":9007199254740993}', { score: "9007199254740993" }],
    ['{"score":0.10000000000000000001}', { score: "0.10000000000000000001" }],
    ['{"score":1.0000000000000000001}', { score: "1.0000000000000000001" }],
    ['{"score":1e-400}', { score: `0.${"0".repeat(399)}1` }],
    ['{"score":-123456789012345678e-2}', { score: "-1234567890123456.78" }],
    ['{"score":1e400}', { score: `1${"0".repeat(400)}` }],
    ['{"score":1e999999999}', { score: "1e999999999" }],
    [
      '{"metadata":{"a":[0.10000000000000000001]},"score":0.10000000000000000001}',
      { metadata: { a: [0.1] }, score: "0.10000000000000000001" },
    ],
    ['{"id":"9007199254740993123456","n":"1e-400"}', { id: "9007199254740993123456", n: "1e-400" }],
    [
      '{"a\\"0.10000000000000000001":[-0.10000000000000000001]}',
      { 'a"0.10000000000000000001': ["-0.10000000000000000001"] },
    ],
    ['{"a":1,"a":2}', { a: 2 }],
    ["9007199254740993", "9007199254740993"],
    ["[1,\n-9007199254740993]", [1, "-9007199254740993"]],
    ['{"score" :\t0.10000000000000000001}', { score: "0.10000000000000000001" }],
    ['{"matchId":"m3e12-7e5,1e3:2E9","score":7}', { matchId: "m3e12-7e5,1e3:2E9", score: 7 }],
  ])("reads %s", (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it.each(["", "nope", "[1", "\ufeff{}", '{"a":01}', '{"a":0.10000000000000000001', "[".repeat(100_000)])(
    "refuses %j",
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "invalid_json" }));
    },
  );

  it("refuses what is not UTF-8", () => {
    expect(() => parseJson(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow(
      expect.objectContaining({ code: "invalid_json" }),
    );
  });
});
