/**
 * Makes checkpoints beside the running service: when the log has grown by so many records, one at a time.
 *
 * The event loop copies a piece and checksums it (some 0.2 ms), a thread of Node's pool writes it, then comes a
 * pause. So a checkpoint of 2 GB takes some 10 s and delays nothing noticeably.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { BlockWriter } from "./block-file.ts";
import { type CheckpointSource, writeCheckpoint } from "./checkpoint.ts";
import { messageOf } from "./faults.ts";
import { removeOldCheckpoints, type SavedHeader, savedFile } from "./saved-files.ts";

const pauseMs = 1;

/**
 * After a checkpoint that took long, none begins for so many times as long: at 160,000 records a second on 25
 * million players the disk would do nothing else.
 */
const restTimes = 3;
const longMs = 1_000;

/** What the checkpointer asks of the ledger. */
export interface CheckpointLedger {
  /** Notes what a checkpoint is made of, between two groups. */
  source(): Promise<CheckpointSource>;
  /** The header of a file of this position. */
  header(kind: "checkpoint", position: number): Promise<SavedHeader>;
}

export class Checkpointer {
  readonly #folder: string;
  readonly #records: number;
  readonly #ledger: CheckpointLedger;
  readonly #report: (message: string) => void;
  readonly #passedOver: ReadonlySet<string>;
  /** Position of the newest checkpoint that was made, or tried. */
  #newest: number;
  /** None begins before, by `performance.now`. */
  #restsUntil = 0;
  #running: Promise<void> | null = null;
  #stopped = false;

  /** `newest`: position of the newest checkpoint that the next start could use. `passedOver`: files that it could not use. */
  constructor(
    folder: string,
    records: number,
    ledger: CheckpointLedger,
    report: (message: string) => void,
    newest: number,
    passedOver: ReadonlySet<string>,
  ) {
    this.#folder = folder;
    this.#records = records;
    this.#ledger = ledger;
    this.#report = report;
    this.#newest = newest;
    this.#passedOver = passedOver;
  }

  /** Hears how far the log goes; begins a checkpoint where one is due. */
  grown(position: number): void {
    if (this.#running !== null || this.#stopped || position - this.#newest < this.#records) return;
    const begun = performance.now();
    if (begun < this.#restsUntil) return;
    this.#newest = position;
    this.#running = this.#make().finally(() => {
      this.#running = null;
      const now = performance.now();
      if (now - begun > longMs) this.#restsUntil = now + restTimes * (now - begun);
    });
  }

  /** Waits for what is being made. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Gives up what is being made, and makes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #make(): Promise<void> {
    let writer: BlockWriter | null = null;
    try {
      const source = await this.#ledger.source();
      const header = await this.#ledger.header("checkpoint", source.position);
      writer = await BlockWriter.create(savedFile(this.#folder, "checkpoint", source.position));
      await writeCheckpoint(writer, header, source, () => this.#pause());
      await writer.finish();
      removeOldCheckpoints(this.#folder, source.position, this.#passedOver);
    } catch (error) {
      await writer?.abandon();
      if (!this.#stopped)
        this.#report(
          `a checkpoint could not be written (${messageOf(error)}): nothing is lost, the next start takes longer; it is tried again after ${this.#records} more records`,
        );
    }
  }

  async #pause(): Promise<void> {
    await sleep(pauseMs);
    if (this.#stopped) throw new Error("Laurel is stopping");
  }
}
