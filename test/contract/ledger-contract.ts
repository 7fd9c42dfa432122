/**
 * What every ledger must do: one suite, run by each implementation through the port alone.
 *
 * Standings are compared with a fold of the events that the ledger gives out. Histories are random, with ties and
 * repeated identities made on purpose; a failure is replayed by the seed in the suite's title:
 * LAUREL_TEST_SEED=<seed>.
 */
import { afterEach, describe, expect, test } from "vitest";
import { type Decided, decide } from "../../src/core/decide.ts";
import { Draft, type DraftStanding } from "../../src/core/draft.ts";
import { everybody, indexNumber } from "../../src/core/index-number.ts";
import type { Report } from "../../src/core/report.ts";
import { type Ledger, LedgerFault, type Sequenced } from "../../src/ledger/ledger.ts";
import {
  catalogueOf,
  define,
  foldOf,
  historyBoards,
  identityOf,
  listOf,
  noon,
  randomGroups,
  remove,
  reportOf,
  statesByMember,
  submit,
} from "../support/ledger-history.ts";
import { makeRandom, testSeed } from "../support/random.ts";
import { recordZoo, zooPlayers, zooTime } from "../support/record-zoo.ts";

export interface LedgerUnderTest {
  readonly ledger: Ledger;
  /** Closes it, and opens what it has kept. */
  reopen(): Promise<Ledger>;
  /** Closes it, and takes away what it has kept. */
  close(): Promise<void>;
}

/** Makes a ledger that holds nothing, with this clock. */
export type MakeLedger = (now: () => number) => Promise<LedgerUnderTest>;

/** Ids that a careless key, pattern, path or text column gets wrong. */
const oddIds: readonly string[] = [
  ..."ab:{}/|%'\"<>?*[]\\$;,.-_~`^&=+#@!()é\u00ff\u0100\u0800\uff21\ue000\ufffd\ufeff😀𐀀\u{10ffff}",
  ...["a:", "a:b", ":b", "a{b}", "{a}", "a/b", "a b", " a", "a ", "aa", "A", "e\u0301", "..", "%2F"],
  ...["__proto__", "constructor", "null", "0", "-1", "1e3", "'; drop table log; --", "x".repeat(128)],
  "😀".repeat(32),
];

