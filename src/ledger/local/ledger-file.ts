/**
 * ledger.db as a file: how it comes to be, and what must hold before anything in it is believed.
 *
 *     log      a row a commit group: the sequence of its first record, its bytes
 *     players  a row a player: number, id, CRC-32 of both
 *     head     one row: the sequence of the last record, so that a log that ends too early is noticed
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import { FolderFault } from "./faults.ts";
import { syncFolder } from "./folder-lock.ts";

/** "LRL1": marks the file as Laurel's. */
const applicationId = 0x4c524c31;
/** Version of the tables; groups and records carry their own. */
const schemaVersion = 1;

const schema = `
  create table log (sequence integer primary key, records blob not null) strict;
  create table players (number integer primary key, id text not null, crc integer not null) strict;
  create table head (position integer not null) strict;
  insert into head values (0);
`;

/** How long a call waits for another program that holds the file: well below a report's deadline. */
const busyMs = 2_000;

/** The most pages of the WAL, 64 MB: the commit that crosses this moves them into ledger.db. */
const walPagesMax = 16_384;

/**
 * Makes the ledger of a folder that has none. It gets its name when it is whole: a ledger.db that is empty or
 * short was cut, and is never taken for a new one.
 */
export function createLedgerFile(folder: string): void {
  const file = join(folder, "ledger.db");
  if (existsSync(file)) return;
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new FolderFault(
      `${file} is missing, but its ${file}-wal is there: put the file back, or move the rest away to start anew`,
    );
  }
  const unfinished = join(folder, "ledger.db.new");
  for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(unfinished + end, { force: true });
  const database = new Database(unfinished);
  try {
    database.pragma("journal_mode = wal");
    database.pragma("synchronous = full");
    database.exec(
      `begin; ${schema} pragma application_id = ${applicationId}; pragma user_version = ${schemaVersion}; commit`,
    );
  } finally {
    database.close();
  }
  renameSync(unfinished, file);
  syncFolder(folder);
}

/** Opens the ledger of a folder and checks what it is, without changing a byte of it. */
export function openToRead(folder: string): Database.Database {
  const file = join(folder, "ledger.db");
  if (!existsSync(file))
    throw new FolderFault(`there is no ledger in ${folder}: name the data folder with --data`);
  if (statSync(file).size === 0) throw new DamagedBytes("it is empty");
  const database = new Database(file, { readonly: true, timeout: busyMs });
  try {
    checkVersion(file, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Writes the WAL that an earlier process left over itself, and syncs it; a connection that reads must be open.
 * After a failed fsync a WAL may read well from memory and never have reached the disk: what is believed from
 * here on has. Not a byte of it changes.
 */
export function syncWal(folder: string): void {
  const database = connectToWrite(folder);
  try {
    // While it is written over, nobody else may write.
    database.exec("begin immediate");
    writeOver(join(folder, "ledger.db-wal"));
    database.exec("rollback");
  } finally {
    database.close();
  }
}

/** Opens the same file to write. */
export function openToWrite(folder: string): Database.Database {
  const database = connectToWrite(folder);
  try {
    database.pragma("synchronous = full");
    database.pragma(`wal_autocheckpoint = ${walPagesMax}`);
    // A file that can only be read says so here, not at the first report.
    database.exec("begin immediate; update head set position = position; rollback");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the same file to move what is in its WAL, beside whoever writes. */
export function openToMove(folder: string): Database.Database {
  const database = connectToWrite(folder);
  database.pragma("synchronous = full");
  return database;
}

/**
 * Moves what is in the WAL into the file and syncs both, as far as it can without waiting for anybody. Where that
 * was all of it, the next commit begins the WAL anew.
 */
export function moveWal(database: Database.Database): void {
  database.pragma("wal_checkpoint(passive)");
}

function connectToWrite(folder: string): Database.Database {
  return new Database(join(folder, "ledger.db"), { fileMustExist: true, timeout: busyMs });
}

function writeOver(file: string): void {
  if (!existsSync(file)) return;
  const handle = openSync(file, "r+");
  try {
    const piece = Buffer.alloc(2 ** 20);
    for (let at = 0; ; ) {
      const length = readSync(handle, piece, 0, piece.length, at);
      if (length === 0) break;
      at += writeSync(handle, piece, 0, length, at);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function checkVersion(file: string, database: Database.Database): void {
  if (database.pragma("application_id", { simple: true }) !== applicationId) {
    throw new FolderFault(`${file} is not a ledger of Laurel: name another folder with --data`);
  }
  const version = database.pragma("user_version", { simple: true });
  if (version !== schemaVersion) {
    throw new FolderFault(
      `${file} has version ${version}, this Laurel knows ${schemaVersion}: run the version that wrote it, or a newer one`,
    );
  }
  if (database.pragma("journal_mode", { simple: true }) !== "wal")
    throw new DamagedBytes("it is not in WAL mode, in which Laurel made it");
}

/** The inode of ledger.db; null where there is no such file. */
export function inodeOf(folder: string): number | null {
  return statSync(join(folder, "ledger.db"), { throwIfNoEntry: false })?.ino ?? null;
}
