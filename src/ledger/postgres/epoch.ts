/**
 * Epochs: whether sequences and player numbers are still those that were given out.
 *
 * A server that was restored, or a replica that took over without everything, gives numbers out a second time. Either
 * puts it on a new timeline, and a copy in another database or on another server has another name. An epoch is
 * begun at the start on such a server, and a process that was running before finds out in its next transaction: what
 * it holds in memory may say more than the ledger does.
 */
import type { ClientBase } from "pg";
import { migrateLock } from "./locks.ts";

/** The timeline that the server writes now, as SQL: eight hex digits. */
export const timelineNow = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";

export interface Epoch {
  readonly number: number;
  readonly timeline: string;
}

/** The epoch that the database is in; begins a new one where the server is not the one of the last. */
export async function beginEpoch(client: ClientBase): Promise<Epoch> {
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${migrateLock})`);
  const { rows } = await client.query<{
    server: string;
    timeline: string;
    epoch: number;
    last: string | null;
  }>(
    `select ${timelineNow} as timeline, e.epoch, e.server as last,
      (select system_identifier from pg_control_system()) || '/' || ${timelineNow} || '/' ||
      (select oid from pg_database where datname = current_database()) as server
    from (select) as one left join (
      select epoch, server from laurel.epochs order by epoch desc limit 1) as e on true`,
  );
  const { server, timeline, epoch, last } = rows[0]!;
  const number = server === last ? epoch : (epoch ?? 0) + 1;
  if (server !== last)
    await client.query("insert into laurel.epochs (epoch, server) values ($1, $2)", [number, server]);
  await client.query("commit");
  return { number, timeline };
}
