/**
 * A tree against a sorted array, with nodes of four: every step is followed by a check of all invariants.
 * A failure is replayed by the seed in the title: LAUREL_TEST_SEED=<seed>.
 */
import { describe, expect, test } from "vitest";
import { Random, testSeed } from "../../../test/contract/rank-index-contract.ts";
import type { Standing } from "../../core/fold.ts";
import { compareColumns, compareKeys, type OrderKey, type OrderRule, type Ties } from "../../core/order.ts";
import { IndexHandles } from "../../members/index-handles.ts";
import { MemberRows } from "../../members/member-rows.ts";
import { Players } from "../../members/players.ts";
import { Bound } from "./bound.ts";
import { Forest } from "./forest.ts";
import { checkForest } from "./invariants.ts";
import { MemberOrder } from "./member-order.ts";
import { Roots } from "./roots.ts";
import { sortRows } from "./sort-rows.ts";

const seed = testSeed();
/** The handle of the one index. */
const tree = 1;
const allTies: readonly Ties[] = ["first", "last", "shared", "dense"];
const allDirections = [["desc"], ["asc", "desc"], ["desc", "asc", "desc", "asc"]].map((directions) => ({
  directions: directions as OrderRule["directions"],
  title: directions.join(" "),
}));

describe(`tree of fanout 4 (LAUREL_TEST_SEED=${seed})`, () => {
  describe.each(allTies)("ties %s", (ties) => {
    test.each(allDirections)("random inserts and removals, columns $title", ({ directions }) => {
      for (let run = 0; run < 6; run++) {
        const subject = new Subject(new Random(seed + run), { directions, ties });
        // It grows, shrinks to nothing and grows again.
        for (const [steps, growth] of [
          [150, 0.8],
          [250, 0.25],
          [60, 0.7],
        ] as const) {
          for (let i = 0; i < steps; i++) {
            subject.step(growth);
            subject.check();
          }
        }
        while (subject.members.length > 0) {
          subject.remove(subject.random.below(subject.members.length));
          subject.check();
        }
      }
    });

    test.each(["front", "back", "front of a group", "back of a group"] as const)(
      "all new rows come to the %s",
      (where) => {
        const subject = new Subject(new Random(seed), { directions: ["asc", "asc"], ties });
        const sign = where.startsWith("front") ? -1 : 1;
        const later = ties === "last" ? -sign : sign;
        for (const values of [
          [0, 0],
          [9, 9],
        ]) {
          for (let i = 0; i < 20; i++) subject.insert({ values, reachedAt: i });
        }
        for (let i = 1; i <= 150; i++) {
          const isGroup = where.endsWith("group");
          subject.insert(
            isGroup
              ? { values: [5, 5], reachedAt: 1000 + later * i }
              : { values: [0, sign * 100 * i], reachedAt: 0 },
          );
          subject.check();
        }
        expect(subject.rowsPerLeaf()).toBeGreaterThanOrEqual(2);
        // From both ends and from the middle until nothing is left.
        for (let i = 0; subject.members.length > 0; i++) {
          subject.remove([0, subject.members.length - 1, subject.members.length >> 1][i % 3]!);
          subject.check();
        }
      },
    );

    test.each(allDirections)("moves inside one leaf, columns $title", ({ directions }) => {
      const subject = new Subject(new Random(seed), { directions, ties }, 28);
      subject.build(25);
      for (let i = 0; i < 200; i++) {
        subject.move(subject.random.below(subject.members.length));
        subject.check();
      }
      subject.checkAnswers();
    });

    test("bulk builds of all small sizes, and changes after", () => {
      const random = new Random(seed);
      for (let size = 0; size <= 70; size++) {
        const subject = new Subject(random, { directions: ["desc"], ties });
        subject.build(size);
        subject.check();
        subject.checkAnswers();
        for (let i = 0; i < 12; i++) {
          subject.step(0.4);
          subject.check();
        }
        subject.clear();
        subject.check();
        subject.step(1);
        subject.check();
      }
    });
  });

  test.each(allTies)("all answers, ties %s", (ties) => {
    for (let run = 0; run < 8; run++) {
      const subject = new Subject(new Random(seed - run), { directions: ["desc", "asc"], ties });
      for (let i = 0; i < 120; i++) {
        subject.step(0.7);
        if (i % 8 === 0) subject.checkAnswers();
      }
    }
  });

  test("rows that come in order fill their leaves", () => {
    for (const sign of [1, -1]) {
      const subject = new Subject(new Random(seed), { directions: ["asc"], ties: "first" });
      for (let i = 0; i < 200; i++) subject.insert({ values: [sign * i], reachedAt: 0 });
      subject.check();
      expect(subject.rowsPerLeaf()).toBe(4);
      // 50 leaves need 13 + 4 + 1 branches; where rows come to the front, branches are split in halves.
      if (sign === 1) expect(subject.forest.nodes.branches.end - 1).toBe(18);
    }
  });

  test("leaves merge while rows go", () => {
    const subject = new Subject(new Random(seed), { directions: ["asc"], ties: "first" }, 16);
    for (let i = 0; i < 1000; i++) subject.insert(subject.randomKey());
    while (subject.members.length > 100) subject.remove(subject.random.below(subject.members.length));
    subject.check();
    // Never merged, they would hold between one and two.
    expect(subject.rowsPerLeaf()).toBeGreaterThan(5);
  });

  test("a row is not put in twice, nor taken out where it is not", () => {
    const subject = new Subject(new Random(seed), { directions: ["asc"], ties: "first" });
    subject.insert({ values: [1], reachedAt: 0 });
    const row = subject.rowOf(0);
    expect(() => subject.forest.insert(tree, row)).toThrow("twice");
    subject.forest.remove(tree, row);
    expect(() => subject.forest.remove(tree, row)).toThrow("in no tree");
    expect(() => subject.forest.position(row)).toThrow("in no tree");
  });
});