/** The suite. Call it at the top of a test file of the implementation. */
export function ledgerContract(name: string, make: MakeLedger): void {
  const seed = testSeed();
  describe(`${name} keeps the ledger contract (LAUREL_TEST_SEED=${seed})`, () => {
    const made: LedgerUnderTest[] = [];
    let now = noon;

    async function fresh(...boards: readonly object[]): Promise<LedgerUnderTest> {
      const under = await make(() => now);
      made.push(under);
      for (const board of boards) await define(under.ledger, board);
      return under;
    }

    afterEach(async () => {
      now = noon;
      for (const under of made.splice(0).reverse()) await under.close();
    });

    test("a new ledger holds nothing", async () => {
      const { ledger } = await fresh();
      expect(ledger.position).toBe(0);
      expect(ledger.fault()).toBeNull();
      expect(await everythingOf(ledger)).toEqual(await everythingOf((await fresh()).ledger));
      expect(await listOf(ledger.follow(0))).toEqual([]);
      expect(await listOf(ledger.states())).toEqual([]);
      expect([...ledger.catalogue.boards()]).toEqual([]);
    });

    describe("a transaction", () => {
      test("reads what the ones before it left", async () => {
        const { ledger } = await fresh({ id: "b", semantics: "sum" });
        await ledger.transact([], (known) => {
          expect(known.position).toBe(1);
          expect(known.findPlayer("ann")).toBe(0);
          return unchanged(null);
        });
        await submit(ledger, [reportOf("b", "ann", "m1", { delta: 3 })]);
        const { result } = await ledger.transact(
          [{ board: "b", playerId: "ann", matchId: "m1" }],
          (known) => {
            const player = known.findPlayer("ann");
            const earlier = known.earlier(1, "ann", "m1")!;
            expect(known.position).toBe(ledger.position);
            expect(known.numberPlayer("ann")).toBe(player);
            expect(known.catalogue.board("b")!.events).toBe(1);
            expect(known.matchIdOf(earlier.sequence)).toBe("m1");
            expect(known.earlier(1, "ann", "m2")).toBeNull();
            const index = indexNumber(earlier.record.periods[0]!, everybody);
            return unchanged({ player, earlier, standing: known.standing(index, player) });
          },
        );
        expect(result.earlier).toMatchObject({ sequence: ledger.position, state: "counted" });
        expect(result.standing).toMatchObject({ values: [3], attempts: 1, event: ledger.position });
        expect(ledger.playerId(result.player)).toBe("ann");
      });

      test("gives what it committed", async () => {
        const { ledger } = await fresh({ id: "b" });
        const report = reportOf("b", "ann", "m1", { score: 5 });
        const settled: unknown[] = [];
        const committed = await ledger.transact(
          [identityOf(report)],
          (known) => {
            const draft = new Draft(known);
            const decided = decide(draft, report);
            return { records: draft.records, standings: draft.standings(), result: decided };
          },
          (same) => void settled.push(same),
        );
        expect(committed.position).toBe(ledger.position);
        expect(committed.standings).toMatchObject([
          { playerId: "ann", before: null, standing: { values: [5] }, revision: ledger.position },
        ]);
        expect(settled).toEqual([committed]);
      });

      test("may leave nothing: its result stands, and it is settled", async () => {
        const { ledger } = await fresh({ id: "b" });
        const before = await everythingOf(ledger);
        let settled = 0;
        const { result, position } = await ledger.transact(
          [],
          (known) => unchanged(known.numberPlayer("nobody") > 0),
          () => void settled++,
        );
        expect([result, position, settled]).toEqual([true, 1, 1]);
        expect(await everythingOf(ledger)).toEqual(before);
        await ledger.transact([], (known) => unchanged(expect(known.findPlayer("nobody")).toBe(0)));
      });

      test.each<[string, (draft: Draft) => Iterable<DraftStanding>]>([
        ["throws", () => fail()],
        ["throws while its standings are read", failingStandings],
      ])("whose decision %s leaves nothing behind", async (_, standings) => {
        const under = await fresh({ id: "b", periods: ["all", "day"], scopes: ["guild"] });
        const { ledger } = under;
        await submit(ledger, [reportOf("b", "ann", "m1")]);
        const before = await everythingOf(ledger);
        const poisoned = reportOf("b", "newcomer", "m2", { scopes: new Map([["guild", "g"]]) });
        const failed = ledger.transact([identityOf(poisoned)], (known) => {
          const draft = new Draft(known);
          expect(decide(draft, poisoned).kind).toBe("event");
          return { records: draft.records, standings: standings(draft), result: null };
        });
        await expectFault(failed, "decide_failed");
        expect(ledger.fault()).toBeNull();
        expect(await everythingOf(ledger)).toEqual(before);
        const { result } = await ledger.transact([], (known) =>
          unchanged([known.findPlayer("newcomer"), known.numberPlayer("another") > known.findPlayer("ann")]),
        );
        expect(result).toEqual([0, true]);
        expect(await everythingOf(await under.reopen())).toEqual(before);
      });

      test("which numbers what is no id leaves nothing behind", async () => {
        const { ledger } = await fresh({ id: "b" });
        const before = await everythingOf(ledger);
        for (const id of ["", "\ud800", "x".repeat(129)]) {
          const failed = ledger.transact([], (known) => {
            known.numberPlayer(id);
            return { ...unchanged(null), records: [keyNamed("k")] };
          });
          await expectFault(failed, "decide_failed");
        }
        expect(await everythingOf(ledger)).toEqual(before);
        expect(ledger.fault()).toBeNull();
      });

      test("stands alone: what it reads is not changed by others until it is done", async () => {
        const { ledger } = await fresh({ id: "b", semantics: "sum" });
        const totals: number[] = [];
        await Promise.all(
          Array.from({ length: 50 }, async (_, i) => {
            const report = reportOf("b", "ann", `m${i}`, { delta: 1 });
            const { standings } = await ledger.transact([identityOf(report)], (known) => {
              const draft = new Draft(known);
              const decided = decide(draft, report);
              return { records: draft.records, standings: draft.standings(), result: decided };
            });
            totals.push(standings[0]!.standing!.values[0]!);
          }),
        );
        expect(totals.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
      });

      test("is settled once it is durable and before a later one reads", async () => {
        const { ledger } = await fresh({ id: "b" });
        const steps: string[] = [];
        const one = (name: string): Promise<unknown> =>
          ledger.transact(
            [],
            (known) => {
              // A decision may be made again on what it asked for.
              const reads = `${name} reads at ${known.position}`;
              if (steps.at(-1) !== reads) steps.push(reads);
              return { ...unchanged(null), records: [keyNamed(name)] };
            },
            async ({ position }) => {
              steps.push(`${name} settles at ${position}`);
              expect(ledger.position).toBe(position);
              expect(ledger.catalogue.key(name)).toBeDefined();
              await new Promise((resolve) => setTimeout(resolve, 10));
              steps.push(`${name} has settled`);
            },
          );
        await Promise.all([one("first"), one("second")]);
        expect(steps).toEqual([
          "first reads at 1",
          "first settles at 2",
          "first has settled",
          "second reads at 2",
          "second settles at 3",
          "second has settled",
        ]);
      });

      test("decides again where it must, and only the last decision counts", async () => {
        const { ledger } = await fresh({ id: "b", periods: ["all", "day"] });
        // Equal results of one instant: the smaller matchId stands, so each fold asks for that of the other.
        const reports = Array.from({ length: 20 }, (_, i) => reportOf("b", `p${i % 5}`, `m${50 - i}`));
        for (const report of reports) await submit(ledger, [report]);
        const more = [...reports.map((report, i) => ({ ...report, matchId: `k${i}` })), ...reports];
        let calls = 0;
        const { result } = await ledger.transact([], (known) => {
          calls += 1;
          const draft = new Draft(known);
          const decided = more.map((report) => decide(draft, report).kind);
          return { records: draft.records, standings: draft.standings(), result: { decided, call: calls } };
        });
        expect(result.decided).toEqual(more.map((_, i) => (i < 20 ? "event" : "duplicate")));
        expect(result.call).toBe(calls);
        await expectFolded(ledger);
      });
    });

    test("a decision that throws for want of an event which the ledger has is made again", async () => {
      const under = await fresh({ id: "b" });
      const [sequence] = eventsOf(await submit(under.ledger, [reportOf("b", "ann", "m1")]), "event");
      await throughReopening(under, async (ledger) => {
        const { result } = await ledger.transact([], (known) => {
          if (known.earlier(1, "ann", "m1") === null || known.matchIdOf(sequence!) !== "m1") fail();
          return unchanged("told");
        });
        expect(result).toBe("told");
      });
    });

    describe("an identity", () => {
      /** Every event of three boards, two of them with odd players and matches that name each other. */
      const reports: readonly Report[] = ["b1", "b2"].flatMap((board) => [
        ...oddIds.map((id) => reportOf(board, "ann", id)),
        ...oddIds.map((id) => reportOf(board, id, "m")),
        ...oddIds.map((id, i) => reportOf(board, id, oddIds.at(i - 1)!)),
      ]);

      test("is found for ever, whatever characters it has", async () => {
        const under = await fresh({ id: "b1" }, { id: "b2", semantics: "sum", periods: ["all", "day"] });
        const sequences: number[] = [];
        for (let i = 0; i < reports.length; i += 40)
          sequences.push(...eventsOf(await submit(under.ledger, reports.slice(i, i + 40)), "event"));
        expect(eventsOf(await submit(under.ledger, reports), "duplicate")).toEqual(sequences);
        const ledger = await under.reopen();
        expect(eventsOf(await submit(ledger, reports), "duplicate")).toEqual(sequences);
        expect(eventsOf(await submit(ledger, reports, false), "duplicate")).toEqual(sequences);
        const others = reports.map((report) => ({ ...report, score: 2 }));
        for (const decided of await submit(ledger, others))
          expect(decided).toMatchObject({ kind: "refused", refusal: { code: "match_conflict" } });
        await expectFolded(ledger);
      });

      test("is known within its own group", async () => {
        const { ledger } = await fresh({ id: "b1", semantics: "sum" }, { id: "b2" });
        const [one, two] = [reportOf("b1", "ann", "m"), reportOf("b1", "bob", "m")];
        const other = reportOf("b2", "ann", "m");
        const group = [one, one, two, other, one, two, { ...one, score: 7 }];
        const kinds = (await submit(ledger, group)).map((decided) => decided.kind);
        expect(kinds).toEqual(["event", "duplicate", "event", "event", "duplicate", "duplicate", "refused"]);
        await expectFolded(ledger);
      });

      test("of a board that was deleted is free on the next of its name", async () => {
        const under = await fresh({ id: "b1" });
        const report = reportOf("b1", "ann", "m");
        await submit(under.ledger, [report]);
        await remove(under.ledger, "b1");
        await define(under.ledger, { id: "b1" });
        expect((await submit(under.ledger, [report]))[0]!.kind).toBe("event");
        const ledger = await under.reopen();
        expect((await submit(ledger, [report]))[0]!.kind).toBe("duplicate");
        await expectFolded(ledger);
      });

      test("is one of many thousand", async () => {
        const under = await fresh({ id: "b1" });
        const many = Array.from({ length: 8_000 }, (_, i) => reportOf("b1", `p${i % 90}`, `m${i}`));
        for (let i = 0; i < many.length; i += 1_000)
          eventsOf(await submit(under.ledger, many.slice(i, i + 1_000)), "event");
        const ledger = await under.reopen();
        eventsOf(await submit(ledger, many), "duplicate");
        eventsOf(await submit(ledger, [reportOf("b1", "p91", "m1"), reportOf("b1", "p1", "m0")]), "event");
      });
    });

    describe("following", () => {
      test("starts behind any position, in order and without a gap", async () => {
        const { ledger } = await fresh(...historyBoards);
        for (const group of randomGroups(makeRandom(seed), 12)) {
          now += 1_000;
          await submit(ledger, group);
        }
        // A random group may be of nothing but repetitions, and leave no record.
        await submit(ledger, [reportOf("last", "the last one", "m")]);
        const all = await listOf(ledger.follow(0));
        expect(all.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: ledger.position }, (_, i) => i + 1),
        );
        expect(all.at(-1)!.committedAt).toBe(now);
        for (let position = 0; position <= ledger.position + 2; position++)
          expect(await listOf(ledger.follow(position))).toEqual(all.slice(position));
      });

      test("goes on beside writes", async () => {
        const { ledger } = await fresh(...historyBoards);
        const groups = randomGroups(makeRandom(seed), 60);
        let writing = true;
        const written = (async () => {
          for (const group of groups) await submit(ledger, group);
          writing = false;
        })();
        const seen: Sequenced[] = [];
        for (let last = false; !last; ) {
          last = !writing;
          for await (const one of ledger.follow(seen.length)) {
            expect(one.sequence).toBe(seen.length + 1);
            expect(one.sequence).toBeLessThanOrEqual(ledger.position);
            seen.push(one);
          }
        }
        await written;
        expect(seen).toEqual(await listOf(ledger.follow(0)));
      });

      test("shows a group no sooner than its standings", async () => {
        const { ledger } = await fresh({ id: "b" });
        const report = reportOf("b", "ann", "m1");
        await ledger.transact(
          [identityOf(report)],
          (known) => {
            const draft = new Draft(known);
            const decided = decide(draft, report);
            return { records: draft.records, standings: draft.standings(), result: decided };
          },
          () => expectFolded(ledger),
        );
        expect(await listOf(ledger.follow(0))).toHaveLength(ledger.position);
      });

      test("may be left early", async () => {
        const { ledger } = await fresh(...historyBoards);
        for (const group of randomGroups(makeRandom(seed), 5)) await submit(ledger, group);
        for await (const { sequence } of ledger.follow(1)) if (sequence === 4) break;
        expect(await listOf(ledger.follow(0))).toHaveLength(ledger.position);
      });
    });

    test("states are the fold of the events, as they are written and after reopening", async () => {
      const under = await fresh(...historyBoards);
      for (const group of randomGroups(makeRandom(seed), 80)) {
        await submit(under.ledger, group);
        if (group.length === 1) await expectFolded(under.ledger);
      }
      await expectFolded(under.ledger);
      const before = await everythingOf(under.ledger);
      const ledger = await under.reopen();
      expect(await everythingOf(ledger)).toEqual(before);
      for (const group of randomGroups(makeRandom(seed + 1), 20)) await submit(ledger, group);
      await expectFolded(ledger);
    });

    describe("events", () => {
      test("of one player on one board come newest first", async () => {
        const { ledger } = await fresh({ id: "b1" }, { id: "b2" });
        for (const match of ["m1", "m3", "m2"]) {
          now += 1;
          await submit(ledger, [
            reportOf("b1", "ann", match),
            reportOf("b2", "ann", match),
            reportOf("b1", "bob", match),
          ]);
        }
        const { events, asOf } = (await ledger.eventsOf(1, "ann", null, 10))!;
        expect(asOf).toBeNull();
        expect(events.map(({ record }) => record.matchId)).toEqual(["m2", "m3", "m1"]);
        expect(events.map(({ committedAt }) => committedAt)).toEqual([noon + 3, noon + 2, noon + 1]);
        for (const { sequence, record, state } of events) {
          expect((await ledger.events([sequence])).get(sequence)).toEqual(record);
          expect(state).toBe("counted");
        }
        for (const [board, player] of [
          [1, "nobody"],
          [9, "ann"],
        ] as const)
          expect(await ledger.eventsOf(board, player, null, 10)).toEqual({ events: [], asOf: null });
      });

      test("come in pages, each in front of a match", async () => {
        const under = await fresh({ id: "b1" });
        const matches = Array.from({ length: 25 }, (_, i) => `m${(i * 7) % 25}`);
        for (const match of matches)
          await submit(under.ledger, [reportOf("b1", "ann", match), reportOf("b1", "bob", "m")]);
        const pages = async (ledger: Ledger, limit: number): Promise<string[]> => {
          const walked: string[] = [];
          for (let before: string | null = null; ; before = walked.at(-1)!) {
            const { events } = (await ledger.eventsOf(1, "ann", before, limit))!;
            walked.push(...events.map(({ record }) => record.matchId));
            if (events.length < limit) return walked;
          }
        };
        await throughReopening(under, async (ledger) => {
          for (const limit of [1, 4, 5, 25, 100])
            expect(await pages(ledger, limit)).toEqual([...matches].reverse());
          expect(await ledger.eventsOf(1, "ann", "m", 5)).toBeNull();
          expect(await ledger.eventsOf(1, "nobody", "m1", 5)).toBeNull();
        });
      });

      test("are in the state in which the last action left them", async () => {
        const under = await fresh({ id: "b1" });
        const decided = await submit(
          under.ledger,
          ["m1", "m2", "m3"].map((match) => reportOf("b1", "ann", match)),
        );
        const [first, second] = eventsOf(decided, "event");
        const { player } = (decided[0] as Exclude<Decided, { kind: "refused" }>).event.record;
        const act = async (kind: "void" | "restore", event: number): Promise<void> => {
          const record = { kind, board: 1, player, event, standings: [], at: now, by: "", reason: "" };
          await under.ledger.append(under.ledger.position, now, [record], new Map());
        };
        await act("void", first!);
        await act("void", second!);
        await act("restore", second!);
        await throughReopening(under, async (ledger) => {
          const { events } = (await ledger.eventsOf(1, "ann", null, 10))!;
          expect(events.map(({ state }) => state)).toEqual(["counted", "counted", "voided"]);
        });
      });

      test("by their sequences: only events, and only of boards that are there", async () => {
        const under = await fresh({ id: "b1" }, { id: "b2" });
        const decided = await submit(under.ledger, [
          reportOf("b1", "ann", "m1"),
          reportOf("b2", "ann", "m1"),
        ]);
        const [kept, gone] = eventsOf(decided, "event");
        expect([...(await under.ledger.events([gone!, 1, kept!, kept!, 1_000])).keys()].sort()).toEqual([
          kept,
          gone,
        ]);
        expect(await under.ledger.events([])).toEqual(new Map());
        await remove(under.ledger, "b2");
        await throughReopening(under, async (ledger) => {
          expect([...(await ledger.events([gone!, kept!])).keys()]).toEqual([kept]);
          expect((await ledger.eventsOf(2, "ann", null, 10))!.events).toEqual([]);
          expect((await ledger.eventsOf(1, "ann", null, 10))!.events).toHaveLength(1);
        });
      });
    });

    describe("the catalogue", () => {
      test("is the same after reopening", async () => {
        const under = await fresh(...historyBoards, {
          id: "odd 😀",
          title: "\u2028",
          retention: { day: "7d" },
        });
        const { ledger } = under;
        for (const group of randomGroups(makeRandom(seed), 10)) await submit(ledger, group);
        await define(ledger, {
          ...historyBoards[2],
          grace: "1h",
          periods: ["month", "day"],
          title: "Changed",
        });
        await leave(ledger, { ...keyNamed("k1"), rights: ["admin"], boards: ["best", "odd 😀"] });
        await leave(ledger, keyNamed("k2"));
        await leave(ledger, { kind: "key-revoke", id: "k2", at: noon, by: "k1" });
        await leave(ledger, {
          kind: "close",
          board: 1,
          periods: "day",
          through: noon - 86_400_000,
          at: noon,
        });
        await leave(ledger, {
          kind: "close",
          board: 2,
          periods: "week",
          through: noon - 7 * 86_400_000,
          at: noon,
        });
        await remove(ledger, "last");
        const before = catalogueOf(ledger.catalogue);
        const reopened = await under.reopen();
        expect(catalogueOf(reopened.catalogue)).toEqual(before);
        expect(reopened.catalogue.keyByHash(keyNamed("k1").hash)?.id).toBe("k1");
        expect(reopened.catalogue.keyByHash(keyNamed("k2").hash)).toBeUndefined();
        await expectFolded(reopened);
      });

      test("never gives a deleted board's numbers again", async () => {
        const board = { id: "b", periods: ["all", "day"], scopes: ["guild"] };
        const under = await fresh(board);
        const report = reportOf("b", "ann", "m", { scopes: new Map([["guild", "g"]]) });
        let { ledger } = under;
        const numbers: number[][] = [];
        for (let round = 0; round < 3; round++) {
          await submit(ledger, [report]);
          const entry = ledger.catalogue.board("b")!;
          numbers.push([
            entry.board.number,
            ...[...entry.periods.values()].map((period) => period.number),
            entry.scopes.get("guild")!.get("g")!.number,
          ]);
          await remove(ledger, "b");
          expect(await listOf(ledger.states())).toEqual([]);
          if (round === 1) ledger = await under.reopen();
          await define(ledger, board);
        }
        expect(numbers).toEqual([
          [1, 1, 2, 1],
          [2, 3, 4, 2],
          [3, 5, 6, 3],
        ]);
      });
    });

    describe("appending", () => {
      test("keeps every kind of record as it is, through reopening", async () => {
        const under = await fresh();
        let position = 0;
        for (const size of [3, 1, 4, recordZoo.length]) {
          const records = recordZoo.slice(position, position + size);
          await under.ledger.append(position, zooTime + position, records, zooPlayers);
          position += records.length;
        }
        const before = await everythingOf(under.ledger);
        await throughReopening(under, async (ledger) => {
          const all = await listOf(ledger.follow(0));
          expect(all.map(({ record }) => record)).toEqual(recordZoo);
          expect(all.map(({ sequence }) => sequence)).toEqual(recordZoo.map((_, i) => i + 1));
          expect(all.slice(2, 4).map(({ committedAt }) => committedAt)).toEqual([zooTime, zooTime + 3]);
          expect(await everythingOf(ledger)).toEqual(before);
        });
      });

      test("moves one ledger into another, standings and identities too", async () => {
        const { ledger } = await fresh(...historyBoards, { id: "gone" });
        const groups = randomGroups(makeRandom(seed), 40);
        for (const group of groups) await submit(ledger, group);
        await submit(ledger, [reportOf("gone", "ann", "m1")]);
        await remove(ledger, "gone");
        const under = await fresh();
        const random = makeRandom(seed + 2);
        const all = await listOf(ledger.follow(0));
        for (let position = 0; position < all.length; ) {
          const slice = all.slice(position, position + 1 + random(30));
          const players = new Map(
            slice.flatMap(({ record }) =>
              "player" in record ? [[record.player, ledger.playerId(record.player)]] : [],
            ),
          );
          await under.ledger.append(
            position,
            noon,
            slice.map(({ record }) => record),
            players,
          );
          position += slice.length;
          expect(under.ledger.position).toBe(position);
        }
        const expected = { ...(await everythingOf(ledger)) };
        await throughReopening(under, async (moved) => {
          expect(await everythingOf(moved)).toEqual(expected);
          const again = (await submit(moved, groups.flat())).map((decided) => decided.kind);
          expect(again).not.toContain("event");
          expect(again).toContain("duplicate");
        });
      });

      test("is refused at another position", async () => {
        const { ledger } = await fresh({ id: "b" });
        const before = await everythingOf(ledger);
        for (const position of [0, 2]) {
          await expectFault(ledger.append(position, noon, [keyNamed("k")], new Map()), "not_taken");
          expect(await everythingOf(ledger)).toEqual(before);
        }
        await ledger.append(1, noon, [keyNamed("k")], new Map());
        expect(ledger.catalogue.key("k")).toBeDefined();
      });

      test("is refused with players that do not fit, and leaves nothing behind", async () => {
        const { ledger } = await fresh({ id: "b" });
        const [decided] = await submit(ledger, [reportOf("b", "ann", "m1")]);
        const { record } = (decided as Exclude<Decided, { kind: "refused" }>).event;
        const before = await everythingOf(ledger);
        const next = { ...record, matchId: "m2", player: record.player + 1 };
        for (const players of [
          new Map(),
          new Map([[record.player + 1, "ann"]]),
          new Map([[record.player + 1, "lone \ud800"]]),
          new Map([
            [record.player + 1, "bob"],
            [record.player + 2, "bob"],
          ]),
          new Map([
            [record.player, "bob"],
            [record.player + 1, "cy"],
          ]),
        ]) {
          await expectFault(ledger.append(ledger.position, noon, [next], players), "decide_failed");
          expect(await everythingOf(ledger)).toEqual(before);
        }
        await ledger.append(ledger.position, noon, [next], new Map([[record.player + 1, "bob"]]));
        await expectFolded(ledger);
      });

      test("is settled before a later transaction reads, with the standings after it", async () => {
        const { ledger } = await fresh({ id: "b" });
        const [decided] = await submit(ledger, [reportOf("b", "ann", "m1", { score: 4 })]);
        const { record } = (decided as Exclude<Decided, { kind: "refused" }>).event;
        const steps: unknown[] = [];
        const appended = ledger.append(
          ledger.position,
          noon,
          [{ ...record, matchId: "m2", values: [9] }],
          new Map(),
          async ({ standings }) => {
            await new Promise((resolve) => setTimeout(resolve, 5));
            steps.push(
              standings.map(({ playerId, before, standing }) => [playerId, before?.values, standing?.values]),
            );
          },
        );
        const read = ledger.transact([], () => unchanged(steps.push("read")));
        await Promise.all([appended, read]);
        expect(steps).toEqual([[["ann", [4], [9]]], "read"]);
      });
    });

    test("a ledger that closes finishes what has begun, and takes nothing more", async () => {
      const under = await fresh({ id: "b" });
      const begun = submit(under.ledger, [reportOf("b", "ann", "m1")]);
      // The group is on its way once its decision has been asked for.
      await new Promise((resolve) => setImmediate(resolve));
      const reopened = under.reopen();
      expect((await begun)[0]!.kind).toBe("event");
      await expectFault(submit(under.ledger, [reportOf("b", "ann", "m2")]), "not_taken");
      const again = await submit(await reopened, [reportOf("b", "ann", "m1"), reportOf("b", "ann", "m2")]);
      expect(again.map(({ kind }) => kind)).toEqual(["duplicate", "event"]);
    });
  });
}

