/**
 * What every rank index must do: one suite, run by each implementation through the port alone.
 *
 * Answers are compared with those of a sorted array under core/order.ts. Histories are random, with ties and
 * collisions made on purpose; every put comes shuffled, repeated and late. A failure is replayed by the seed
 * that stands in the suite's title: LAUREL_TEST_SEED=<seed>.
 */
import { afterEach, describe, expect, test } from "vitest";
import type { Standing } from "../../src/core/fold.ts";
import { indexNumber } from "../../src/core/index-number.ts";
import {
  compareColumns,
  compareKeys,
  type OrderKey,
  type OrderRule,
  shownRank,
  type Ties,
} from "../../src/core/order.ts";
import type {
  Around,
  AroundSink,
  Change,
  IndexNumber,
  Page,
  Place,
  PlaceFields,
  Probe,
  RankIndex,
  Row,
} from "../../src/rank-index/rank-index.ts";

export interface IndexUnderTest {
  readonly index: RankIndex;
  close(): Promise<void> | void;
}

/** Makes an index that holds nothing; `seed` is the seed of the suite. */
export type MakeIndex = (seed: number) => Promise<IndexUnderTest>;

/** The suite. Call it at the top of a test file of the implementation. */
export function rankIndexContract(name: string, make: MakeIndex): void {
  const seed = testSeed();
  describe(`${name} keeps the rank index contract (LAUREL_TEST_SEED=${seed})`, () => {
    const opened: IndexUnderTest[] = [];

    async function fresh(): Promise<RankIndex> {
      const made = await make(seed);
      opened.push(made);
      return made.index;
    }

    afterEach(async () => {
      for (const made of opened.splice(0).reverse()) await made.close();
    });

    describe.each(allTies)("ties %s", (ties) => {
      test.each(allDirections.map((directions) => ({ directions, title: directions.join(" ") })))(
        "random histories, columns $title",
        async ({ directions }) => {
          const random = new Random(seed ^ hashOf(ties + directions.join()));
          await replay(random, await fresh(), [{ directions, ties }]);
        },
      );

      test("a board of many members, built at once and put one by one", async () => {
        const random = new Random(seed ^ hashOf(`large ${ties}`));
        const rule: OrderRule = { directions: ["desc", "asc"], ties };
        const index = await fresh();
        const model = new Model();
        const changes = Array.from({ length: 4500 }, (_, i) =>
          changeOf(boardOne, i + 1, `p${i}`, randomStanding(random, 2, "many"), i + 1),
        );
        for (const board of [boardOne, boardTwo]) {
          await index.open(board, rule);
          model.open(board, rule);
        }
        await index.build(boardOne, random.shuffled(changes));
        const again = random.shuffled(changes).map((change) => ({ ...change, index: boardTwo }));
        for (let i = 0; i < again.length; i += 500) await index.put(again.slice(i, i + 500), 0);
        model.put([...changes, ...again], 0);
        for (const board of [boardOne, boardTwo]) {
          expect(await index.slice(board, 0, 5000)).toEqual(model.slice(board, 0, 5000));
          for (let i = 0; i < 10; i++) await compareAnswers(random, index, model, board);
        }
        const gone = random.shuffled(changes).slice(0, 4000);
        const removals = gone.map((change, i) => ({
          ...change,
          index: boardTwo,
          standing: null,
          revision: 5000 + i,
        }));
        for (let i = 0; i < removals.length; i += 500) await index.put(removals.slice(i, i + 500), 0);
        model.put(removals, 0);
        expect(await index.slice(boardTwo, 0, 5000)).toEqual(model.slice(boardTwo, 0, 5000));
        for (let i = 0; i < 10; i++) await compareAnswers(random, index, model, boardTwo);
      });
    });

    test("several boards at once, dropped and opened on the way", async () => {
      const random = new Random(seed ^ hashOf("several"));
      const rules = allTies.map((ties): OrderRule => ({ ties, directions: random.pick(allDirections) }));
      await replay(random, await fresh(), rules);
    });

    test("equal members are ordered by the UTF-8 bytes of their ids", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("first"));
      const changes = oddIds.map((id, i) => changeOf(boardOne, i + 1, id, standingOf([5]), i + 1));
      await index.put(new Random(seed).shuffled(changes), changes.length);
      const ids = (await index.slice(boardOne, 0, 1000)).rows.map((row) => row.playerId);
      expect(ids).toEqual([...oddIds].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(ids.indexOf("\uff21")).toBeLessThan(ids.indexOf("😀"));
    });

    test.each([
      ["first", [1, 2, 3, 4]],
      ["last", [1, 2, 3, 4]],
      ["shared", [1, 1, 3, 4]],
      ["dense", [1, 1, 2, 3]],
    ] as const)("ranks under ties %s", async (ties, ranks) => {
      const index = await fresh();
      await index.open(boardOne, oneColumn(ties));
      const standings = [standingOf([9], 20), standingOf([9], 10), standingOf([7]), standingOf([1])];
      await index.put(
        standings.map((standing, i) => changeOf(boardOne, i + 1, `p${i}`, standing, i + 1)),
        4,
      );
      const { rows } = await index.slice(boardOne, 0, 10);
      expect(rows.map((row) => row.rank)).toEqual(ranks);
      expect(rows.slice(0, 2).map((row) => row.playerId)).toEqual(
        ties === "last" ? ["p0", "p1"] : ["p1", "p0"],
      );
    });

    test("an index that was never opened is empty", async () => {
      const index = await fresh();
      await index.put([changeOf(boardOne, 1, "a", standingOf([1]), 1)], 0);
      await index.reorder(boardOne, oneColumn("last"));
      await index.build(boardOne, [changeOf(boardOne, 1, "a", standingOf([1]), 1)]);
      await expectEmpty(index, boardOne);
    });

    test("a number that was dropped takes nothing ever again", async () => {
      const index = await fresh();
      const put = (revision: number) => index.put([changeOf(boardOne, 1, "a", standingOf([1]), revision)], 0);
      await index.open(boardOne, oneColumn("first"));
      await index.open(boardTwo, oneColumn("first"));
      await put(1);
      await index.put([changeOf(boardTwo, 1, "a", standingOf([1]), 1)], 0);
      await index.drop(boardOne);
      await expectEmpty(index, boardOne);
      await put(2);
      await expectEmpty(index, boardOne);
      await index.open(boardOne, oneColumn("first"));
      await put(3);
      await index.build(boardOne, [changeOf(boardOne, 1, "a", standingOf([1]), 4)]);
      await expectEmpty(index, boardOne);
      expect(await index.size(boardTwo)).toBe(1);
      await index.drop(boardTwo + 1);
      await index.open(boardTwo + 1, oneColumn("first"));
      await index.put([changeOf(boardTwo + 1, 1, "a", standingOf([1]), 5)], 0);
      await expectEmpty(index, boardTwo + 1);
    });

    test("opening again changes nothing", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("shared"));
      await index.put(
        [changeOf(boardOne, 1, "a", standingOf([1]), 1), changeOf(boardOne, 2, "b", standingOf([1]), 2)],
        2,
      );
      const before = await index.slice(boardOne, 0, 10);
      await index.open(boardOne, oneColumn("shared"));
      expect(await index.slice(boardOne, 0, 10)).toEqual(before);
    });

    test("nothing at or below the position held whole is taken", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("first"));
      await index.put([changeOf(boardOne, 1, "a", standingOf([1]), 10)], 10);
      expect(await index.wholeTo()).toBe(10);
      await index.put(
        [changeOf(boardOne, 2, "b", standingOf([1]), 10), changeOf(boardOne, 3, "c", standingOf([1]), 3)],
        10,
      );
      expect(await index.size(boardOne)).toBe(1);
      // The position before the put counts, not the one that it moves to.
      await index.put(
        [changeOf(boardOne, 2, "b", standingOf([1]), 11), changeOf(boardOne, 3, "c", standingOf([1]), 12)],
        20,
      );
      expect(await index.size(boardOne)).toBe(3);
      await index.put([], 15);
      expect(await index.wholeTo()).toBe(20);
    });

    test("of two changes with one revision the first counts", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("first"));
      await index.put(
        [changeOf(boardOne, 1, "a", standingOf([1]), 5), changeOf(boardOne, 2, "b", null, 5)],
        4,
      );
      await index.put(
        [changeOf(boardOne, 1, "a", standingOf([2]), 5), changeOf(boardOne, 2, "b", standingOf([2]), 5)],
        4,
      );
      expect((await index.slice(boardOne, 0, 10)).rows.map((row) => row.values)).toEqual([[1]]);
    });

    test("none keeps older puts out, before and after its revision is forgotten", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("first"));
      const older = changeOf(boardOne, 1, "a", standingOf([1]), 4);
      await index.put([changeOf(boardOne, 1, "a", null, 5)], 3);
      await index.put([older], 3);
      expect(await index.size(boardOne)).toBe(0);
      await index.put([], 5);
      await index.put([older, changeOf(boardOne, 1, "a", standingOf([1]), 5)], 5);
      expect(await index.size(boardOne)).toBe(0);
      await index.put([changeOf(boardOne, 1, "a", standingOf([2]), 6)], 5);
      expect((await index.slice(boardOne, 0, 10)).rows.map((row) => row.values)).toEqual([[2]]);
    });

    test("building takes members whatever is held whole, and the newest of one that comes twice", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("first"));
      await index.put([], 100);
      const changes = [
        changeOf(boardOne, 1, "a", standingOf([1]), 10),
        changeOf(boardOne, 1, "a", standingOf([3]), 12),
        changeOf(boardOne, 1, "a", standingOf([2]), 11),
        changeOf(boardOne, 2, "b", standingOf([9]), 13),
        changeOf(boardOne, 2, "b", null, 14),
        changeOf(boardOne, 3, "c", null, 16),
        changeOf(boardOne, 3, "c", standingOf([9]), 15),
      ];
      await index.build(boardOne, changes);
      const { rows } = await index.slice(boardOne, 0, 10);
      expect(rows.map(({ playerId, values }) => [playerId, values])).toEqual([["a", [3]]]);
      expect(await index.wholeTo()).toBe(100);
      await index.put([changeOf(boardOne, 1, "a", standingOf([4]), 101)], 101);
      expect((await index.slice(boardOne, 0, 10)).rows.map((row) => row.values)).toEqual([[4]]);
    });

    test("values at the ends of their range are told apart and come back exactly", async () => {
      const values = [-limit, -limit + 1, -1, 0, 1, limit - 1, limit];
      for (const directions of [["asc"], ["desc"], ["asc", "desc"], ["desc", "asc"]] as const) {
        const index = await fresh();
        await index.open(boardOne, { directions, ties: "dense" });
        const tuples =
          directions.length === 1 ? values.map((a) => [a]) : values.flatMap((a) => values.map((b) => [a, b]));
        const changes = tuples.map((tuple, i) =>
          changeOf(boardOne, i + 1, `p${i}`, standingOf(tuple), i + 1),
        );
        await index.put(new Random(seed).shuffled(changes), changes.length);
        const { rows } = await index.slice(boardOne, 0, 100);
        const sorted = [...tuples].sort((a, b) =>
          compareColumns({ directions, ties: "dense" }, keyOf(a), keyOf(b)),
        );
        expect(rows.map((row) => row.values)).toEqual(sorted);
        expect(rows.map((row) => row.rank)).toEqual(sorted.map((_, i) => i + 1));
        expect(rows.some((row) => row.values.some((value) => Object.is(value, -0)))).toBe(false);
      }
    });

    test("attempts and event change without the place", async () => {
      const index = await fresh();
      await index.open(boardOne, oneColumn("first"));
      const standing = standingOf([5]);
      await index.put([changeOf(boardOne, 1, "a", standing, 1), changeOf(boardOne, 2, "b", standing, 2)], 2);
      const version = await index.version(boardOne);
      await index.put([changeOf(boardOne, 1, "a", { ...standing, attempts: 4_000_000_000, event: 3 }, 3)], 3);
      const { rows } = await index.slice(boardOne, 0, 1);
      expect(rows).toMatchObject([{ playerId: "a", attempts: 4_000_000_000, event: 3 }]);
      expect(await index.version(boardOne)).not.toBe(version);
    });
  });
}

