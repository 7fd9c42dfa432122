/**
 * Leaves the files behind that spare a start the whole log: checkpoints beside the running ledger, a flat image at
 * its clean stop. Identities are made files first, so that neither has to hold them.
 */
import { BlockWriter } from "./block-file.ts";
import { type CheckpointSource, checkpointSource } from "./checkpoint.ts";
import { Checkpointer } from "./checkpointer.ts";
import { messageOf } from "./faults.ts";
import type { Identities } from "./identities.ts";
import { writeImage } from "./image.ts";
import type { LedgerState } from "./ledger-state.ts";
import type { Log } from "./log.ts";
import { makesImages, type StoreOfMembers } from "./member-store.ts";
import {
  groupHash,
  removeOldImages,
  type SavedHeader,
  type SavedKind,
  savedFile,
  savedVersion,
} from "./saved-files.ts";
import type { Started } from "./start.ts";

export interface SavedLedger {
  readonly log: Log;
  readonly store: StoreOfMembers;
  readonly state: LedgerState;
  readonly identities: Identities;
  /** The position, noted between two groups. */
  atRest<T>(note: (position: number) => T): Promise<T>;
}

export class Saver {
  readonly #ledger: SavedLedger;
  readonly #report: (message: string) => void;
  readonly #checkpointer: Checkpointer;
  /** Position of the image that it was started from: a stop without a further record leaves that as it is. */
  readonly #image: number | null;

  /** `records`: behind the newest checkpoint at which the next is begun. */
  constructor(
    ledger: SavedLedger,
    { used, checkpoint, passedOver }: Started,
    records: number,
    report: (message: string) => void,
  ) {
    this.#ledger = ledger;
    this.#report = report;
    this.#image = used?.kind === "image" ? used.position : null;
    this.#checkpointer = new Checkpointer(ledger.log.folder, records, this, report, checkpoint, passedOver);
  }

  /** Hears how far the log goes. */
  grown(position: number): void {
    this.#checkpointer.grown(position);
  }

  /** Waits for a checkpoint that is being made. */
  idle(): Promise<void> {
    return this.#checkpointer.idle();
  }

  /** Gives up a checkpoint that is being made; where the ledger is whole, leaves an image of this position. */
  async stop(position: number, whole: boolean): Promise<void> {
    await this.#checkpointer.stop();
    if (!whole || position === 0) return;
    await this.#ledger.identities.flush();
    if (position !== this.#image) await this.#writeImage(position);
  }

  /**
   * What a checkpoint begins with, noted between two groups. Identities become files before: a start then has few
   * to read again.
   */
  async source(): Promise<CheckpointSource> {
    const { identities, state, atRest } = this.#ledger;
    await identities.flush();
    return atRest((position) => checkpointSource(state, position));
  }

  /** The header of a file that holds the state of a position, where a group must have ended. */
  async header(kind: SavedKind, position: number): Promise<SavedHeader> {
    const group = await groupHash(this.#ledger.log, position);
    if (group === null) throw new Error(`no group ends with record ${position}`);
    return { kind, version: savedVersion, position, group };
  }

  async #writeImage(position: number): Promise<void> {
    const { log, store, state } = this.#ledger;
    if (!makesImages(store)) return;
    let writer: BlockWriter | null = null;
    try {
      removeOldImages(log.folder, position);
      writer = await BlockWriter.create(savedFile(log.folder, "image", position));
      await writeImage(writer, await this.header("image", position), state.catalogue, store);
      await writer.finish();
    } catch (error) {
      await writer?.abandon();
      this.#report(
        `the image for a fast start could not be written (${messageOf(error)}): nothing is lost, the next start takes longer`,
      );
    }
  }
}
