/** Brings a database to the schema that this version of Laurel knows. */
import { readdirSync, readFileSync } from "node:fs";
import type { ClientBase } from "pg";
import { DatabaseFault } from "./faults.ts";
import { migrateLock } from "./locks.ts";

const folder = new URL("./migrations/", import.meta.url);
const oldestServer = 140_000;

/**
 * Runs what the database has not seen yet, in order, in one transaction. Several processes may start at once: one
 * works and the others wait for it. Throws a DatabaseFault where the database cannot be used, or is newer than this
 * version of Laurel; it is then as it was.
 */
export async function migrate(client: ClientBase): Promise<void> {
  await checkServer(client);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${migrateLock})`);
  await client.query("create schema if not exists laurel");
  await client.query(
    "create table if not exists laurel.migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ last: number }>(
    "select coalesce(max(number), 0) as last from laurel.migrations",
  );
  const last = rows[0]!.last;
  if (last > files.length)
    throw new DatabaseFault(
      `the database has schema ${last}; this version of Laurel knows ${files.length}: start the newer version`,
    );
  for (const [i, name] of files.entries()) {
    if (i < last) continue;
    await client.query(readFileSync(new URL(name, folder), "utf8"));
    await client.query("insert into laurel.migrations (number, name) values ($1, $2)", [i + 1, name]);
  }
  await client.query("commit");
}

async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as durable",
  );
  const { version, encoding, durable } = rows[0]!;
  if (Number(version) < oldestServer)
    throw new DatabaseFault(`this server is Postgres ${version}: Laurel needs 14 or newer`);
  if (encoding !== "UTF8")
    throw new DatabaseFault(`the database's encoding is ${encoding}: make one with encoding UTF8`);
  if (durable === "off")
    throw new DatabaseFault(
      "synchronous_commit is off: scores would be acknowledged before they are durable. Set it to on for Laurel's user",
    );
}
