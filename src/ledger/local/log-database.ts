/**
 * ledger.db: the log of groups and the players' numbers, in SQLite. Synchronous: the service runs it in a
 * worker, read-only tools call it directly.
 *
 * One row a commit group, written and fsynced in one transaction (WAL, synchronous FULL) before the answer.
 * Reading has a connection of its own that cannot write: until `startWriting`, when all has been read and
 * found whole, not a byte of the ledger changes.
 */
import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import type { LedgerRecord } from "../../core/record.ts";
import { IdPacker } from "../../members/packed-ids.ts";
import type { Sequenced } from "../ledger.ts";
import { goneFault, startFault } from "./faults.ts";
import { lockFolder } from "./folder-lock.ts";
import { countOfGroup, groupChecksum, recordsOfGroup } from "./group.ts";
import { createLedgerFile, inodeOf, moveWal, openToRead, openToWrite, syncWal } from "./ledger-file.ts";

export { FolderFault } from "./faults.ts";

export interface LogGroup {
  /** Sequence of its first record. */
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** Players in order of number, packed (members/packed-ids.ts). */
export interface PackedPlayers {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly count: number;
  /** The last number. */
  readonly last: number;
}

export interface PlayerRow {
  readonly number: number;
  readonly id: string;
}

export class LogDatabase {
  readonly folder: string;
  readonly #lock: Database.Database | null;
  readonly #reader: Reader;
  #writer: Writer | null = null;
  /** Of ledger.db as it was opened: what is written to a file that somebody took away would be lost. */
  #inode: number | null = null;

  /**
   * Opens a folder, made if it is missing. `readOnly` takes no lock and needs the ledger to be there. What is
   * read is to be believed once `check` has passed.
   */
  constructor(folder: string, readOnly = false) {
    this.folder = folder;
    this.#lock = readOnly ? null : lockFolder(folder);
    let database: Database.Database | undefined;
    try {
      if (!readOnly) createLedgerFile(folder);
      database = openToRead(folder);
      if (!readOnly) syncWal(folder);
      this.#reader = readerOf(database);
    } catch (error) {
      database?.close();
      this.#lock?.close();
      throw startFault(folder, error);
    }
  }

  /**
   * Looks whether SQLite's own structure is whole: for rows that are out of reach, which no row's checksum can
   * tell. Throws a FolderFault where it is not. Some 60 ms for a million rows.
   */
  check(): void {
    try {
      const found = this.#reader.database.pragma("quick_check(1)", { simple: true });
      if (found !== "ok") throw new DamagedBytes(String(found).replaceAll("\n", " "));
    } catch (error) {
      throw startFault(this.folder, error);
    }
  }

  /** From here on groups may be appended. */
  startWriting(): void {
    try {
      this.#writer = writerOf(openToWrite(this.folder));
      this.#inode = inodeOf(this.folder);
    } catch (error) {
      throw startFault(this.folder, error);
    }
  }