/** The seed from LAUREL_TEST_SEED, or a new one. */
export function testSeed(): number {
  const given = process.env.LAUREL_TEST_SEED;
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}

/** Random numbers from a seed (mulberry32), and choices made with them. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 to before `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  chance(probability: number): boolean {
    return this.below(1e6) < probability * 1e6;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    return shuffled;
  }
}

const allTies: readonly Ties[] = ["first", "last", "shared", "dense"];

const allDirections: readonly OrderRule["directions"][] = [
  ["desc"],
  ["asc"],
  ["desc", "asc"],
  ["asc", "desc", "desc"],
  ["desc", "asc", "asc", "desc"],
];

const limit = Number.MAX_SAFE_INTEGER;

/** Ids that a careless key, pattern or sort gets wrong. */
const oddIds: readonly string[] = [
  ..."ab:{}/|%'\"< *?[]\\$;,.-_~`^&=+#@!()é\u00ff\u0100\u0800\uff21\ue000\ufffd😀𐀀\u{10ffff}",
  ...[
    "a:",
    "a:b",
    "a{b}",
    "{a}",
    "a/b",
    "a b",
    " a",
    "a ",
    "aa",
    "aaa",
    "ab",
    "a\u00e9",
    "a\uff21",
    "a😀",
    "a😀b",
  ],
  ...["", "-1", "0", "1", "10", "__proto__", "constructor", "null"].filter((id) => id !== ""),
  ...["x".repeat(127), "x".repeat(128), `${"x".repeat(127)}y`, "é".repeat(64), "😀".repeat(32)],
];

