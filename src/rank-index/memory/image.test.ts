/**
 * Images, checkpoint rows and sweeping: the same random indexes by each way there is to have them again.
 * A failure is replayed by the seed in the title: LAUREL_TEST_SEED=<seed>.
 */
import { describe, expect, test } from "vitest";
import { Random, testSeed } from "../../../test/contract/rank-index-contract.ts";
import type { OrderRule, Ties } from "../../core/order.ts";
import type { ImagePart } from "../../members/image.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import type { Change } from "../rank-index.ts";
import { checkTree } from "./invariants.ts";
import { MemoryRankIndex } from "./memory-index.ts";

const seed = testSeed();
const playerSizes = { segmentBits: 6, slotBits: 3 };
const rowSizes = { segmentBits: 2, slotBits: 3 };
const nodeSizes = { fanout: 4, leafSegmentBits: 3, branchSegmentBits: 1 };
const allTies: readonly Ties[] = ["first", "last", "shared", "dense"];

interface Service {
  readonly players: Players;
  readonly members: Members;
  readonly index: MemoryRankIndex;
}

function make(): Service {
  const players = new Players(seed, playerSizes);
  const members = new Members(players, rowSizes);
  return { players, members, index: new MemoryRankIndex(members, nodeSizes) };
}

function ruleOf(index: number): OrderRule {
  const directions: OrderRule["directions"] = index % 3 === 0 ? ["asc", "desc"] : ["desc"];
  return { directions, ties: allTies[index % 4]! };
}

/** Puts random changes to the indexes 1 to 8 that are open. */
function putSome(random: Random, { index }: Service, from: number, wholeTo: number): void {
  const changes: Change[] = [];
  for (let i = 0; i < 400; i++) {
    const number = 1 + random.below(8);
    const player = 1 + 2 * random.below(80);
    const values = ruleOf(number).directions.map(() => random.below(9));
    const standing = {
      values,
      reachedAt: random.below(9),
      attempts: i,
      event: from + i,
      moved: random.chance(0.5),
    };
    const playerId = `p${(player * 7919) % 1000}`;
    changes.push({
      index: number,
      player,
      playerId,
      standing: random.chance(0.15) ? null : standing,
      revision: from + i,
    });
  }
  index.put(changes, wholeTo);
}

function grown(random: Random): Service {
  const service = make();
  for (let index = 1; index <= 8; index++) service.index.open(index, ruleOf(index));
  for (let round = 1; round <= 4; round++) {
    putSome(random, service, round * 1000, round * 1000);
    if (round === 2) service.index.drop(5);
    if (round === 3) service.index.reorder(6, { ...ruleOf(6), ties: "dense" });
  }
  service.index.drop(7);
  service.index.open(9, ruleOf(9));
  return service;
}

function answersOf({ index }: Service): object {
  return Array.from({ length: 10 }, (_, number) => index.slice(number, 0, 1000));
}

function check({ index }: Service): void {
  for (const { forest, tree } of index.trees()) checkTree(forest, tree);
}

/** What a file would do: the description as JSON, the segments as bytes. */
function through<T>(
  part: ImagePart,
  make: (description: unknown) => { value: T; segments: readonly Uint8Array[] },
): T {
  const { value, segments } = make(JSON.parse(JSON.stringify(part.description)));
  expect(segments.map(({ length }) => length)).toEqual(part.segments.map(({ length }) => length));
  for (const [i, segment] of segments.entries()) segment.set(part.segments[i]!);
  return value;
}

function throughImage({ players, members, index }: Service): Service {
  const again = through(players.image(), (description) => Players.fromImage(description, playerSizes));
  const rows = through(members.image(), (description) => Members.fromImage(description, again, rowSizes));
  const trees = through(index.image(), (description) =>
    MemoryRankIndex.fromImage(description, rows, nodeSizes),
  );
  return { players: again, members: rows, index: trees };
}

describe(`what a memory index is had again by (LAUREL_TEST_SEED=${seed})`, () => {
  test("an image holds everything, and goes on as what it is an image of", () => {
    const random = new Random(seed);
    const first = grown(random);
    const second = throughImage(first);
    expect(answersOf(second)).toEqual(answersOf(first));
    expect(second.index.wholeTo()).toBe(first.index.wholeTo());
    expect(second.players.count).toBe(first.players.count);
    for (let number = 1; number <= 9; number++)
      expect(second.index.version(number)).toBe(first.index.version(number));
    check(second);
    for (let round = 5; round <= 7; round++) {
      for (const service of [first, second])
        putSome(new Random(seed + round), service, round * 1000, round * 1000 + 400);
      expect(answersOf(second)).toEqual(answersOf(first));
      check(second);
    }
    for (const service of [first, second]) while (service.index.sweep(10_000));
    expect(second.members.rowsOf(1).rows).toBe(first.members.rowsOf(1).rows);
    second.index.open(5, ruleOf(5));
    expect(second.index.size(5)).toBe(0);
  });

  test("an image of nothing", () => {
    const again = throughImage(make());
    expect(again.players.count).toBe(0);
    expect(answersOf(again)).toEqual(answersOf(make()));
    again.index.open(1, ruleOf(1));
    putSome(new Random(seed), again, 1, 1000);
    check(again);
  });

  test("rows that were copied give the same trees", () => {
    const first = grown(new Random(seed));
    const { players } = first;
    const members = new Members(players, rowSizes);
    for (const { columns, end } of first.members.rowRuns()) {
      for (let from = 1; from < end; from += 50)
        members.takeRows(columns, first.members.copyRows(columns, from, from + 50));
    }
    const index = new MemoryRankIndex(members, nodeSizes);
    index.openAll((number) => (number === 6 ? { ...ruleOf(6), ties: "dense" } : ruleOf(number)), 5000);
    index.open(9, ruleOf(9));
    const second = { players, members, index };
    expect(answersOf(second)).toEqual(answersOf(first));
    check(second);
    for (let number = 1; number <= 8; number++)
      if (number !== 5 && number !== 7) expect(members.sizeOf(number)).toBe(index.size(number));
  });

  test("what is swept up is used again, while other indexes answer", () => {
    const random = new Random(seed);
    const { index, members } = make();
    const fill = (number: number): void => {
      index.open(number, ruleOf(1));
      const changes = Array.from({ length: 300 }, (_, i): Change => {
        const standing = { values: [random.below(100)], reachedAt: 1, attempts: 1, event: 1, moved: false };
        return { index: number, player: i + 1, playerId: `p${i}`, standing, revision: number };
      });
      index.put(changes, 0);
    };
    fill(1);
    fill(2);
    const kept = index.slice(2, 0, 1000);
    const { bytes } = index;
    const { end } = members.rowsOf(1);
    let slices = 0;
    for (let number = 3; number <= 12; number++) {
      index.drop(number === 3 ? 1 : number - 1);
      for (slices = 0; index.sweep(300); slices++) expect(index.slice(2, 0, 1000)).toEqual(kept);
      expect(slices).toBeGreaterThan(3);
      fill(number);
      index.reorder(number, { directions: ["desc"], ties: number % 2 === 0 ? "last" : "first" });
      for (const { forest, tree } of index.trees()) checkTree(forest, tree);
    }
    expect(members.rowsOf(1).end).toBe(end);
    // Two orders, each with nodes for at most as many rows.
    expect(index.bytes).toBeLessThan(3.5 * bytes);
  });
});
