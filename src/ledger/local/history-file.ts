/**
 * history.db: which records of the log are about whom. An SQLite file that can be removed at any time, and is made
 * again from the log.
 *
 *     events    a row an event, by board, player and sequence, with its state; what it says is read from the log
 *     others    the sequences of all other records
 *     progress  one row: the record up to which both hold everything, the time and the proof of its group, and
 *               count and checksum of the events, so that a row that is missing or another one is noticed
 */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import { messageOf } from "./faults.ts";
import type { LogDatabase } from "./log-database.ts";

/** "LRLH" */
const applicationId = 0x4c524c48;
const schemaVersion = 1;

const schema = `
  create table events (
    board integer not null, player integer not null, sequence integer not null, state integer not null,
    primary key (board, player, sequence)
  ) strict, without rowid;
  create table others (sequence integer primary key) strict;
  create table progress (
    position integer not null, time real not null, proof integer not null,
    events integer not null, checksum integer not null
  ) strict;
  insert into progress values (0, 0, 0, 0, 0);
`;

/** States of events as they are stored; the first two take no byte. */
export const eventStates = ["counted", "held", "voided"] as const;

export interface HistoryProgress {
  readonly position: number;
  /** When the group of that record was committed; 0 before the first. */
  readonly time: number;
  readonly proof: number;
  readonly events: number;
  readonly checksum: number;
}

export function historyPath(folder: string): string {
  return join(folder, "history.db");
}

/** The inode of history.db; null where there is no such file. */
export function historyInode(folder: string): number | null {
  return statSync(historyPath(folder), { throwIfNoEntry: false })?.ino ?? null;
}

export function removeHistory(folder: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(historyPath(folder) + end, { force: true });
}

/** Opens history.db to write, made if it is missing. Throws what SQLite throws, or DamagedBytes. */
export function openHistory(folder: string): Database.Database {
  // What is beside a file that was removed belongs to no file any more.
  if (!existsSync(historyPath(folder))) removeHistory(folder);
  const database = new Database(historyPath(folder));
  try {
    database.pragma("journal_mode = wal");
    // The log is the truth: what a loss of power takes is read from there again.
    database.pragma("synchronous = normal");
    if (database.pragma("user_version", { simple: true }) === 0 && isEmpty(database)) {
      database.exec(
        `begin; ${schema} pragma application_id = ${applicationId}; pragma user_version = ${schemaVersion}; commit`,
      );
    }
    checkVersion(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a history.db that is there to read only. */
export function readHistory(folder: string): Database.Database {
  const database = new Database(historyPath(folder), { readonly: true, fileMustExist: true });
  try {
    checkVersion(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** How far it goes. Throws DamagedBytes where it is of another log. */
export function readProgress(database: Database.Database, log: LogDatabase): HistoryProgress {
  const rows = database.prepare("select * from progress").all() as HistoryProgress[];
  if (rows.length !== 1) throw new DamagedBytes(`progress has ${rows.length} rows`);
  const { position, proof } = rows[0]!;
  if (position === 0) return rows[0]!;
  if (position > log.head() || proof !== log.checksumAt(position))
    throw new DamagedBytes("it is not of this ledger");
  return rows[0]!;
}

/** What an event adds to the checksum; SQLite's varints leave no bit of a row out. */
export function rowChecksum(board: number, player: number, sequence: number, state: number): number {
  const product = (player % 65_521) * (sequence % 65_521);
  return (product + player * 31 + (sequence % 2 ** 40) * 17 + board * 13 + state) % 2_147_483_647;
}

export function addChecksum(checksum: number, change: number): number {
  return (checksum + change + 2 ** 52) % 2 ** 52;
}

/** Whether an error means that the file, not the disk or the moment, is at fault. */
export function isDamagedHistory(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  // SQLITE_ERROR: a table or column is not there. CONSTRAINT: a row is there that cannot be.
  return error instanceof DamagedBytes || /^SQLITE_(CORRUPT|NOTADB|ERROR|CONSTRAINT|MISMATCH)/.test(code);
}

export function damageOf(folder: string, error: unknown): string {
  return `${historyPath(folder)} is damaged (${messageOf(error)}): it is made again from the log`;
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare("select count(*) from sqlite_schema").pluck().get() === 0;
}

function checkVersion(database: Database.Database): void {
  if (
    database.pragma("application_id", { simple: true }) !== applicationId ||
    database.pragma("user_version", { simple: true }) !== schemaVersion
  )
    throw new DamagedBytes("it is no history of this version of Laurel");
}
