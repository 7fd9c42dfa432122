import type Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import { addChecksum, eventStates, type HistoryProgress, readProgress, rowChecksum } from "./history-file.ts";
import type { LogDatabase } from "./log-database.ts";
import type { Rest } from "./pace.ts";

const rowsAtOnce = 10_000;

type Row = readonly [board: number, player: number, sequence: number, state: number];

/**
 * Reads every row once; returns how far they go. Throws DamagedBytes where they are not those that were written, or
 * of another log.
 */
export async function checkHistory(
  database: Database.Database,
  log: LogDatabase,
  rest: Rest,
): Promise<HistoryProgress> {
  const progress = readProgress(database, log);
  const some = database
    .prepare(
      "select board, player, sequence, state from events where (board, player, sequence) > (?, ?, ?) order by board, player, sequence limit ?",
    )
    .raw();
  let last: Row = [0, 0, 0, 0];
  let events = 0;
  let checksum = 0;
  for (;;) {
    const rows = some.all(last[0], last[1], last[2], rowsAtOnce) as Row[];
    for (const row of rows) {
      // NULL would count as 0 in the checksum.
      if (eventStates[row[3]] === undefined) throw new DamagedBytes(`an event has the state ${row[3]}`);
      if (compareRows(last, row) >= 0) throw new DamagedBytes("its rows are not in their order");
      checksum = addChecksum(checksum, rowChecksum(...row));
      last = row;
    }
    events += rows.length;
    if (rows.length < rowsAtOnce) break;
    await rest();
  }
  if (events !== progress.events || checksum !== progress.checksum)
    throw new DamagedBytes(`its ${events} events are not the ${progress.events} that were written`);
  return progress;
}

function compareRows(a: Row, b: Row): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
