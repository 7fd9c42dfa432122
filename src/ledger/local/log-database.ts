/**
 * ledger.db: the log of groups and the players' numbers, in SQLite. Synchronous: the service runs it in a
 * worker, read-only tools call it directly.
 *
 * - One row a commit group, written and fsynced in one transaction (WAL, synchronous FULL) before the answer.
 * - One process a folder: laurel.lock is an SQLite file whose write lock is held for life. The operating
 *   system lets go of it when the process ends, however it ends.
 * - A full disk rolls the group back and the next one may try again. A failed fsync or any other I/O error
 *   ends writing until a restart: after it nobody can say what the disk holds.
 */
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import type { LedgerRecord } from "../../core/record.ts";
import { countOfGroup, recordOfGroup } from "./group.ts";

/** "LRL1": marks the file as Laurel's. */
const applicationId = 0x4c524c31;
/** Version of the tables; groups and records carry their own. */
const schemaVersion = 1;

const schema = `
  create table log (sequence integer primary key, records blob not null) strict;
  create table players (number integer primary key, id text not null, crc integer not null) strict;
`;

export interface LogGroup {
  /** Sequence of its first record. */
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

export interface PlayerRow {
  readonly number: number;
  readonly id: string;
}

/** What stops a folder from being opened; the message says what to do. */
export class FolderFault extends Error {}

export class LogDatabase {
  readonly folder: string;
  readonly #lock: Database.Database | null;
  readonly #database: Database.Database;
  readonly #append: Database.Statement;
  readonly #appendPlayer: Database.Statement;
  readonly #groups: Database.Statement;
  readonly #groupOf: Database.Statement;

  /** Opens a folder, made if it is missing. `readOnly` takes no lock and needs the ledger to be there. */
  constructor(folder: string, readOnly = false) {
    this.folder = folder;
    this.#lock = readOnly ? null : lockFolder(folder);
    try {
      this.#database = openDatabase(folder, readOnly);
      this.#append = this.#database.prepare("insert into log (sequence, records) values (?, ?)");
      this.#appendPlayer = this.#database.prepare("insert into players (number, id, crc) values (?, ?, ?)");
      this.#groups = this.#database.prepare(
        "select sequence, records as bytes from log where sequence > ? order by sequence",
      );
      this.#groupOf = this.#database.prepare(
        "select sequence, records as bytes from log where sequence <= ? order by sequence desc limit 1",
      );
    } catch (error) {
      this.#lock?.close();
      throw error instanceof FolderFault ? error : damaged(folder, error);
    }
  }

  /** Makes one group durable, with the players that it names for the first time: all or nothing. */
  append(sequence: number, bytes: Uint8Array, players: readonly PlayerRow[]): void {
    this.#database.exec("begin immediate");
    try {
      for (const { number, id } of players) this.#appendPlayer.run(number, id, playerCrc(number, id));
      this.#append.run(sequence, bytes);
      this.#database.exec("commit");
    } catch (error) {
      // SQLite rolls back by itself on most of these errors; a second rollback would hide the first error.
      if (this.#database.inTransaction) this.#database.exec("rollback");
      throw error;
    }
  }

  /** The key of the group that holds a sequence, or of the last before it; 0 if there is none. */
  groupOf(sequence: number): number {
    return (this.#groupOf.get(sequence) as LogGroup | undefined)?.sequence ?? 0;
  }

  /** Groups whose key is above `behind`, in order, up to about `bytesMax` bytes of them. */
  groups(behind: number, bytesMax: number): LogGroup[] {
    const found: LogGroup[] = [];
    let size = 0;
    try {
      for (const group of this.#groups.iterate(behind) as Iterable<LogGroup>) {
        found.push(group);
        size += group.bytes.length;
        if (size >= bytesMax) break;
      }
    } catch (error) {
      throw damaged(this.folder, error);
    }
    return found;
  }

  /** The records at these sequences. */
  records(sequences: readonly number[]): Map<number, LedgerRecord> {
    const found = new Map<number, LedgerRecord>();
    let group: LogGroup | undefined;
    let next = 0;
    for (const sequence of [...sequences].sort((a, b) => a - b)) {
      if (group === undefined || sequence >= next) {
        group = this.#groupOf.get(sequence) as LogGroup | undefined;
        if (group === undefined) continue;
        next = group.sequence + countOfGroup(group.bytes);
      }
      if (sequence < next) found.set(sequence, recordOfGroup(group.bytes, sequence - group.sequence));
    }
    return found;
  }

  /** Every player's number and id. */
  *players(): Iterable<PlayerRow> {
    const rows = this.#database.prepare("select number, id, crc from players order by number").iterate();
    for (const { number, id, crc } of rows as Iterable<PlayerRow & { crc: number }>) {
      if (crc !== playerCrc(number, id))
        throw damaged(this.folder, new DamagedBytes(`the checksum of player ${number} is wrong`));
      yield { number, id };
    }
  }

  close(): void {
    this.#database.close();
    this.#lock?.close();
  }
}

/**
 * What a failed append means: whether the group may yet be there, whether writing may go on, and what to say.
 */
export function appendFault(error: unknown): { fatal: boolean; message: string } {
  const code = (error as { code?: string }).code ?? "";
  if (code === "SQLITE_FULL")
    return {
      fatal: false,
      message:
        "the disk of the data folder is full: free some space; nothing was taken, and writing goes on by itself",
    };
  return {
    fatal: true,
    message: `the ledger could not be written (${code || String(error)}): check the disk of the data folder, then restart Laurel; nothing is taken until then`,
  };
}

function playerCrc(number: number, id: string): number {
  return crc32(`${number}:${id}`);
}

function lockFolder(folder: string): Database.Database {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FolderFault(
      `the data folder ${folder} cannot be used (${(error as Error).message}): make it readable and writable for this user, or name another with --data`,
    );
  }
  let lock: Database.Database | undefined;
  try {
    lock = new Database(join(folder, "laurel.lock"), { timeout: 0 });
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") {
      throw new FolderFault(
        `another process is using the data folder ${folder}: stop it first, or name another folder with --data`,
      );
    }
    throw new FolderFault(
      `the data folder ${folder} cannot be locked (${(error as Error).message}): check its disk and permissions`,
    );
  }
}

