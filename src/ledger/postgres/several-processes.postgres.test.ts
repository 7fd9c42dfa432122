/**
 * Only Postgres: several ledgers on one database, as several processes have it, and other users beside them. Each of
 * these was once a way to count twice, to miss a record, or to stand still.
 */
import { afterEach, describe, expect, test } from "vitest";
import {
  define,
  foldOf,
  historyBoards,
  listOf,
  noon,
  randomGroups,
  reportOf,
  statesByMember,
  submit,
} from "../../../test/support/ledger-history.ts";
import { dropDatabase, makeDatabase, settingsOf, withClient } from "../../../test/support/postgres.ts";
import { makeRandom, testSeed } from "../../../test/support/random.ts";
import type { Ledger, Sequenced } from "../ledger.ts";
import { PostgresLedger } from "./postgres-ledger.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A database with these boards, and so many ledgers on it. */
async function several(count: number, ...boards: readonly object[]) {
  const url = await makeDatabase();
  closers.push(() => dropDatabase(url));
  const ledgers: PostgresLedger[] = [];
  for (let i = 0; i < count; i++) {
    const ledger = await PostgresLedger.open(settingsOf(url), () => noon);
    closers.push(() => ledger.close());
    ledgers.push(ledger);
  }
  for (const board of boards) await define(ledgers[0]!, board);
  return { url, ledgers };
}

const sumBoard = { id: "b", semantics: "sum", periods: ["all", "day"] };

async function totalsOf(ledger: Ledger): Promise<Record<string, { total: number; attempts: number }>> {
  const totals: Record<string, { total: number; attempts: number }> = {};
  for await (const { playerId, standing } of ledger.states())
    totals[playerId] = { total: standing.values[0]!, attempts: standing.attempts };
  return totals;
}

async function expectFolded(ledger: Ledger): Promise<void> {
  const folded = foldOf(await listOf(ledger.follow(0)), (number) => ledger.playerId(number));
  expect(statesByMember(await listOf(ledger.states()))).toEqual(folded);
}

/** Resolves once so many of Laurel's connections wait for a lock. */
async function waiting(url: string, count: number): Promise<void> {
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rows.length >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
}

describe("one event", () => {
  test("sent to two processes that wait for its player's row counts once", async () => {
    const { url, ledgers } = await several(2, sumBoard);
    await submit(ledgers[0]!, [reportOf("b", "ann", "m1", { delta: 1 })]);
    await submit(ledgers[1]!, [reportOf("b", "ann", "m1", { delta: 1 })]);
    const report = reportOf("b", "ann", "m2", { delta: 10 });
    const sent = await withClient(url, async (client) => {
      await client.query("begin");
      await client.query("select from laurel.members for update");
      // Both have read what they read before the lock, and the first one's event is not there yet.
      const both = ledgers.map((ledger) => submit(ledger, [report]));
      await waiting(url, 2);
      await client.query("commit");
      return Promise.all(both);
    });
    expect(sent.map(([decided]) => decided!.kind).sort()).toEqual(["duplicate", "event"]);
    expect(await totalsOf(ledgers[0]!)).toEqual({ ann: { total: 11, attempts: 2 } });
  });

  test("is a player's first in two processes at once: one player, one total", async () => {
    const { ledgers } = await several(2, sumBoard);
    const expected: Record<string, object> = {};
    for (let round = 0; round < 40; round++) {
      const id = `player-${round}`;
      await Promise.all(
        ledgers.map((ledger, i) => submit(ledger, [reportOf("b", id, `m${i}`, { delta: 1 + i })])),
      );
      expected[id] = { total: 3, attempts: 2 };
    }
    expect(await totalsOf(ledgers[0]!)).toEqual(expected);
    await expectFolded(ledgers[1]!);
  });
});

