/** Only Postgres: connections that go at every moment, a commit without an answer among them. Nothing counts twice. */
import { afterEach, describe, expect, test } from "vitest";
import { startCuttingProxy } from "../../../test/support/cutting-proxy.ts";
import { define, listOf, noon, reportOf, submit } from "../../../test/support/ledger-history.ts";
import { dropDatabase, makeDatabase, settingsOf, withClient } from "../../../test/support/postgres.ts";
import { LedgerFault } from "../ledger.ts";
import { PostgresLedger } from "./postgres-ledger.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function database(): Promise<string> {
  const url = await makeDatabase();
  closers.push(() => dropDatabase(url));
  return url;
}

async function open(url: string): Promise<PostgresLedger> {
  const ledger = await PostgresLedger.open(settingsOf(url), () => noon);
  closers.push(() => ledger.close());
  return ledger;
}

const sumBoard = { id: "b", semantics: "sum", periods: ["all", "day"] };

describe("a commit without an answer", () => {
  test.each([
    ["after it arrived", 1],
    ["before it arrives", 2],
  ] as const)("is resolved by what the ledger holds: lost %s", async (when, decisions) => {
    const url = await database();
    const proxy = await startCuttingProxy(url);
    closers.push(() => proxy.close());
    const ledger = await open(proxy.url);
    await define(ledger, sumBoard);
    await submit(ledger, [reportOf("b", "ann", "m0", { delta: 1 })]);
    let calls = 0;
    let settled = 0;
    proxy.cutNextCommit(when);
    const report = reportOf("b", "ann", "m1", { delta: 10 });
    const [decided] = await submit(
      {
        transact: (touched, decide) =>
          ledger.transact(
            touched,
            (known) => {
              calls += 1;
              return decide(known);
            },
            () => void settled++,
          ),
      } as PostgresLedger,
      [report],
    );
    expect([decided!.kind, calls, settled]).toEqual(["event", decisions, 1]);
    expect((await submit(ledger, [report]))[0]!.kind).toBe("duplicate");
    const [state] = await listOf(ledger.states());
    expect(state!.standing).toMatchObject({ values: [11], attempts: 2 });
    expect(ledger.fault()).toBeNull();
  });
});

test("a thousand reports of one player, each to two processes, whose connections are ended all the time: exact", async () => {
  const url = await database();
  const [one, two] = [await open(url), await open(url)];
  await define(one, sumBoard);
  const reports = Array.from({ length: 1_000 }, (_, i) => reportOf("b", "ann", `m${i}`, { delta: i }));
  let sending = true;
  const kills = withClient(url, async (client) => {
    let killed = 0;
    while (sending) {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'laurel' and random() < 0.5`,
      );
      killed += rows.length;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    return killed;
  });
  const send = async (ledger: PostgresLedger, order: typeof reports): Promise<void> => {
    for (let i = 0; i < order.length; i += 10) {
      // As a game server does: a report without a clear answer is sent again.
      for (let sent = false; !sent; ) {
        try {
          await submit(ledger, order.slice(i, i + 10));
          sent = true;
        } catch (error) {
          if (!(error instanceof LedgerFault) || error.outcome === "decide_failed") throw error;
        }
      }
    }
  };
  await Promise.all([send(one, reports), send(two, [...reports].reverse())]);
  sending = false;
  expect(await kills).toBeGreaterThan(10);
  const third = await open(url);
  for (const { standing } of await listOf(third.states()))
    expect(standing).toMatchObject({ values: [499_500], attempts: 1_000 });
  expect((await third.eventsOf(1, "ann", null, 2_000))!.events).toHaveLength(1_000);
  expect(third.catalogue.board("b")!.events).toBe(1_000);
});

test("a database that goes away refuses groups for a while, and takes them again by itself", async () => {
  const url = await database();
  const proxy = await startCuttingProxy(url);
  const ledger = await open(proxy.url);
  await define(ledger, { id: "b" });
  await proxy.close();
  const refused = submit(ledger, [reportOf("b", "ann", "m1")]);
  await expect(refused).rejects.toMatchObject({ outcome: "not_taken" });
  expect(ledger.fault()).toBeNull();
  const again = await startCuttingProxy(url, Number(new URL(proxy.url).port));
  closers.push(() => again.close());
  expect((await submit(ledger, [reportOf("b", "ann", "m1")]))[0]!.kind).toBe("event");
});
