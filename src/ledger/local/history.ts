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
import { LogFault, messageOf, readFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import { HistoryBatch } from "./history-batch.ts";
import { checkHistory } from "./history-check.ts";
import {
  damageOf,
  type HistoryProgress,
  historyInode,
  isDamagedHistory,
  openHistory,
  readHistory,
  removeHistory,
} from "./history-file.ts";
import { type HistoryPage, type HistoryQuestion, pageOf } from "./history-page.ts";
import { writeBatch } from "./history-write.ts";
import type { LogDatabase } from "./log-database.ts";
import { Pace, type Rest } from "./pace.ts";

/** Events that are put in at once: the more there are, the more of them share a page. */
const batchEvents = 200_000;
const sliceBytes = 2 ** 20;
/** How long after the last record the log is looked at again. */
const idleMs = 300;
const failedMs = 10_000;
/** How long a question waits for the file to be opened and checked, and how often it looks. */
const openingMs = 2_000;
const openingStepMs = 10;

/** The parts of its thread that filling takes while the log grows, and while it does not. */
const busyShare = 0.1;
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
    const progress = open.progress ?? (await checkHistory(open.writer, this.#log, this.#restIn(open)));
    open.progress = progress;
    const batch = new HistoryBatch();
    const reached = await this.#gather(open, batch, progress);
    if (reached.position === progress.position) return false;
    open.progress = await writeBatch(open.writer, batch, reached, this.#restIn(open));
    return true;
  }

  /** Takes what the log holds behind the history, as much as goes in at once; how far that goes. */
  async #gather(open: Open, batch: HistoryBatch, progress: HistoryProgress): Promise<HistoryProgress> {
    let { position, time, proof } = progress;
    const rest = this.#restIn(open);
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
        await rest();
      }
      if (position > progress.position) proof = this.#log.checksumAt(position);
    } catch (error) {
      // What is wrong with the log is not the history's fault.
      throw error === removed ? error : readFault(error);
    }
    return { ...progress, position, time, proof };
  }

  /** Rests when a slice is over; throws where the file was dropped meanwhile. */
  #restIn(open: Open): Rest {
    return () =>
      this.#pace.due
        ? this.#pace.rest().then(() => {
            if (this.#open !== open) throw removed;
          })
        : undefined;
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
