import type Database from "better-sqlite3";
import type { HistoryBatch } from "./history-batch.ts";
import { addChecksum, type HistoryProgress, rowChecksum } from "./history-file.ts";
import type { Rest } from "./pace.ts";

const rowsBetweenRests = 64;
const rowsTakenAtOnce = 1_000;

/** Writes a batch in one transaction; returns `reached` with count and checksum of the events that there are then. */
export async function writeBatch(
  database: Database.Database,
  batch: HistoryBatch,
  reached: HistoryProgress,
  rest: Rest,
): Promise<HistoryProgress> {
  database.exec("begin immediate");
  try {
    const tally = new Tally(reached);
    await insertRows(database, batch, tally, rest);
    changeStates(database, batch, tally);
    const other = database.prepare("insert into others values (?)");
    for (const sequence of batch.others) other.run(sequence);
    for (const board of batch.gone) await takeBoard(database, board, tally, rest);
    const { events, checksum } = tally;
    database
      .prepare("update progress set position = ?, time = ?, proof = ?, events = ?, checksum = ?")
      .run(reached.position, reached.time, reached.proof, events, checksum);
    database.exec("commit");
    return { ...reached, events, checksum };
  } catch (error) {
    if (database.open && database.inTransaction) database.exec("rollback");
    throw error;
  }
}

/** Count and checksum of the events. */
class Tally {
  events: number;
  checksum: number;

  constructor({ events, checksum }: HistoryProgress) {
    this.events = events;
    this.checksum = checksum;
  }

  add(board: number, player: number, sequence: number, state: number): void {
    this.events += 1;
    this.checksum = addChecksum(this.checksum, rowChecksum(board, player, sequence, state));
  }

  take(board: number, player: number, sequence: number, state: number): void {
    this.events -= 1;
    this.checksum = addChecksum(this.checksum, -rowChecksum(board, player, sequence, state));
  }
}

async function insertRows(
  database: Database.Database,
  batch: HistoryBatch,
  tally: Tally,
  rest: Rest,
): Promise<void> {
  const insert = database.prepare("insert into events values (?, ?, ?, ?)");
  let rows = 0;
  for (const [board, player, sequence, state] of batch.rows()) {
    insert.run(board, player, sequence, state);
    tally.add(board, player, sequence, state);
    if (++rows % rowsBetweenRests === 0) await rest();
  }
}

function changeStates(database: Database.Database, batch: HistoryBatch, tally: Tally): void {
  const which = "where board = ? and player = ? and sequence = ?";
  const find = database.prepare(`select state from events ${which}`).pluck();
  const update = database.prepare(`update events set state = ? ${which}`);
  for (const { board, player, event, state } of batch.changes()) {
    const before = find.get(board, player, event) as number | undefined;
    // Of a board that is gone.
    if (before === undefined) continue;
    update.run(state, board, player, event);
    tally.take(board, player, event, before);
    tally.add(board, player, event, state);
  }
}

/** Takes the rows of a board away, some at a time. */
async function takeBoard(
  database: Database.Database,
  board: number,
  tally: Tally,
  rest: Rest,
): Promise<void> {
  const some = database.prepare("select player, sequence, state from events where board = ? limit ?").raw();
  const take = database.prepare("delete from events where board = ? and player = ? and sequence = ?");
  for (;;) {
    const rows = some.all(board, rowsTakenAtOnce) as [number, number, number][];
    if (rows.length === 0) return;
    for (const [player, sequence, state] of rows) {
      take.run(board, player, sequence);
      tally.take(board, player, sequence, state);
    }
    await rest();
  }
}