const boardOne = indexNumber(1, 0);
const boardTwo = indexNumber(2 ** 27 - 1, 2 ** 26 - 2);

function oneColumn(ties: Ties): OrderRule {
  return { directions: ["desc"], ties };
}

function keyOf(values: readonly number[]): { values: readonly number[]; reachedAt: number } {
  return { values, reachedAt: 0 };
}

function standingOf(values: readonly number[], reachedAt = 1_791_151_200_000): Standing {
  return { values, reachedAt, attempts: 1, event: 1, moved: false };
}

function changeOf(
  index: IndexNumber,
  player: number,
  playerId: string,
  standing: Standing | null,
  revision: number,
): Change {
  return { index, player, playerId, standing, revision };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Few values tie often; many still do now and then. */
function randomStanding(random: Random, columns: number, spread: "few" | "many"): Standing {
  const few = [-limit, -limit + 1, -2, -1, 0, 0, 1, 2, 3, limit - 1, limit];
  const values = Array.from({ length: columns }, () =>
    spread === "few" ? random.pick(few) : random.below(60),
  );
  const reachedAt = random.chance(0.9)
    ? 1_791_151_200_000 + random.below(spread === "few" ? 3 : 1000)
    : random.pick([100_000_000_000, -1, 0, 253_402_300_799_999]);
  return {
    values,
    reachedAt,
    attempts: 1 + random.below(3),
    event: 1 + random.below(1000),
    moved: random.chance(0.5),
  };
}

/** What the ledger would do and what reaches the index of it, in a bad order, answer by answer. */
async function replay(random: Random, index: RankIndex, rules: readonly OrderRule[]): Promise<void> {
  const model = new Model();
  const boards = rules.map((_, i) => indexNumber(7, i));
  const ids = random.shuffled(oddIds).slice(0, 40);
  // Numbers with gaps, and not in the order of the ids.
  const numbers = random.shuffled(ids.map((_, i) => 1 + 3 * i));
  const versions = new Map<IndexNumber, { version: number; state: string }>();
  const newest = new Map<string, Change>();
  let sequence = 0;
  let whole = 0;
  let waiting: Change[] = [];
  let delivered: Change[] = [];
  const ruleOf = new Map(boards.map((board, i) => [board, rules[i]!]));

  for (const board of boards) {
    await index.open(board, ruleOf.get(board)!);
    model.open(board, ruleOf.get(board)!);
  }
  const rounds = 24;
  for (let round = 0; round < rounds; round++) {
    for (let i = random.below(25); i >= 0; i--) {
      sequence += 1 + random.below(2);
      const at = random.below(ids.length);
      // One record may touch a member on several boards: one revision for all of them.
      for (const board of boards) {
        if (boards.length > 1 && random.chance(0.5)) continue;
        const columns = ruleOf.get(board)!.directions.length;
        const standing = random.chance(0.25) ? null : randomStanding(random, columns, "few");
        const change = changeOf(board, numbers[at]!, ids[at]!, standing, sequence);
        waiting.push(change);
        newest.set(`${board} ${change.playerId}`, change);
      }
    }
    const last = round === rounds - 1;
    const shuffled = random.shuffled(waiting);
    const sent = last ? shuffled : shuffled.slice(random.below(shuffled.length));
    waiting = waiting.filter((change) => !sent.includes(change));
    const repeated = random.shuffled([...sent, ...delivered]).slice(0, random.below(20));
    delivered = [...delivered, ...sent].slice(-200);
    // Everything below what still waits has been sent; an index may be told less.
    const known = Math.min(sequence, ...waiting.map((change) => change.revision - 1));
    if (last || random.chance(0.6)) whole = Math.max(whole, known);
    const put = random.shuffled([...sent, ...repeated]);
    const cut = random.below(put.length + 1);
    for (const [changes, wholeTo] of [
      [put.slice(0, cut), 0],
      [put.slice(cut), whole],
    ] as const) {
      await index.put(changes, wholeTo);
      model.put(changes, wholeTo);
    }
    if (random.chance(0.1)) {
      const board = random.pick(boards);
      const rule = { ...ruleOf.get(board)!, ties: random.pick(allTies) };
      ruleOf.set(board, rule);
      await index.reorder(board, rule);
      model.reorder(board, rule);
    }
    if (boards.length > 1 && random.chance(0.1)) {
      const board = random.pick(boards);
      const fresh = indexNumber(8 + round, 0);
      boards[boards.indexOf(board)] = fresh;
      ruleOf.set(fresh, ruleOf.get(board)!);
      await index.drop(board);
      model.drop(board);
      await expectEmpty(index, board);
      await index.open(fresh, ruleOf.get(fresh)!);
      model.open(fresh, ruleOf.get(fresh)!);
    }
    expect(await index.wholeTo()).toBe(model.whole);
    for (const board of boards) {
      await compareAnswers(random, index, model, board);
      const state = JSON.stringify(model.slice(board, 0, 1000));
      const version = await index.version(board);
      const before = versions.get(board);
      if (before !== undefined && before.state !== state) expect(version).not.toBe(before.version);
      versions.set(board, { version, state });
    }
  }
  // All has been put: each board is what its newest changes say, whatever came in which order and how often.
  for (const board of boards) {
    const { rows } = await index.slice(board, 0, 1000);
    const standing = [...newest.values()].filter(
      (change) => change.index === board && change.standing !== null,
    );
    expect(rows.map((row) => row.playerId).sort()).toEqual(standing.map((change) => change.playerId).sort());
    for (const row of rows)
      expect(row).toMatchObject({ event: newest.get(`${board} ${row.playerId}`)!.standing!.event });
  }
}

async function expectEmpty(index: RankIndex, board: IndexNumber): Promise<void> {
  const key: OrderKey = { values: [1], reachedAt: 0, playerId: "a" };
  expect(await index.size(board)).toBe(0);
  expect(await index.slice(board, 0, 10)).toEqual({ total: 0, offset: 0, rows: [] });
  expect(await index.slice(board, 5, 10)).toEqual({ total: 0, offset: 5, rows: [] });
  expect(await index.sliceFrom(board, key, "after", 10)).toEqual({ total: 0, offset: 0, rows: [] });
  expect(await index.sliceFrom(board, key, "before", 10)).toEqual({ total: 0, offset: 0, rows: [] });
  expect(await index.around(board, "a", 5, 5)).toBeNull();
  expect(await index.places(board, ["a", "a"])).toEqual({ total: 0, places: [null, null] });
  expect(await index.rank(board, "a")).toBe(0);
  expect(await index.ranks(board, ["a", "b"])).toEqual([0, 0]);
  const sink = new Collector(1);
  expect(await index.writeRows(board, 0, 10, sink)).toBe(0);
  expect(await index.writeRowsFrom(board, key, "after", 10, sink)).toEqual({ total: 0, offset: 0 });
  expect(await index.writeRowsFrom(board, key, "before", 10, sink)).toEqual({ total: 0, offset: 0 });
  expect(await index.writeAround(board, "a", 5, 5, sink)).toBe(false);
  expect(sink).toEqual(new Collector(1));
  expect(await index.probe(board, [1], 0, 5, 5)).toEqual({
    total: 0,
    rank: 1,
    ahead: 0,
    better: 0,
    worse: 0,
    offset: 0,
    rows: [],
  });
}

/** Asks every question once, with random parameters, and compares the answers. */
async function compareAnswers(
  random: Random,
  index: RankIndex,
  model: Model,
  board: IndexNumber,
): Promise<void> {
  const total = model.size(board);
  expect(await index.size(board)).toBe(total);
  expect(await index.slice(board, 0, 100)).toEqual(model.slice(board, 0, 100));
  const offset = random.below(total + 3);
  const rows = random.below(12);
  expect(await index.slice(board, offset, rows)).toEqual(model.slice(board, offset, rows));
  const columns = model.columns(board);
  const sink = new Collector(columns);
  expect(await index.writeRows(board, offset, rows, sink)).toBe(total);
  expect(sink.rows).toEqual(model.slice(board, offset, rows).rows.map(shownOf));

  const keys = [model.randomKey(random, board), ...model.endKeys(board)];
  for (const key of keys) {
    for (const side of ["after", "before"] as const) {
      const pageRows = 1 + random.below(8);
      const page = await index.sliceFrom(board, key, side, pageRows);
      expect(page, `${side} ${JSON.stringify(key)}`).toEqual(model.sliceFrom(board, key, side, pageRows));
      const sink = new Collector(columns);
      const { rows, ...extent } = page;
      expect(await index.writeRowsFrom(board, key, side, pageRows, sink)).toEqual(extent);
      expect(sink.rows).toEqual(rows.map(shownOf));
    }
  }

  const ids = [...model.randomIds(random, board, 3), random.pick(oddIds), "nobody at all", "y".repeat(300)];
  for (const id of ids) {
    const above = random.below(6);
    const below = random.below(6);
    const around = model.around(board, id, above, below);
    expect(await index.around(board, id, above, below)).toEqual(around);
    const sink = new Collector(columns);
    expect(await index.writeAround(board, id, above, below, sink)).toBe(around !== null);
    expect(sink.places).toEqual(around === null ? [] : [placeOf(around)]);
    expect(sink.rows).toEqual(around === null ? [] : around.rows.map(shownOf));
    expect(await index.rank(board, id)).toBe(around?.place.rank ?? 0);
  }
  const asked = random.shuffled([
    ...ids,
    ...ids.slice(0, 1),
    ...model.endKeys(board).map((key) => key.playerId),
  ]);
  expect(await index.places(board, asked)).toEqual(model.places(board, asked));
  // More than are looked for together.
  const many = Array.from({ length: random.below(200) }, () => random.pick(asked));
  const ranks = model.places(board, many).places.map((place) => place?.rank ?? 0);
  expect(await index.ranks(board, many)).toEqual(ranks);

  for (const key of keys) {
    const above = random.below(4);
    const below = random.below(4);
    const probe = await index.probe(board, key.values, key.reachedAt, above, below);
    expect(probe, `probe ${JSON.stringify(key)}`).toEqual(model.probe(board, key, above, below));
  }
}

/** What a sink is given of a row. */
type Shown = Pick<Row, "rank" | "playerId" | "values" | "reachedAt">;

/** Takes rows and places as a sink, and makes objects of them. */
class Collector implements AroundSink {
  readonly rows: Shown[] = [];
  readonly places: object[] = [];
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    const values = [...numbers.subarray(at, at + this.#columns)];
    const playerId = Buffer.from(id.subarray(start, end)).toString();
    this.rows.push({ rank, playerId, values, reachedAt: numbers[at + this.#columns]! });
  }

  place({ total, rank, ahead, better, worse, attempts, id, start, end, numbers, at }: PlaceFields): void {
    expect(this.rows, "the place comes first").toEqual([]);
    this.row(rank, id, start, end, numbers, at);
    this.places.push({ total, ahead, better, worse, attempts, ...this.rows.pop()! });
  }
}

function shownOf({ rank, playerId, values, reachedAt }: Row): Shown {
  return { rank, playerId, values: [...values], reachedAt };
}

function placeOf({ total, place }: Around): object {
  const { ahead, better, worse, attempts } = place;
  return { total, ahead, better, worse, attempts, ...shownOf(place) };
}

interface ModelMember {
  readonly playerId: string;
  readonly standing: Standing | null;
  readonly revision: number;
}

/** A member in order, with the counts of those in front of it. */
interface ModelPlace extends OrderKey, Standing {
  readonly better: number;
  readonly distinctBetter: number;
}

interface ModelBoard {
  readonly rule: OrderRule;
  readonly members: Map<number, ModelMember>;
  /** null: to be made anew. */
  sorted: readonly ModelPlace[] | null;
}

/** The port over sorted arrays: every count is counted. */
class Model {
  whole = 0;
  readonly #boards = new Map<IndexNumber, ModelBoard>();

  open(board: IndexNumber, rule: OrderRule): void {
    this.#boards.set(board, { rule, members: new Map(), sorted: null });
  }

  reorder(board: IndexNumber, rule: OrderRule): void {
    this.#boards.set(board, { rule, members: this.#boards.get(board)!.members, sorted: null });
  }

  drop(board: IndexNumber): void {
    this.#boards.delete(board);
  }

  put(changes: readonly Change[], wholeTo: number): void {
    for (const { index, player, playerId, standing, revision } of changes) {
      const board = this.#boards.get(index);
      if (board === undefined || revision <= this.whole) continue;
      if (revision <= (board.members.get(player)?.revision ?? 0)) continue;
      board.members.set(player, { playerId, standing, revision });
      board.sorted = null;
    }
    this.whole = Math.max(this.whole, wholeTo);
  }

  columns(board: IndexNumber): number {
    return this.#boards.get(board)!.rule.directions.length;
  }

  size(board: IndexNumber): number {
    return this.#sorted(board).length;
  }

  slice(board: IndexNumber, offset: number, rows: number): Page {
    const sorted = this.#sorted(board);
    const page = sorted.slice(offset, offset + rows).map((_, i) => this.#row(board, offset + i));
    return { total: sorted.length, offset, rows: page };
  }

  sliceFrom(board: IndexNumber, key: OrderKey, side: "after" | "before", rows: number): Page {
    const { rule } = this.#boards.get(board)!;
    const behind = (member: OrderKey): boolean => {
      const difference = compareKeys(rule, member, key);
      return side === "after" ? difference <= 0 : difference < 0;
    };
    const border = this.#sorted(board).filter(behind).length;
    if (side === "after") return this.slice(board, border, rows);
    const offset = Math.max(0, border - rows);
    return this.slice(board, offset, border - offset);
  }

  around(board: IndexNumber, id: string, above: number, below: number): Around | null {
    const place = this.#place(board, id);
    if (place === null) return null;
    const offset = Math.max(0, place.ahead - above);
    const { total, rows } = this.slice(board, offset, place.ahead + below + 1 - offset);
    return { total, place, rows };
  }

  places(board: IndexNumber, ids: readonly string[]): { total: number; places: (Place | null)[] } {
    return { total: this.size(board), places: ids.map((id) => this.#place(board, id)) };
  }

  probe(board: IndexNumber, key: OrderKey, above: number, below: number): Probe {
    const { rule } = this.#boards.get(board)!;
    const sorted = this.#sorted(board);
    // No id is greater than this one: the newcomer stands behind its equals.
    const newcomer = { ...key, playerId: "\u{10ffff}".repeat(64) };
    const ahead = sorted.filter((member) => compareKeys(rule, member, newcomer) < 0).length;
    const { better, worse, distinctBetter } = this.#counts(board, key);
    const rank = shownRank(rule.ties, ahead, better, distinctBetter);
    const offset = Math.max(0, ahead - above);
    const { total, rows } = this.slice(board, offset, ahead + below - offset);
    return { total, rank, ahead, better, worse, offset, rows };
  }

  /** A key that may be a member's, a little beside one, or anything. */
  randomKey(random: Random, board: IndexNumber): OrderKey {
    const { rule } = this.#boards.get(board)!;
    const sorted = this.#sorted(board);
    const other = { ...randomStanding(random, rule.directions.length, "few"), playerId: random.pick(oddIds) };
    const base = sorted.length > 0 && random.chance(0.8) ? random.pick(sorted) : other;
    return {
      values: random.chance(0.2) ? other.values : base.values,
      reachedAt: random.chance(0.3) ? base.reachedAt + random.below(3) - 1 : base.reachedAt,
      playerId: random.chance(0.4)
        ? random.pick([other.playerId, `${base.playerId}!`, "\u{10ffff}"])
        : base.playerId,
    };
  }

  endKeys(board: IndexNumber): OrderKey[] {
    const sorted = this.#sorted(board);
    return sorted.length === 0 ? [] : [sorted[0]!, sorted[sorted.length - 1]!];
  }

  randomIds(random: Random, board: IndexNumber, count: number): string[] {
    const sorted = this.#sorted(board);
    return sorted.length === 0 ? [] : Array.from({ length: count }, () => random.pick(sorted).playerId);
  }

  #sorted(board: IndexNumber): readonly ModelPlace[] {
    const state = this.#boards.get(board)!;
    if (state.sorted !== null) return state.sorted;
    const members: (OrderKey & Standing)[] = [];
    for (const { playerId, standing } of state.members.values()) {
      if (standing !== null) members.push({ ...standing, playerId });
    }
    members.sort((a, b) => compareKeys(state.rule, a, b));
    let better = 0;
    let distinctBetter = 0;
    state.sorted = members.map((member, i) => {
      if (i > 0 && compareColumns(state.rule, members[i - 1]!, member) < 0) {
        better = i;
        distinctBetter += 1;
      }
      return { ...member, better, distinctBetter };
    });
    return state.sorted;
  }

  #counts(
    board: IndexNumber,
    key: { values: readonly number[] },
  ): { better: number; worse: number; distinctBetter: number } {
    const { rule } = this.#boards.get(board)!;
    const better = new Set<string>();
    const counts = { better: 0, worse: 0, distinctBetter: 0 };
    for (const member of this.#sorted(board)) {
      const difference = compareColumns(rule, member, { values: key.values, reachedAt: 0 });
      if (difference < 0) {
        counts.better += 1;
        better.add(member.values.join());
      } else if (difference > 0) {
        counts.worse += 1;
      }
    }
    counts.distinctBetter = better.size;
    return counts;
  }

  #row(board: IndexNumber, ahead: number): Row {
    const { rule } = this.#boards.get(board)!;
    const { playerId, values, reachedAt, attempts, event, better, distinctBetter } =
      this.#sorted(board)[ahead]!;
    const rank = shownRank(rule.ties, ahead, better, distinctBetter);
    return { rank, playerId, values, reachedAt, attempts, event };
  }

  #place(board: IndexNumber, id: string): Place | null {
    const ahead = this.#sorted(board).findIndex((member) => member.playerId === id);
    if (ahead < 0) return null;
    const row = this.#row(board, ahead);
    const { better, worse } = this.#counts(board, row);
    return { ...row, ahead, better, worse };
  }
}
