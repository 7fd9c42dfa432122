/** The history of a folder that is only read, where it is there and whole. */
import type Database from "better-sqlite3";
import { historyInode, isDamagedHistory, readHistory, readProgress } from "./history-file.ts";
import type { LogDatabase } from "./log-database.ts";

export interface RecordsOfPlayer {
  /** The record up to which these are all. */
  readonly position: number;
  /** Of the player's events, and of all records that are no events, in order. */
  readonly sequences: readonly number[];
}

/** null where the history is missing, damaged, or of another ledger. */
export function findRecordsOf(log: LogDatabase, player: number): RecordsOfPlayer | null {
  if (historyInode(log.folder) === null) return null;
  let history: Database.Database | undefined;
  try {
    history = readHistory(log.folder);
    const found = history.transaction((database: Database.Database) => read(database, log, player));
    return found(history);
  } catch (error) {
    // It is being made at this moment, or cannot be opened: the log has it all.
    if (isDamagedHistory(error) || /^SQLITE_(BUSY|CANTOPEN)/.test((error as { code?: string }).code ?? ""))
      return null;
    throw error;
  } finally {
    history?.close();
  }
}

function read(history: Database.Database, log: LogDatabase, player: number): RecordsOfPlayer | null {
  const { position, events, checksum } = readProgress(history, log);
  const whole = history
    .prepare(
      // The same as rowChecksum, in SQLite.
      `select count(*), coalesce(sum(((player % 65521) * (sequence % 65521) + player * 31
         + (sequence % 1099511627776) * 17 + board * 13 + state) % 2147483647), 0) % 4503599627370496
       from events`,
    )
    .raw()
    .get() as [number, number];
  if (whole[0] !== events || whole[1] !== checksum) return null;
  const sequences = history.prepare("select sequence from others").pluck().all() as number[];
  const ofBoard = history.prepare("select sequence from events where board = ? and player = ?").pluck();
  const nextBoard = history.prepare("select min(board) from events where board > ?").pluck();
  for (let board = nextBoard.get(0) as number | null; board !== null; ) {
    sequences.push(...(ofBoard.all(board, player) as number[]));
    board = nextBoard.get(board) as number | null;
  }
  return { position, sequences: sequences.sort((a, b) => a - b) };
}
