/**
 * Moves what was committed from the WAL into ledger.db without holding up a group.
 *
 * SQLite, left to itself, does so within the commit that fills the WAL, which then takes milliseconds longer (it calls
 * that a checkpoint). Here the thread of the background does it beside the groups. What they added meanwhile is
 * little: the thread of the log moves that itself, between two groups, so that at one moment all is moved and the next
 * group begins the WAL anew. Where this falls behind, `walPagesMax` of ledger-file.ts holds, within a commit as ever.
 */
import type { Background } from "./background.ts";
import { LogFault } from "./faults.ts";
import type { Log } from "./log.ts";

/** Bytes of groups from which on a move is worth its fsyncs; a second of many thousand scores. */
const moveBytes = 8 * 2 ** 20;
/** What even a small group changes: the page of its row, and that of the head. */
const groupBytesMin = 8 * 2 ** 10;

export class WalMover {
  readonly #log: Pick<Log, "moveWal">;
  readonly #background: Pick<Background, "moveWal">;
  readonly #onFault: (fault: LogFault) => void;
  #bytes = 0;
  #running = false;

  /** `onFault` hears of errors after which nobody can say what the disk holds. */
  constructor(
    log: Pick<Log, "moveWal">,
    background: Pick<Background, "moveWal">,
    onFault: (fault: LogFault) => void,
  ) {
    this.#log = log;
    this.#background = background;
    this.#onFault = onFault;
  }

  /** A group of so many bytes is in the WAL. */
  written(bytes: number): void {
    this.#bytes += bytes + groupBytesMin;
    if (this.#bytes < moveBytes || this.#running) return;
    this.#bytes = 0;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      const fault = await this.#background.moveWal();
      if (fault !== null) throw new LogFault(fault.lasting, fault.message);
      await this.#log.moveWal();
    } catch (error) {
      // A full disk, a closed ledger, a thread that has ended: what is in the WAL is as durable there.
      if (error instanceof LogFault && error.lasting) this.#onFault(error);
    } finally {
      this.#running = false;
    }
  }
}
