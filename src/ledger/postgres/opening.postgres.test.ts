/** Only Postgres: what stands before a ledger: the schema, the server it is on, and whether it is the one it was. */
import { afterEach, expect, test } from "vitest";
import { define, noon, reportOf, submit } from "../../../test/support/ledger-history.ts";
import { dropDatabase, makeDatabase, settingsOf, withClient } from "../../../test/support/postgres.ts";
import { DatabaseFault } from "./faults.ts";
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

async function open(url: string, now: () => number = () => noon): Promise<PostgresLedger> {
  const ledger = await PostgresLedger.open(settingsOf(url), now);
  closers.push(() => ledger.close());
  return ledger;
}

test("an empty database may be opened by several processes at once", async () => {
  const url = await database();
  const ledgers = await Promise.all([open(url), open(url), open(url)]);
  expect(ledgers.map(({ epoch, position }) => [epoch, position])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
  await Promise.all(ledgers.map((ledger, i) => define(ledger, { id: `b${i}` })));
  const names = [...(await open(url)).catalogue.boards()].map(({ board }) => board.id);
  expect(names.sort()).toEqual(["b0", "b1", "b2"]);
});

test("a schema that is newer than this version is refused, and left as it is", async () => {
  const url = await database();
  await (await open(url)).close();
  await withClient(url, (client) =>
    client.query("insert into laurel.migrations (number, name) values (99, 'of a later version')"),
  );
  await expect(open(url)).rejects.toThrow(DatabaseFault);
  await expect(open(url)).rejects.toThrow(/the database has schema 99; this version of Laurel knows \d+/);
});

test("a database that would acknowledge what is not durable is refused", async () => {
  const url = await database();
  const name = new URL(url).pathname.slice(1);
  await withClient(url, (client) => client.query(`alter database ${name} set synchronous_commit = off`));
  await expect(open(url)).rejects.toThrow("synchronous_commit is off");
});

test("a database that cannot be reached says so", async () => {
  await expect(open("postgres://laurel@127.0.0.1:1/none")).rejects.toThrow(/cannot be used .*ECONNREFUSED/);
});

test("a ledger that comes from another server begins a new epoch", async () => {
  const url = await database();
  await (await open(url)).close();
  await withClient(url, (client) => client.query("update laurel.epochs set server = 'another'"));
  expect((await open(url)).epoch).toBe(2);
  expect((await open(url)).epoch).toBe(2);
});

test("a process whose server is on another timeline takes nothing more, and the next start begins an epoch", async () => {
  const url = await database();
  const ledger = await open(url);
  await define(ledger, { id: "b" });
  await submit(ledger, [reportOf("b", "ann", "m1")]);
  // What a promoted replica answers; in a search path of its own, as no server here can be made to fail over.
  await withClient(url, async (client) => {
    const name = new URL(url).pathname.slice(1);
    await client.query(`create schema promoted;
      create function promoted.pg_walfile_name(pg_lsn) returns text language sql as
        $$ select '0000002A' || substr(pg_catalog.pg_walfile_name($1), 9) $$;
      alter database ${name} set search_path = promoted, pg_catalog, public;
      select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'laurel'`);
  });
  await expect(submit(ledger, [reportOf("b", "ann", "m2")])).rejects.toMatchObject({ outcome: "not_taken" });
  expect(ledger.fault()).toMatch(/timeline 0000002A.*restart Laurel/);
  const restarted = await open(url);
  expect(restarted.epoch).toBe(2);
  expect((await submit(restarted, [reportOf("b", "ann", "m2")]))[0]!.kind).toBe("event");
});

test("every month has a partition, made before its first record", async () => {
  const url = await database();
  let now = noon;
  const ledger = await open(url, () => now);
  await define(ledger, { id: "b" });
  for (const month of [0, 1, 14]) {
    now = Date.UTC(2026, 10 + month) - 1;
    await submit(ledger, [reportOf("b", "ann", `m${month}`)]);
  }
  const { rows } = await withClient(url, (client) =>
    client.query(
      "select tableoid::regclass::text as name, count(*)::int from laurel.records group by 1 order by 1",
    ),
  );
  expect(rows.map(({ name, count }) => [name, count])).toEqual([
    ["laurel.records_2026_10", 3],
    ["laurel.records_2026_11", 1],
    ["laurel.records_2027_12", 1],
  ]);
});
