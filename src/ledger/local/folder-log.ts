/**
 * The log of a folder to read, also while a service writes behind it: everything is as of the moment it was
 * opened. For tools; it takes no lock and changes nothing.
 */
import { DamagedBytes } from "../../core/bytes.ts";
import type { LedgerRecord } from "../../core/record.ts";
import type { Sequenced } from "../ledger.ts";
import { FolderFault, startFault } from "./faults.ts";
import { findRecordsOf } from "./folder-history.ts";
import { decodeGroup } from "./group.ts";
import type { LogReader } from "./log.ts";
import { LogDatabase, type LogGroup, type PackedPlayers, type PlayerRow } from "./log-database.ts";

const sliceBytes = 4 * 2 ** 20;
const slicePlayers = 20_000;
const sliceRecords = 2_000;

export class FolderLog implements LogReader {
  readonly folder: string;
  /** Sequence of the last record at the moment of opening. */
  readonly position: number;
  readonly #database: LogDatabase;

  /** Throws a FolderFault that says what to do where there is no ledger, or none that can be read. */
  constructor(folder: string) {
    this.folder = folder;
    this.#database = new LogDatabase(folder, true);
    try {
      this.#database.check();
      this.position = this.#database.head();
    } catch (error) {
      this.#database.close();
      throw startFault(folder, error);
    }
  }

  async head(): Promise<number> {
    return this.position;
  }

  async groupOf(sequence: number): Promise<number> {
    return this.#database.groupOf(Math.min(sequence, this.position));
  }

  async groups(behind: number, bytesMax: number): Promise<LogGroup[]> {
    return this.#groups(behind, bytesMax);
  }

  async records(sequences: readonly number[]): Promise<Map<number, LedgerRecord>> {
    return this.#database.records(sequences);
  }

  async packedPlayers(after: number, limit: number): Promise<PackedPlayers> {
    return this.#database.packedPlayers(after, limit);
  }

  /** Every player's number and id; newer ones than the position may be among them. */
  *everyPlayer(): Iterable<PlayerRow> {
    for (let after = 0; ; ) {
      const rows = this.#guarded(() => this.#database.players(after, slicePlayers));
      yield* rows;
      if (rows.length < slicePlayers) return;
      after = rows.at(-1)!.number;
    }
  }

  /**
   * Records in order: all that may be about a player, by number, or say what its numbers mean. From the history as far
   * as it goes, and from the log behind it. Throws a FolderFault where one is damaged or missing.
   */
  *recordsOf(player: number): Iterable<Sequenced> {
    const found = this.#guarded(() => findRecordsOf(this.#database, player));
    const sequences = (found?.sequences ?? []).filter((sequence) => sequence <= this.position);
    for (let at = 0; at < sequences.length; at += sliceRecords) {
      const some = sequences.slice(at, at + sliceRecords);
      const records = this.#guarded(() => this.#database.sequenced(some));
      for (const sequence of some) {
        const one = records.get(sequence);
        if (one === undefined || (one.record.kind === "score" && one.record.player !== player))
          throw new FolderFault(`${this.folder}/history.db is damaged: remove it, then try again`);
        yield one;
      }
    }
    yield* this.everyRecord(Math.min(found?.position ?? 0, this.position));
  }

  /** Every record in order, behind one that ends its group. Throws a FolderFault where one is damaged or missing. */
  *everyRecord(behind = 0): Iterable<Sequenced> {
    let last = behind;
    for (;;) {
      const groups = this.#guarded(() => this.#groups(last, sliceBytes));
      if (groups.length === 0) break;
      for (const { sequence, bytes } of groups) {
        const { committedAt, records } = this.#guarded(() => {
          if (sequence !== last + 1)
            throw new DamagedBytes(
              `the group behind record ${last} is missing: the next begins with ${sequence}`,
            );
          return decodeGroup(bytes);
        });
        for (const record of records) {
          last += 1;
          yield { sequence: last, record, committedAt };
        }
      }
    }
    if (last !== this.position) {
      const reason = `the log ends with record ${last}, and ${this.position} records were written`;
      throw startFault(this.folder, new DamagedBytes(reason));
    }
  }

  close(): void {
    this.#database.close();
  }

  #groups(behind: number, bytesMax: number): LogGroup[] {
    return this.#database.groups(behind, bytesMax).filter(({ sequence }) => sequence <= this.position);
  }

  #guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw startFault(this.folder, error);
    }
  }
}
