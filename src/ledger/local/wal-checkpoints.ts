/**
 * Moves what was committed from the WAL into ledger.db, as SQLite's checkpoints do, without holding up a group.
 *
 * Left to itself, SQLite makes a checkpoint within the commit that fills the WAL, which then takes milliseconds
 * longer. Here the thread of the background makes it beside the groups. What they added meanwhile is little: the
 * thread of the log moves that itself, between two groups, so that all is moved at one moment and the next group
 * begins the WAL anew. Where this falls behind, `walPagesMax` of ledger-file.ts holds, within a commit as ever.
 */
import type { Background } from "./background.ts";
import { LogFault } from "./faults.ts";
import type { Log } from "./log.ts";

/** Bytes of groups from which on a checkpoint is worth its fsyncs; a second of many thousand scores. */
const checkpointBytes = 8 * 2 ** 20;
/** What even a small group changes: the page of its row, and that of the head. */
const groupBytesMin = 8 * 2 ** 10;

export class WalCheckpoints {
  readonly #log: Pick<Log, "checkpoint">;
  readonly #background: Pick<Background, "checkpoint">;
  readonly #onFault: (fault: LogFault) => void;
  #bytes = 0;
  #running = false;

  /** `onFault` hears of errors after which nobody can say what the disk holds. */
  constructor(
    log: Pick<Log, "checkpoint">,
    background: Pick<Background, "checkpoint">,
    onFault: (fault: LogFault) => void,
  ) {
    this.#log = log;
    this.#background = background;
    this.#onFault = onFault;
  }

  /** A group of so many bytes is in the WAL. */
  written(bytes: number): void {
    this.#bytes += bytes + groupBytesMin;
    if (this.#bytes < checkpointBytes || this.#running) return;
    this.#bytes = 0;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      const fault = await this.#background.checkpoint();
      if (fault !== null) throw new LogFault(fault.lasting, fault.message);
      await this.#log.checkpoint();
    } catch (error) {
      // A full disk, a closed ledger, a thread that has ended: what is in the WAL is as durable there.
      if (error instanceof LogFault && error.lasting) this.#onFault(error);
    } finally {
      this.#running = false;
    }
  }
}
