import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBoardId, compareBytes, idFault } from "./id.ts";

describe("ids", () => {
  it.each([
    " ",
    "a",
    ".",
    "..",
    "a:b",
    "{a}",
    "/bin/tw",
    "50%25",
    "'\"<>|",
    "\u{1f600}",
    "jose\u0301",
    "x".repeat(128),
    "\u00e9".repeat(64),
    "\u{1f600}".repeat(32),
  ])("takes %j", (id) => expect(idFault(id)).toBeNull());

  it.each([
    "",
    "\0",
    "a\0b",
    "\t",
    "a\n",
    "\x7f",
    "\u0085",
    "\u009f",
    "\ud800",
    "\udc00a",
    "a\ud83d",
    "x".repeat(129),
    "\u00e9".repeat(65),
    "\u{1f600}".repeat(33),
  ])("refuses %j", (id) => expect(idFault(id)).not.toBeNull());

  it("refuses board ids that a URL parser removes", () => {
    expect([".", "..", "..."].map((id) => checkBoardId(id).ok)).toEqual([false, false, true]);
  });

  it("compares by UTF-8 bytes, not by UTF-16 units", () => {
    expect(compareBytes("\uff21", "\u{1f600}")).toBeLessThan(0);
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "\u00e9", "\ud7ff", "\ue000", "\uff21", "\u{10000}", "\u{1f600}"),
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 5_000 },
    );
  });
});
