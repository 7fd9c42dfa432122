import { describe, expect, test } from "vitest";
import { copyIds, takeIds } from "./packed-ids.ts";
import { Players } from "./players.ts";

const oddIds = [
  ..."ab:{}/|%'\"< é\u00ff\u0100\u0800\uff21\ue000\ufffd😀𐀀\u{10ffff}",
  ...["aa", "aaa", "aaaa", "ab", "a\uff21", "a😀", "a😀b", "__proto__", "p1", "p10"],
  ...["x".repeat(127), "x".repeat(128), `${"x".repeat(127)}y`, "é".repeat(64), "😀".repeat(32)],
];

function bytesOf(id: string): Buffer {
  return Buffer.from(id);
}

describe("players", () => {
  test("ids and numbers find each other", () => {
    const players = new Players(1);
    for (const [i, id] of oddIds.entries()) {
      expect(players.find(id)).toBe(0);
      expect(players.next).toBe(i + 1);
      players.set(players.next, id);
      expect(players.count).toBe(i + 1);
    }
    for (const [i, id] of oddIds.entries()) {
      expect(players.find(id)).toBe(i + 1);
      expect(players.idOf(i + 1)).toBe(id);
      expect(players.has(i + 1)).toBe(true);
    }
  });

  test("numbers come with gaps and in any order", () => {
    const players = new Players(2);
    const numbers = [70_000, 3, 1_000_000, 17, 70_001];
    for (const number of numbers) players.set(number, `p${number}`);
    expect(players.next).toBe(1_000_001);
    expect(players.count).toBe(5);
    for (const number of numbers) expect(players.find(`p${number}`)).toBe(number);
    for (const number of [0, 1, 4, 999_999, 1_000_001, 2 ** 32 - 1]) {
      expect(players.has(number)).toBe(false);
      expect(() => players.idOf(number)).toThrow("has no id");
    }
  });

  test("a hundred thousand players, through several chunks of ids and all sizes of the table", () => {
    const players = new Players(Number.MAX_SAFE_INTEGER);
    const idOf = (number: number) => `player-${number}-${"é".repeat(number % 40)}`;
    for (let number = 1; number <= 100_000; number++) players.set(number, idOf(number));
    let wrong = 0;
    for (let number = 1; number <= 100_000; number++) {
      if (players.find(idOf(number)) !== number || players.idOf(number) !== idOf(number)) wrong += 1;
      if (players.find(`${idOf(number)}?`) !== 0) wrong += 1;
    }
    expect(wrong).toBe(0);
    expect(players.count).toBe(100_000);
  });

  test.each([0, 1, 40, 5_000])("room for %i, and packed ids, change nothing but the pace", (reserved) => {
    const players = new Players(4, { slotBits: 4 });
    players.reserve(reserved);
    for (let number = 1; number <= 2_000; number += 1 + (number % 3)) players.set(number, `q${number}`);
    for (const [i, id] of oddIds.entries()) players.set(2_001 + i, id);
    const copy = new Players(5, { slotBits: 4 });
    copy.reserve(reserved);
    for (const piece of copyIds(players, players.next, 1_000)) takeIds(copy, piece);
    expect(copy.count).toBe(players.count);
    for (let number = 1; number < players.next; number++) {
      expect(copy.has(number)).toBe(players.has(number));
      if (!players.has(number)) continue;
      const id = players.idOf(number);
      expect(copy.idOf(number)).toBe(id);
      expect(copy.find(id)).toBe(number);
    }
    // Room is made once: where there is somebody, nothing is done.
    copy.reserve(100_000);
    expect(copy.find("q1")).toBe(1);
  });

  test("they compare by UTF-8 bytes", () => {
    const players = new Players(3);
    for (const id of oddIds) players.set(players.next, id);
    for (const a of oddIds) {
      for (const b of oddIds) {
        const expected = Buffer.compare(bytesOf(a), bytesOf(b));
        expect(Math.sign(players.compare(players.find(a), players.find(b)))).toBe(expected);
        expect(Math.sign(players.compareTo(players.find(a), b))).toBe(expected);
      }
    }
  });

  test("they compare with texts that are no ids", () => {
    const players = new Players(4);
    for (const id of oddIds) players.set(players.next, id);
    const texts = [
      "",
      "x".repeat(129),
      "x".repeat(4000),
      `${"x".repeat(127)}y!`,
      "😀".repeat(33),
      `${"é".repeat(64)}a`,
    ];
    for (const id of oddIds) {
      for (const text of texts) {
        const expected = Buffer.compare(bytesOf(id), bytesOf(text));
        expect(Math.sign(players.compareTo(players.find(id), text)), `${id} and ${text}`).toBe(expected);
      }
    }
  });

  test("what is no id is not found, and not taken", () => {
    const players = new Players(5);
    players.set(1, "\u{10061}");
    players.set(2, "x".repeat(128));
    for (const text of [
      "",
      "\ud800a",
      "\ud800",
      "\udc00",
      "x".repeat(129),
      "y".repeat(1000),
      "é".repeat(65),
    ]) {
      expect(players.find(text)).toBe(0);
    }
    for (const text of ["", "x".repeat(129), "é".repeat(65)])
      expect(() => players.set(3, text)).toThrow("1 to 128");
    for (const number of [0, -1, 1.5, 2 ** 32])
      expect(() => players.set(number, "a")).toThrow("32-bit number");
  });

  test("setting again changes nothing; an id has one number", () => {
    const players = new Players(6);
    players.set(1, "a");
    players.set(1, "a");
    expect(players.count).toBe(1);
    players.set(2, "b");
    expect(() => players.set(2, "a")).toThrow("cannot have the id of player 1");
    expect(players.idOf(2)).toBe("b");
  });

  test("a rewritten number forgets its id", () => {
    const players = new Players(7);
    for (let number = 1; number <= 500; number++) players.set(number, `p${number}`);
    for (let number = 1; number <= 500; number += 2) players.set(number, `gone ${number}`);
    expect(players.count).toBe(500);
    for (let number = 1; number <= 500; number++) {
      const odd = number % 2 === 1;
      expect(players.find(`p${number}`)).toBe(odd ? 0 : number);
      expect(players.find(`gone ${number}`)).toBe(odd ? number : 0);
      expect(players.idOf(number)).toBe(odd ? `gone ${number}` : `p${number}`);
    }
    players.set(501, "p1");
    expect(players.find("p1")).toBe(501);
  });
});