describe("groups", () => {
  test.each(["that are missing", "that are there"])(
    "that take the same rows, %s, in opposite orders never wait for each other in a ring",
    async (rows) => {
      const { url, ledgers } = await several(2, sumBoard, { ...sumBoard, id: "new" });
      const ids = Array.from({ length: 9 }, (_, i) => `player-${i}`);
      const group = (board: string, order: readonly string[], match: string) =>
        order.map((id) => reportOf(board, id, match, { delta: 1 }));
      for (const ledger of ledgers) await submit(ledger, group("b", ids, "all are known"));
      for (const ledger of ledgers) await submit(ledger, group("new", ["opener"], "it has a period"));
      const board = rows === "that are there" ? "b" : "new";
      const halfway = "select number from laurel.players where id = 'player-4'";
      await withClient(url, async (client) => {
        // Both stop halfway, each with half of the rows.
        await client.query("begin");
        await client.query(
          board === "b"
            ? `select from laurel.members where board = 1 and player = (${halfway}) for update`
            : `insert into laurel.members (board, player) select 2, (${halfway})`,
        );
        const sent = [
          submit(ledgers[0]!, group(board, ids, "m1")),
          submit(ledgers[1]!, group(board, [...ids].reverse(), "m2")),
        ];
        await waiting(url, 2);
        await client.query("rollback");
        await Promise.all(sent);
      });
      await expectFolded(ledgers[1]!);
      await ledgers[0]!.close();
      await ledgers[1]!.close();
      const { rows: counts } = await withClient(url, (client) =>
        client.query("select deadlocks::int from pg_stat_database where datname = current_database()"),
      );
      expect(counts).toEqual([{ deadlocks: 0 }]);
    },
  );

  test("of one process know what another has defined, opened and closed", async () => {
    const { ledgers } = await several(2, { id: "b", periods: ["all", "day"], scopes: ["guild"] });
    const [one, two] = ledgers as [PostgresLedger, PostgresLedger];
    const inGuild = { scopes: new Map([["guild", "g"]]) };
    await submit(one, [reportOf("b", "ann", "m1", inGuild)]);
    await submit(two, [reportOf("b", "bob", "m1", inGuild)]);
    expect([...two.catalogue.board("b")!.periods.values()]).toEqual([
      ...one.catalogue.board("b")!.periods.values(),
    ]);
    await two.transact([], () => ({
      records: [{ kind: "close" as const, board: 1, periods: "day", through: noon + 86_400_000, at: noon }],
      standings: [],
      result: null,
    }));
    const [late] = await submit(one, [reportOf("b", "ann", "m2")]);
    expect(late).toMatchObject({ kind: "event", event: { record: { closed: ["2026-10-07"] } } });
    expect(one.catalogue.board("b")!.events).toBe(3);
    await expectFolded(two);
  });

  test("are the same history in every process, whoever wrote them", async () => {
    const seed = testSeed();
    const { ledgers } = await several(3, ...historyBoards);
    const groups = ledgers.map((_, i) => randomGroups(makeRandom(seed + i), 25));
    const seen: Sequenced[] = [];
    let writing = true;
    const written = Promise.all(
      ledgers.map(async (ledger, i) => {
        for (const group of groups[i]!) await submit(ledger, group);
      }),
    ).then(() => {
      writing = false;
    });
    const follower = ledgers[0]!;
    for (let last = false; !last; ) {
      last = !writing;
      for await (const one of follower.follow(seen.at(-1)?.sequence ?? 0)) seen.push(one);
    }
    await written;
    for (const ledger of ledgers) {
      expect(await listOf(ledger.follow(0)), `LAUREL_TEST_SEED=${seed}`).toEqual(seen);
      await expectFolded(ledger);
    }
  });
});

