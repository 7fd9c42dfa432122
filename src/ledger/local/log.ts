/** The log as the event loop sees it: calls to the worker that owns ledger.db. */
import type { Worker } from "node:worker_threads";
import type { LedgerRecord } from "../../core/record.ts";
import { FolderFault, LogFault } from "./faults.ts";
import type { LogGroup, PackedPlayers, PlayerRow } from "./log-database.ts";
import type { LogCall, LogFailure, LogReply } from "./log-worker.ts";
import { startWorker } from "./start-worker.ts";

/** What reading from the beginning needs of a log. */
export type LogReader = Pick<Log, "head" | "groupOf" | "groups" | "records" | "packedPlayers">;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Log {
  readonly folder: string;
  readonly #worker: Worker;
  readonly #onEnd: (fault: LogFault) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: LogFault | null = null;
  #closing: Promise<void> | null = null;

  private constructor(folder: string, worker: Worker, onEnd: (fault: LogFault) => void) {
    this.folder = folder;
    this.#worker = worker;
    this.#onEnd = onEnd;
    worker.on("message", (reply: LogReply) => this.#settle(reply));
    worker.on("error", (error) => this.#end(error));
    worker.on("exit", (code) => this.#end(new Error(`exit code ${code}`)));
  }

  /**
   * Opens the log of a folder to read, and holds its lock for life. Throws a FolderFault where it cannot. What is
   * read is to be believed once `check` has passed.
   * `onEnd` hears of a thread that ended without being asked to.
   */
  static async open(folder: string, onEnd: (fault: LogFault) => void): Promise<Log> {
    const log = new Log(folder, startWorker("./log-worker", import.meta.url, { folder }), onEnd);
    try {
      await new Promise((resolve, reject) => log.#waiting.set(0, { resolve, reject }));
      return log;
    } catch (error) {
      await log.#worker.terminate();
      throw error;
    }
  }

  /** From here on groups may be appended. Throws a FolderFault where they cannot. */
  startWriting(): Promise<void> {
    return this.#call({ verb: "startWriting" }) as Promise<void>;
  }

  /** Makes a group durable. The bytes are handed over and must not be used again. Throws a LogFault. */
  append(
    sequence: number,
    last: number,
    bytes: Uint8Array<ArrayBuffer>,
    players: readonly PlayerRow[],
  ): Promise<void> {
    return this.#call({ verb: "append", sequence, last, bytes, players }, [bytes.buffer]) as Promise<void>;
  }

  /** Moves what was appended from the WAL into ledger.db. Throws a LogFault. */
  moveWal(): Promise<void> {
    return this.#call({ verb: "moveWal" }) as Promise<void>;
  }

  /** Sequence of the last record that was written, as noted beside the groups. */
  head(): Promise<number> {
    return this.#call({ verb: "head" }) as Promise<number>;
  }

  /** The key of the group that holds a sequence, or of the last before it; 0 if there is none. */
  groupOf(sequence: number): Promise<number> {
    return this.#call({ verb: "groupOf", sequence }) as Promise<number>;
  }

  /** Groups whose key is above `behind`, in order, up to about `bytesMax` bytes of them. */
  groups(behind: number, bytesMax: number): Promise<LogGroup[]> {
    return this.#call({ verb: "groups", behind, bytesMax }) as Promise<LogGroup[]>;
  }

  /** The records at these sequences. */
  records(sequences: readonly number[]): Promise<Map<number, LedgerRecord>> {
    return this.#call({ verb: "records", sequences }) as Promise<Map<number, LedgerRecord>>;
  }

  /** Players whose number is above `after`, in order, at most `limit` of them. */
  packedPlayers(after: number, limit: number): Promise<PackedPlayers> {
    return this.#call({ verb: "packedPlayers", after, limit }) as Promise<PackedPlayers>;
  }

  /** Looks whether SQLite's own structure is whole. Throws a FolderFault where it is not. */
  check(): Promise<void> {
    return this.#call({ verb: "check" }) as Promise<void>;
  }

  /** Lets the calls before it finish, then closes the file and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= this.#ended === null ? this.#close() : Promise.resolve();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const exited = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
    try {
      await this.#call({ verb: "close" });
    } finally {
      await exited;
    }
  }

  #call(call: LogCall, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call }, transfer);
    });
  }

  #settle(reply: LogReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (waiting === undefined) return;
    if ("failure" in reply) waiting.reject(errorOf(reply.failure));
    else waiting.resolve(reply.value);
  }

  /** A call that waits has no answer any more: what it asked for may have been done or not. */
  #end(error: Error): void {
    if (this.#ended !== null) return;
    this.#ended = new LogFault(
      true,
      this.#closing === null
        ? `the thread that writes the ledger has ended (${error.message}): restart Laurel; every score that was acknowledged is durable`
        : "the ledger is closed",
      error,
    );
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended);
    this.#waiting.clear();
    if (this.#closing === null) this.#onEnd(this.#ended);
  }
}

function errorOf({ kind, lasting, message }: LogFailure): Error {
  return kind === "folder" ? new FolderFault(message) : new LogFault(lasting, message);
}