describe(`sortRows (LAUREL_TEST_SEED=${seed})`, () => {
  test.each(allTies)("random rows and ties, sorted and reversed, ties %s", (ties) => {
    const random = new Random(seed);
    for (let size = 0; size <= 120; size += 1 + random.below(7)) {
      const subject = new Subject(random, { directions: ["desc", "asc"], ties });
      for (let i = 0; i < size; i++) subject.insert(subject.randomKey());
      const expected = subject.members.map((_, i) => subject.rowOf(i));
      for (const rows of [random.shuffled(expected), expected, [...expected].reverse()]) {
        const sorted = Uint32Array.from(rows);
        sortRows(subject.forest.order, sorted, 0, sorted.length);
        expect([...sorted]).toEqual(expected);
      }
    }
  });
});

interface Member extends OrderKey {
  readonly player: number;
}

/** A tree, and beside it the same members in a sorted array. */
class Subject {
  readonly random: Random;
  readonly rule: OrderRule;
  readonly players: Players;
  readonly rows: MemberRows;
  readonly forest: Forest;
  readonly members: Member[] = [];

  constructor(random: Random, rule: OrderRule, fanout = 4) {
    this.random = random;
    this.rule = rule;
    this.players = new Players(seed, { segmentBits: 6, slotBits: 3 });
    this.rows = new MemberRows(rule.directions.length, new IndexHandles(), { segmentBits: 2, slotBits: 3 });
    const order = new MemberOrder(this.rows, this.players, rule);
    const sizes = { fanout, leafSegmentBits: 3, branchSegmentBits: 1 };
    this.forest = new Forest(order, new Roots(), sizes);
  }

  /** Puts a random member in, or takes one out or moves it. */
  step(growth: number): void {
    const { random, members } = this;
    if (members.length === 0 || random.chance(growth)) {
      this.insert(this.randomKey());
      return;
    }
    const at = random.chance(0.2) ? random.pick([0, members.length - 1]) : random.below(members.length);
    if (random.chance(0.7)) {
      this.remove(at);
      return;
    }
    this.move(at);
  }

  /** Gives a member another key. */
  move(at: number): void {
    const { player, playerId } = this.members[at]!;
    const key = this.randomKey();
    this.forest.rewrite(tree, this.rowOf(at), standingOf(key), 1);
    this.members.splice(at, 1);
    this.#admit({ ...key, player, playerId });
  }

  insert(key: { values: readonly number[]; reachedAt: number }): void {
    const player = this.players.next + this.random.below(2);
    const playerId = this.#freshId();
    this.players.set(player, playerId);
    const row = this.rows.add(tree, player);
    this.rows.write(row, standingOf(key), 1);
    this.forest.insert(tree, row);
    this.#admit({ ...key, player, playerId });
  }

  /** Takes a member out, and writes something else in place of the id: no separator may have kept it. */
  remove(at: number): void {
    const { player } = this.members[at]!;
    const row = this.rowOf(at);
    this.forest.remove(tree, row);
    this.rows.free(row);
    this.players.set(player, `${this.random.pick(["", "~", "\u{10ffff}"])}erased ${player}`);
    this.members.splice(at, 1);
  }

  build(size: number): void {
    for (let i = 0; i < size; i++) this.insert(this.randomKey());
    const rows = Uint32Array.from(this.members, (_, i) => this.rowOf(i));
    this.#abandon();
    this.forest.bulkBuild(tree, rows, 0, size);
  }

  clear(): void {
    this.#abandon();
    for (let i = 0; i < this.members.length; i++) this.rows.free(this.rowOf(i));
    this.members.length = 0;
  }

