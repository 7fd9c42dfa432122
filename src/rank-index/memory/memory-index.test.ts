/**
 * What only the memory index has: rows shared with the ledger, and tombstones that are freed.
 */
import { describe, expect, test } from "vitest";
import type { Standing } from "../../core/fold.ts";
import type { OrderRule } from "../../core/order.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import type { Change } from "../rank-index.ts";
import { MemoryRankIndex } from "./memory-index.ts";

const rule: OrderRule = { directions: ["desc"], ties: "first" };

function standingOf(value: number): Standing {
  return { values: [value], reachedAt: 5, attempts: 1, event: 1, moved: false };
}

function changeOf(player: number, standing: Standing | null, revision: number): Change {
  return { index: 1, player, playerId: `p${player}`, standing, revision };
}

function make(): { members: Members; index: MemoryRankIndex } {
  const members = new Members(new Players(1));
  return { members, index: new MemoryRankIndex(members) };
}

describe("memory index", () => {
  test("what is put is the members' state", () => {
    const { members, index } = make();
    index.open(1, rule);
    index.put([changeOf(4, standingOf(7), 3)], 3);
    expect(members.standing(1, 4)).toEqual(standingOf(7));
    expect(members.revision(1, 4)).toBe(3);
    expect(members.players.find("p4")).toBe(4);
    index.drop(1);
    expect(members.standing(1, 4)).toBeNull();
  });

  test("members that are there before the index is opened are put in order", () => {
    const { members, index } = make();
    for (const player of [1, 2, 3]) {
      members.players.set(player, `p${player}`);
      members.write(1, player, standingOf(player), player);
    }
    members.write(1, 2, null, 4);
    index.open(1, rule);
    expect(index.slice(1, 0, 10).rows.map((row) => row.playerId)).toEqual(["p3", "p1"]);
  });

  test("a tombstone goes when the index is whole up to its revision", () => {
    const { members, index } = make();
    index.open(1, rule);
    index.put([changeOf(1, standingOf(1), 1), changeOf(1, null, 5), changeOf(2, null, 4)], 3);
    expect(members.sizeOf(1)).toBe(2);
    index.put([], 4);
    expect(members.sizeOf(1)).toBe(2);
    index.put([], 5);
    expect(members.sizeOf(1)).toBe(0);
  });

  test("a tombstone that came to life again stays", () => {
    const { members, index } = make();
    index.open(1, rule);
    index.put([changeOf(1, null, 2)], 0);
    index.put([changeOf(1, standingOf(1), 3)], 0);
    index.put([], 3);
    expect(members.standing(1, 1)).toEqual(standingOf(1));
    index.put([changeOf(1, null, 4), changeOf(2, null, 4)], 4);
    expect(members.sizeOf(1)).toBe(0);
  });

  test("many tombstones are freed a thousand a step", () => {
    const { members, index } = make();
    index.open(1, rule);
    index.put(
      Array.from({ length: 2500 }, (_, i) => changeOf(i + 1, null, i + 1)),
      2500,
    );
    expect(members.sizeOf(1)).toBe(1500);
    index.put([], 2500);
    expect(members.sizeOf(1)).toBe(500);
    index.put([], 2500);
    expect(members.sizeOf(1)).toBe(0);
  });

  test("tombstones of a dropped index hinder nobody", () => {
    const { members, index } = make();
    index.open(1, rule);
    index.open(2, rule);
    index.put([changeOf(1, null, 2), { ...changeOf(1, null, 3), index: 2 }], 0);
    index.drop(1);
    index.put([], 3);
    expect(members.sizeOf(2)).toBe(0);
  });

  test("the version stays where nothing changes", () => {
    const { index } = make();
    expect(index.version(1)).toBe(0);
    index.open(1, rule);
    index.put([changeOf(1, standingOf(1), 5), changeOf(2, null, 5)], 4);
    const version = index.version(1);
    index.open(1, rule);
    index.put([changeOf(1, standingOf(2), 5), changeOf(2, standingOf(2), 4), changeOf(3, null, 6)], 4);
    expect(index.version(1)).toBe(version);
    index.drop(1);
    expect(index.version(1)).toBe(0);
  });

  test("a standing of other columns is refused before anything changes", () => {
    const { index } = make();
    index.open(1, rule);
    index.put([changeOf(1, standingOf(1), 1)], 1);
    const wrong = { ...standingOf(1), values: [1, 2] };
    expect(() => index.put([changeOf(1, wrong, 2)], 2)).toThrow("2 columns");
    expect(index.wholeTo()).toBe(1);
    expect(index.slice(1, 0, 10).rows.map((row) => row.values)).toEqual([[1]]);
    expect(() => index.probe(1, [1, 2], 0, 1, 1)).toThrow("2 values");
    expect(() => index.reorder(1, { directions: ["asc", "asc"], ties: "first" })).toThrow("2 columns");
    expect(index.size(1)).toBe(1);
  });

  test("building refuses an index with members, and keeps what came before its source failed", () => {
    const { members, index } = make();
    index.open(1, rule);
    function* failing(): Iterable<Change> {
      yield changeOf(1, standingOf(1), 1);
      yield changeOf(2, null, 2);
      throw new Error("the source is gone");
    }
    expect(() => index.build(1, failing())).toThrow("the source is gone");
    expect(index.slice(1, 0, 10).rows.map((row) => row.playerId)).toEqual(["p1"]);
    expect(() => index.build(1, [])).toThrow("has 1 members");
    index.put([changeOf(1, standingOf(2), 3)], 3);
    expect(index.slice(1, 0, 10).rows.map((row) => row.values)).toEqual([[2]]);
    expect(members.sizeOf(1)).toBe(1);
  });
});