function unchanged<T>(result: T): { records: []; standings: []; result: T } {
  return { records: [], standings: [], result };
}

function fail(): never {
  throw new Error("poison");
}

function* failingStandings(draft: Draft): Iterable<DraftStanding> {
  yield* draft.standings();
  fail();
}

function keyNamed(id: string) {
  const more = { rights: ["read" as const], boards: null, at: noon, by: "" };
  return { kind: "key" as const, id, name: id, hash: `hash of ${id}`, ...more };
}

/** Leaves one record behind that touches no standing. */
async function leave(ledger: Ledger, record: Sequenced["record"]): Promise<void> {
  await ledger.transact([], () => ({ records: [record], standings: [], result: null }));
}

/** The sequences of decided events, all of one kind. */
function eventsOf(decided: readonly Decided[], kind: "event" | "duplicate"): number[] {
  return decided.map((one) => {
    if (one.kind !== kind) throw new Error(`expected an ${kind}: ${JSON.stringify(one)}`);
    return one.event.sequence;
  });
}

/** Checks a ledger as it is, and as it is opened again. */
async function throughReopening(
  under: LedgerUnderTest,
  check: (ledger: Ledger) => Promise<void>,
): Promise<void> {
  await check(under.ledger);
  await check(await under.reopen());
}

/** All that a ledger says of itself, but for the times of its commits. */
async function everythingOf(ledger: Ledger): Promise<object> {
  const records = await listOf(ledger.follow(0));
  return {
    position: ledger.position,
    records: records.map(({ record }) => record),
    catalogue: catalogueOf(ledger.catalogue),
    states: statesByMember(await listOf(ledger.states())),
  };
}

async function expectFolded(ledger: Ledger): Promise<void> {
  const folded = foldOf(await listOf(ledger.follow(0)), (number) => ledger.playerId(number));
  expect(statesByMember(await listOf(ledger.states()))).toEqual(folded);
}

async function expectFault(work: Promise<unknown>, outcome: LedgerFault["outcome"]): Promise<void> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LedgerFault);
  expect((error as LedgerFault).outcome).toBe(outcome);
}
