/**
 * history.db filled behind the log, and read. For a thread of the background.
 *
 *     closed -> checking -> filling <-> idle;  from each of them back to closed when the file is removed or damaged
 *
 * Always true: what is answered from the file was checked when it was opened, row by row against count and checksum,
 * and each event that is named is compared with its record. While it is being checked nothing is answered; while it
 * is being filled, answers are as of the record up to which it goes, unless what is missing is little enough to
 * be read from the log.
 */
import type Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import { LogFault, messageOf, readFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import { HistoryBatch } from "./history-batch.ts";
import {
  addChecksum,
  damageOf,
  type HistoryProgress,
  historyInode,
  isDamagedHistory,
  openHistory,
  readHistory,
  readProgress,
  removeHistory,
  rowChecksum,
} from "./history-file.ts";
import { type HistoryPage, type HistoryQuestion, pageOf } from "./history-page.ts";
import type { LogDatabase } from "./log-database.ts";
import { Pace } from "./pace.ts";

/** Events that are put in at once: the more there are, the more of them share a page. */
const batchEvents = 200_000;
const sliceBytes = 2 ** 20;
const sliceRows = 10_000;
/** How long after the last record the log is looked at again. */
const idleMs = 300;
const failedMs = 10_000;
/** How long a question waits for the file to be opened and checked, and how often it looks. */
const openingMs = 2_000;
const openingStepMs = 10;

/** The parts of its thread that filling takes while the log grows, and while it does not. */
const busyShare = 0.3;
const quietShare = 0.7;

interface Open {
  readonly writer: Database.Database;
  readonly reader: Database.Database;
  readonly inode: number | null;
  /** As committed; null until it is checked. */
  progress: HistoryProgress | null;
}

/** Ends a batch whose file is gone; it is begun again. */
const removed = new Error("history.db was removed");

export class History {
  readonly #folder: string;
  readonly #log: LogDatabase;
  readonly #report: (message: string) => void;
  readonly #pace: Pace;
  #open: Open | null = null;
  #lastHead = 0;
  #closed = false;

  constructor(folder: string, log: LogDatabase, report: (message: string) => void) {
    this.#folder = folder;
    this.#log = log;
    this.#report = report;
    this.#pace = new Pace(() => this.#share());
  }

  /** Fills the file for as long as the thread lives. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        const filled = await this.#fillSome(this.#opened());
        if (!filled) await sleep(idleMs);
      } catch (error) {
        if (this.#closed) return;
        if (error === removed) continue;
        if (isDamagedHistory(error)) {
          this.#startAnew(error);
          await sleep(idleMs);
        } else {
          this.#drop();
          this.#report(`history.db could not be filled (${messageOf(error)}): it is tried again`);
          await sleep(failedMs);
        }
      }
    }
  }

  /** Answers a question, once the file is open and checked. Throws a LogFault where that takes too long. */
  async page(question: HistoryQuestion): Promise<HistoryPage> {
    for (let left = openingMs; ; left -= openingStepMs) {
      if (this.#open !== null && historyInode(this.#folder) !== this.#open.inode) this.#drop();
      if (this.#open !== null && this.#open.progress !== null) return this.#answer(this.#open, question);
      if (left <= 0 || this.#closed)
        throw new LogFault(false, "the history is being opened and checked: ask again in a moment");
      await sleep(openingStepMs);
    }
  }

  #answer(open: Open, question: HistoryQuestion): HistoryPage {
    try {
      return pageOf(open.reader, this.#log, question);
    } catch (error) {
      if (!isDamagedHistory(error)) throw error;
      this.#startAnew(error);
      throw new LogFault(false, "the history was damaged and is made again: ask again in a moment", error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** The open file, which is still the one in the folder. */
  #opened(): Open {
    if (this.#open !== null && historyInode(this.#folder) === this.#open.inode) return this.#open;
    this.#drop();
    const writer = openHistory(this.#folder);
    try {
      const reader = readHistory(this.#folder);
      this.#open = { writer, reader, inode: historyInode(this.#folder), progress: null };
      return this.#open;
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** One batch; false where there is nothing to do. */
  async #fillSome(open: Open): Promise<boolean> {
    this.#pace.begin();
    const progress = open.progress ?? (await this.#checked(open));
    open.progress = progress;
    const batch = new HistoryBatch();
    const reached = await this.#gather(open, batch, progress);
    if (reached.position === progress.position) return false;
    await this.#write(open, batch, reached);
    return true;
  }

  /** Takes what the log holds behind the history, as much as goes in at once; how far that goes. */
  async #gather(open: Open, batch: HistoryBatch, progress: HistoryProgress): Promise<HistoryProgress> {
    let { position, time, proof } = progress;
    try {
      const head = this.#log.head();
      for (let behind = this.#log.groupOf(position); position < head && batch.events < batchEvents; ) {
        for (const { sequence, bytes } of this.#log.groups(behind, sliceBytes)) {
          if (sequence !== position + 1) throw new Error(`the log has no group behind record ${position}`);
          const { committedAt, records } = decodeGroup(bytes);
          for (const [i, record] of records.entries()) batch.take(record, sequence + i);
          position += records.length;
          behind = sequence;
          time = committedAt;
        }
        if (this.#pace.due) await this.#rest(open);
      }
      if (position > progress.position) proof = this.#log.checksumAt(position);
    } catch (error) {
      // What is wrong with the log is not the history's fault.
      throw error === removed ? error : readFault(error);
    }
    return { ...progress, position, time, proof };
  }

  async #write(open: Open, batch: HistoryBatch, progress: HistoryProgress): Promise<void> {
    const { writer } = open;
    const insert = writer.prepare("insert into events values (?, ?, ?, ?)");
    let { events, checksum } = progress;
    writer.exec("begin immediate");
    try {
      let rows = 0;
      for (const [board, player, sequence, state] of batch.rows()) {
        insert.run(board, player, sequence, state);
        checksum = addChecksum(checksum, rowChecksum(board, player, sequence, state));
        events += 1;
        if (++rows % 64 === 0 && this.#pace.due) await this.#rest(open);
      }
      const find = writer.prepare("select state from events where board = ? and player = ? and sequence = ?");
      const update = writer.prepare(
        "update events set state = ? where board = ? and player = ? and sequence = ?",
      );
      for (const { board, player, event, state } of batch.changes()) {
        const before = find.pluck().get(board, player, event) as number | undefined;
        // Of a board that is gone.
        if (before === undefined) continue;
        update.run(state, board, player, event);
        checksum = addChecksum(checksum, -rowChecksum(board, player, event, before));
        checksum = addChecksum(checksum, rowChecksum(board, player, event, state));
      }
      const other = writer.prepare("insert into others values (?)");
      for (const sequence of batch.others) other.run(sequence);
      for (const board of batch.gone) {
        for await (const [player, sequence, state] of this.#taken(open, board)) {
          checksum = addChecksum(checksum, -rowChecksum(board, player, sequence, state));
          events -= 1;
        }
      }
      const done = { ...progress, events, checksum };
      writer
        .prepare("update progress set position = ?, time = ?, proof = ?, events = ?, checksum = ?")
        .run(done.position, done.time, done.proof, done.events, done.checksum);
      writer.exec("commit");
      open.progress = done;
    } catch (error) {
      if (writer.open && writer.inTransaction) writer.exec("rollback");
      throw error;
    }
  }

  /** Takes the rows of a board away, some at a time. */
  async *#taken(open: Open, board: number): AsyncIterable<readonly [number, number, number]> {
    const { writer } = open;
    const some = writer
      .prepare("select player, sequence, state from events where board = ? limit 1000")
      .raw();
    const take = writer.prepare("delete from events where board = ? and player = ? and sequence = ?");
    for (;;) {
      const rows = some.all(board) as [number, number, number][];
      if (rows.length === 0) return;
      for (const [player, sequence] of rows) take.run(board, player, sequence);
      yield* rows;
      if (this.#pace.due) await this.#rest(open);
    }
  }

  /** Reads every row once. Throws DamagedBytes where they are not those that were written. */
  async #checked(open: Open): Promise<HistoryProgress> {
    const progress = readProgress(open.writer, this.#log);
    const some = open.writer
      .prepare(
        "select board, player, sequence, state from events where (board, player, sequence) > (?, ?, ?) order by board, player, sequence limit ?",
      )
      .raw();
    let last: readonly number[] = [0, 0, 0];
    let events = 0;
    let checksum = 0;
    for (;;) {
      const rows = some.all(last[0], last[1], last[2], sliceRows) as [number, number, number, number][];
      for (const row of rows) {
        if (compareRows(last, row) >= 0) throw new DamagedBytes("its rows are not in their order");
        checksum = addChecksum(checksum, rowChecksum(...row));
        last = row;
      }
      events += rows.length;
      if (rows.length < sliceRows) break;
      if (this.#pace.due) await this.#rest(open);
    }
    if (events !== progress.events || checksum !== progress.checksum)
      throw new DamagedBytes(`it has ${events} events, and not the ${progress.events} that were written`);
    return progress;
  }

  /** Rests; throws where the file was dropped meanwhile. */
  async #rest(open: Open): Promise<void> {
    await this.#pace.rest();
    if (this.#open !== open) throw removed;
  }

  #startAnew(error: unknown): void {
    this.#report(damageOf(this.#folder, error));
    this.#drop();
    removeHistory(this.#folder);
  }

  #drop(): void {
    this.#open?.reader.close();
    this.#open?.writer.close();
    this.#open = null;
  }

  #share(): number {
    const head = this.#log.head();
    const busy = head !== this.#lastHead;
    this.#lastHead = head;
    return busy ? busyShare : quietShare;
  }
}

function compareRows(a: readonly number[], b: readonly number[]): number {
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