  /**
   * Makes one group durable, with the players that it names for the first time: all or nothing. `sequence` and
   * `last` are those of its first and last record; the log must end right before them.
   */
  append(sequence: number, last: number, bytes: Uint8Array, players: readonly PlayerRow[]): void {
    if (this.#writer === null) throw new Error("ledger.db is open to read only");
    const { database, begin, player, group, head, commit } = this.#writer;
    if (inodeOf(this.folder) !== this.#inode) throw goneFault(this.folder);
    begin.run();
    try {
      for (const { number, id } of players) player.run(number, id, playerCrc(number, id));
      group.run(sequence, bytes);
      if (head.run(last, sequence - 1).changes !== 1)
        throw new Error(`somebody else has written behind record ${sequence - 1}`);
      commit.run();
    } catch (error) {
      // SQLite rolls back by itself on most of these errors; a second rollback would hide the first error.
      if (database.inTransaction) database.exec("rollback");
      throw error;
    }
  }

  /** Moves what was appended from the WAL into ledger.db. */
  moveWal(): void {
    if (this.#writer !== null) moveWal(this.#writer.database);
  }

  /** Sequence of the last record that was written, as the head has it. */
  head(): number {
    const rows = this.#reader.head.all() as { position: number }[];
    if (rows.length !== 1) throw new DamagedBytes(`the head has ${rows.length} rows`);
    return rows[0]!.position;
  }

  /** The key of the group that holds a sequence, or of the last before it; 0 if there is none. */
  groupOf(sequence: number): number {
    return (this.#reader.groupOf.get(sequence) as LogGroup | undefined)?.sequence ?? 0;
  }

  /**
   * The checksum of the group that holds a sequence: what is made from the log keeps it as the proof of its log.
   * Throws DamagedBytes where the log does not go so far.
   */
  checksumAt(sequence: number): number {
    const group = this.#reader.groupOf.get(sequence) as LogGroup | undefined;
    if (group === undefined) throw new DamagedBytes(`record ${sequence} is not in the log`);
    return groupChecksum(group.bytes, sequence - group.sequence);
  }

  /** Groups whose key is above `behind`, in order, up to about `bytesMax` bytes of them. */
  groups(behind: number, bytesMax: number): LogGroup[] {
    const found: LogGroup[] = [];
    let size = 0;
    for (const group of this.#reader.groups.iterate(behind) as Iterable<LogGroup>) {
      found.push(group);
      size += group.bytes.length;
      if (size >= bytesMax) break;
    }
    return found;
  }

  /** The records at these sequences. */
  records(sequences: readonly number[]): Map<number, LedgerRecord> {
    return new Map([...this.sequenced(sequences)].map(([sequence, { record }]) => [sequence, record]));
  }

  /** The same with the times of their groups. */
  sequenced(sequences: readonly number[]): Map<number, Sequenced> {
    const found = new Map<number, Sequenced>();
    const sorted = [...new Set(sequences)].sort((a, b) => a - b);
    for (let i = 0; i < sorted.length; ) {
      const group = this.#reader.groupOf.get(sorted[i]!) as LogGroup | undefined;
      const end = group === undefined ? 0 : group.sequence + countOfGroup(group.bytes);
      if (group === undefined || sorted[i]! >= end) {
        i += 1;
        continue;
      }
      const begun = i;
      while (i < sorted.length && sorted[i]! < end) i += 1;
      const within = sorted.slice(begun, i);
      const { committedAt, records } = recordsOfGroup(
        group.bytes,
        within.map((sequence) => sequence - group.sequence),
      );
      within.forEach((sequence, k) => {
        found.set(sequence, { sequence, record: records[k]!, committedAt });
      });
    }
    return found;
  }

  /** Players whose number is above `after`, in order, at most `limit` of them. */
  players(after: number, limit: number): PlayerRow[] {
    const rows = this.#reader.players.all(after, limit) as (PlayerRow & { crc: number })[];
    return rows.map(({ number, id, crc }) => {
      checkPlayer(number, id, crc);
      return { number, id };
    });
  }

  /** The same packed: millions of rows as objects would take a start longer than all the rest. */
  packedPlayers(after: number, limit: number): PackedPlayers {
    const rows = this.#reader.playersRaw.all(after, limit) as [number: number, id: string, crc: number][];
    const packer = new IdPacker();
    for (const [number, id, crc] of rows) {
      checkPlayer(number, id, crc);
      packer.add(number, id);
    }
    return { pieces: packer.finish(), count: rows.length, last: rows.at(-1)?.[0] ?? after };
  }

  /** The writing side closes last: it leaves one whole file behind. The reading side alone leaves all as it is. */
  close(): void {
    this.#reader.database.close();
    this.#writer?.database.close();
    this.#lock?.close();
  }
}

interface Reader {
  readonly database: Database.Database;
  readonly head: Database.Statement;
  readonly groups: Database.Statement;
  readonly groupOf: Database.Statement;
  readonly players: Database.Statement;
  readonly playersRaw: Database.Statement;
}

interface Writer {
  readonly database: Database.Database;
  readonly begin: Database.Statement;
  readonly player: Database.Statement;
  readonly group: Database.Statement;
  readonly head: Database.Statement;
  readonly commit: Database.Statement;
}

function readerOf(database: Database.Database): Reader {
  const players = "select number, id, crc from players where number > ? order by number limit ?";
  const reader = prepared(database, {
    head: "select position from head",
    groups: "select sequence, records as bytes from log where sequence > ? order by sequence",
    groupOf: "select sequence, records as bytes from log where sequence <= ? order by sequence desc limit 1",
    players,
    playersRaw: players,
  });
  reader.playersRaw.raw();
  return reader;
}

function writerOf(database: Database.Database): Writer {
  return prepared(database, {
    begin: "begin immediate",
    player: "insert into players (number, id, crc) values (?, ?, ?)",
    group: "insert into log (sequence, records) values (?, ?)",
    head: "update head set position = ? where position = ?",
    commit: "commit",
  });
}

function prepared<Name extends string>(
  database: Database.Database,
  statements: Record<Name, string>,
): { database: Database.Database } & Record<Name, Database.Statement> {
  const made = Object.entries<string>(statements).map(([name, sql]) => [name, database.prepare(sql)]);
  return { database, ...Object.fromEntries(made) };
}

function checkPlayer(number: number, id: string, crc: number): void {
  if (crc !== playerCrc(number, id)) throw new DamagedBytes(`the checksum of player ${number} is wrong`);
}

function playerCrc(number: number, id: string): number {
  return crc32(`${number}:${id}`);
}
