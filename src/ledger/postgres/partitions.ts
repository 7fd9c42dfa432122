import type { Session } from "./connections.ts";
import { migrateLock } from "./locks.ts";

/** Makes the partitions of `laurel.records` by month (UTC), each before the first record of its month is written. */
export class Partitions {
  readonly #made = new Set<string>();

  /** Whether the month of this instant may have no partition yet. */
  isMissing(at: number): boolean {
    return !this.#made.has(monthOf(at).name);
  }

  /** Makes the partition for an instant, and the one after it: nobody waits for it then when the month begins. */
  async make(session: Session, at: number): Promise<void> {
    const month = monthOf(at);
    for (const { name, from, to } of [month, monthOf(month.to)]) {
      await session.client.query("begin");
      await session.client.query(`select pg_advisory_xact_lock(${migrateLock})`);
      const { rows } = await session.client.query(`select from pg_class where oid = to_regclass('${name}')`);
      if (rows.length === 0)
        await session.client.query(
          `create table ${name} partition of laurel.records for values from (${from}) to (${to})`,
        );
      await session.client.query("commit");
    }
    this.#made.add(month.name);
  }
}

function monthOf(at: number): { name: string; from: number; to: number } {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const name = `laurel.records_${year}_${String(month + 1).padStart(2, "0")}`;
  return { name, from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}