describe("the feed", () => {
  test("shows no record while one with a lower sequence may still come", async () => {
    const { url, ledgers } = await several(1, { id: "b" });
    const [ledger] = ledgers as [PostgresLedger];
    await submit(ledger, [reportOf("b", "ann", "m1")]);
    const before = await listOf(ledger.follow(0));
    await withClient(url, async (client) => {
      await client.query("begin");
      await client.query("select laurel.draw(5)");
      await submit(ledger, [reportOf("b", "ann", "m2"), reportOf("b", "bob", "m1")]);
      expect(await listOf(ledger.follow(0))).toEqual(before);
      await client.query("commit");
      expect(await listOf(ledger.follow(0))).toHaveLength(before.length + 2);
    });
  });

  test("goes on where a writer that has drawn hangs, once the server ends its transaction", async () => {
    const { url, ledgers } = await several(1, { id: "b" });
    const [ledger] = ledgers as [PostgresLedger];
    await withClient(url, async (client) => {
      await client.query("begin; set local idle_in_transaction_session_timeout = 50; select laurel.draw(5)");
      await submit(ledger, [reportOf("b", "ann", "m1")]);
      const scores = async (): Promise<number> =>
        (await listOf(ledger.follow(0))).filter(({ record }) => record.kind === "score").length;
      while ((await scores()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    });
  });

  test("does not wait for others who write in the database, nor for a number nobody used", async () => {
    const { url, ledgers } = await several(1, { id: "b" });
    const [ledger] = ledgers as [PostgresLedger];
    await withClient(url, async (client) => {
      await client.query("create table public.other (a int)");
      await client.query("begin; insert into public.other values (1)");
      await withClient(url, (another) => another.query("begin; select laurel.draw(3); rollback"));
      await submit(ledger, [reportOf("b", "ann", "m1")]);
      const records = await listOf(ledger.follow(0));
      expect(records.map(({ record }) => record.kind)).toEqual(["board", "period", "score"]);
      expect(records[2]!.sequence).toBe(ledger.position);
      await client.query("rollback");
    });
  });

  test("is not ahead of a writer that was about to draw while others gave numbers back", async () => {
    const { url, ledgers } = await several(1, { id: "b" });
    const [ledger] = ledgers as [PostgresLedger];
    const base = ledger.position;
    await withClient(url, (one) =>
      withClient(url, async (another) => {
        await one.query("begin; select laurel.draw(5)");
        await one.query("select pg_advisory_xact_lock(laurel.lock_key(281474976710655))");
        const drawn = another.query("begin; select laurel.draw(2)");
        await waiting(url, 1);
        await one.query("select setval('laurel.sequence', $1::bigint)", [base]);
        await one.query("commit");
        await drawn;
        const { rows } = await one.query("select laurel.whole_to()::int as whole");
        expect(rows).toEqual([{ whole: base }]);
      }),
    );
  });

  test("skips nothing where numbers were given back and drawn again", async () => {
    const { url, ledgers } = await several(2, { id: "b" });
    const [ledger] = ledgers as [PostgresLedger];
    await submit(ledger, [reportOf("b", "ann", "m1")]);
    const report = reportOf("b", "ann", "m1");
    const seen: number[] = [];
    let writing = true;
    const duplicates = (async () => {
      for (let i = 0; i < 100; i++) await submit(ledgers[0]!, [report, report, report]);
    })();
    const events = (async () => {
      for (let i = 0; i < 100; i++) await submit(ledgers[1]!, [reportOf("b", "bob", `m${i}`)]);
    })();
    const written = Promise.all([duplicates, events]).then(() => {
      writing = false;
    });
    for (let last = false; !last; ) {
      last = !writing;
      for await (const { sequence } of ledger.follow(seen.at(-1) ?? 0)) seen.push(sequence);
    }
    await written;
    const { rows } = await withClient(url, (client) =>
      client.query("select sequence::int from laurel.records order by sequence"),
    );
    expect(seen).toEqual(rows.map(({ sequence }) => sequence));
  });
});

test("a refused report leaves no player and no member behind", async () => {
  const { url, ledgers } = await several(1, { id: "b" });
  const future = { achievedAt: noon + 60_000 };
  const group = [reportOf("b", "ann", "m1"), reportOf("b", "nobody", "m1", future)];
  expect((await submit(ledgers[0]!, group)).map(({ kind }) => kind)).toEqual(["event", "refused"]);
  await submit(ledgers[0]!, [reportOf("b", "nobody", "m1", future)]);
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      "select (select count(*)::int from laurel.players) as players, (select count(*)::int from laurel.members) as members",
    );
    expect(rows).toEqual([{ players: 1, members: 1 }]);
  });
});

test("text that Postgres refuses fails its group alone, and says that it may be split", async () => {
  const { ledgers } = await several(1, { id: "b" });
  const [ledger] = ledgers as [PostgresLedger];
  const poison = reportOf("b", "ann", "nul \u0000");
  await expect(submit(ledger, [poison])).rejects.toMatchObject({ outcome: "decide_failed" });
  const odd = reportOf("b", "ann", "m1", { metadata: '{"a":"\\u0000 \\ud800"}' });
  expect((await submit(ledger, [odd]))[0]!.kind).toBe("event");
  const page = await ledger.eventsOf(1, "ann", null, 1);
  expect(page!.events[0]!.record.metadata).toBe(odd.metadata);
});