function openDatabase(folder: string, readOnly: boolean): Database.Database {
  const file = join(folder, "ledger.db");
  if (readOnly && !existsSync(file))
    throw new FolderFault(`there is no ledger in ${folder}: name the data folder with --data`);
  const database = new Database(file, { readonly: readOnly });
  try {
    const empty = database.prepare("select count(*) as n from sqlite_schema").get() as { n: number };
    if (empty.n === 0 && !readOnly) {
      database.pragma("journal_mode = wal");
      database.exec(
        `begin; ${schema} pragma application_id = ${applicationId}; pragma user_version = ${schemaVersion}; commit`,
      );
    }
    checkVersion(folder, database);
    if (!readOnly) {
      database.pragma("journal_mode = wal");
      database.pragma("synchronous = full");
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkVersion(folder: string, database: Database.Database): void {
  if (database.pragma("application_id", { simple: true }) !== applicationId) {
    throw new FolderFault(`${folder}/ledger.db is not a ledger of Laurel: name another folder with --data`);
  }
  const version = database.pragma("user_version", { simple: true });
  if (version !== schemaVersion) {
    throw new FolderFault(
      `${folder}/ledger.db has version ${version}, this Laurel knows ${schemaVersion}: run the version that wrote it, or a newer one`,
    );
  }
}

/** The one message for a file that is not as it was written. */
export function damaged(folder: string, error: unknown): FolderFault {
  const reason = error instanceof Error ? error.message : String(error);
  return new FolderFault(
    `${folder}/ledger.db is damaged (${reason}): Laurel does not start on it, as its answers would be wrong. Keep the file, restore a backup, and see docs/operating.md, "A damaged ledger"`,
  );
}