  rowOf(at: number): number {
    return this.rows.find(tree, this.members[at]!.player);
  }

  rowsPerLeaf(): number {
    const { leaves } = this.forest.nodes;
    let count = 0;
    for (let leaf = this.forest.nodes.firstLeaf(tree); leaf !== 0; leaf = leaves.next(leaf)) count += 1;
    return this.members.length / count;
  }

  check(): void {
    expect(checkForest(this.forest, tree)).toEqual(this.members.map((_, i) => this.rowOf(i)));
  }

  checkAnswers(): void {
    const { forest, members, rule } = this;
    const dense = rule.ties === "dense";
    const rows = members.map((_, i) => this.rowOf(i));
    const seen = new Set<string>();
    for (let i = 0; i < members.length; i++) {
      seen.add(members[i]!.values.join());
      expect(forest.position(rows[i]!)).toBe(i);
      expect(forest.rowAt(tree, i)).toBe(rows[i]);
      const isTied = (other: Member | undefined) =>
        other !== undefined && compareColumns(rule, other, members[i]!) === 0;
      expect(forest.isTiedBefore(rows[i]!)).toBe(isTied(members[i - 1]));
      expect(forest.isTiedAfter(rows[i]!)).toBe(isTied(members[i + 1]));
      if (dense) expect(forest.distinctThrough(rows[i]!)).toBe(seen.size);
    }
    expect(forest.rowAt(tree, members.length)).toBe(0);
    const read = new Uint32Array(members.length + 1);
    const offset = this.random.below(members.length + 1);
    const limit = this.random.below(members.length + 1);
    expect([...read.subarray(0, forest.read(tree, offset, read, limit))]).toEqual(
      rows.slice(offset, offset + limit),
    );

    const bound = new Bound();
    for (let i = 0; i < 20; i++) {
      const key = this.#randomOrderKey();
      for (const behind of [false, true]) {
        bound.atKey(rule, key, behind);
        this.#checkBound(bound, (member) => compareKeys(rule, member, key), behind);
        bound.atValues(rule, key.values, behind);
        this.#checkBound(bound, (member) => compareColumns(rule, member, key), behind);
      }
      bound.behindNewcomer(rule, key.values, key.reachedAt);
      this.#checkBound(
        bound,
        (member) => compareKeys(rule, member, { ...key, playerId: member.playerId }),
        true,
      );
    }
    for (const [i, row] of rows.entries()) {
      bound.beforeRow(forest.order, row);
      expect(forest.countBefore(tree, bound)).toBe(i);
      for (const behind of [false, true]) {
        bound.atColumnsOf(forest.order, row, behind);
        this.#checkBound(bound, (member) => compareColumns(rule, member, members[i]!), behind);
      }
    }
  }

  /** Few values, so that columns and instants tie often. */
  randomKey(): { values: number[]; reachedAt: number } {
    const values = this.rule.directions.map(() => this.random.below(3) - 1);
    return { values, reachedAt: this.random.below(3) };
  }

  /** Lets all rows go, and the nodes a few at a time. */
  #abandon(): void {
    for (let i = 0; i < this.members.length; i++) this.rows.setLeaf(this.rowOf(i), 0);
    const nodes = this.forest.abandon(tree);
    while (nodes.length > 0) this.forest.reclaim(nodes, 3);
  }

  #checkBound(bound: Bound, compare: (member: Member) => number, behind: boolean): void {
    const before = this.members.filter((member) => compare(member) < 0 || (behind && compare(member) === 0));
    expect(this.forest.countBefore(tree, bound)).toBe(before.length);
    if (this.rule.ties !== "dense") return;
    expect(this.forest.distinctBefore(tree, bound)).toBe(
      new Set(before.map((member) => member.values.join())).size,
    );
  }

  #randomOrderKey(): OrderKey {
    const { random, members } = this;
    const id = members.length > 0 && random.chance(0.7) ? random.pick(members).playerId : "😀";
    const key = members.length > 0 && random.chance(0.7) ? random.pick(members) : this.randomKey();
    return { values: key.values, reachedAt: key.reachedAt, playerId: random.chance(0.2) ? `${id}x` : id };
  }

  #admit(member: Member): void {
    const at = this.members.findIndex((other) => compareKeys(this.rule, member, other) < 0);
    this.members.splice(at < 0 ? this.members.length : at, 0, member);
  }

  /** Ids whose order is not that of their numbers, nor that of their UTF-16 units. */
  #freshId(): string {
    for (;;) {
      const id = `${this.random.pick(["", "\uff21", "😀", "é", "p"])}${this.random.below(10_000)}`;
      if (this.players.find(id) === 0) return id;
    }
  }
}

function standingOf(key: { values: readonly number[]; reachedAt: number }): Standing {
  return { ...key, attempts: 1, event: 1, moved: false };
}
