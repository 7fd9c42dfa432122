/** The log as the event loop sees it: calls to the worker that owns ledger.db. */
import type { Worker } from "node:worker_threads";
import type { LedgerRecord } from "../../core/record.ts";
import { FolderFault, type LogGroup, type PlayerRow } from "./log-database.ts";
import type { LogCall, LogFailure, LogReply } from "./log-worker.ts";
import { startWorker } from "./start-worker.ts";

/** An append that failed. `fatal`: the log takes nothing more until a restart, and the group may be there. */
export class AppendFailure extends Error {
  readonly fatal: boolean;
  constructor(failure: LogFailure) {
    super(failure.message);
    this.fatal = failure.fatal;
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Log {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (reply: LogReply) => this.#settle(reply));
    worker.on("error", (error) => this.#end(error));
    worker.on("exit", () => this.#end(new Error("the thread of the ledger has ended")));
  }

  /** Opens the log of a folder and holds its lock for life. Throws a FolderFault where it cannot. */
  static async open(folder: string): Promise<Log> {
    const log = new Log(startWorker("./log-worker", import.meta.url, { folder }));
    try {
      await new Promise((resolve, reject) => log.#waiting.set(0, { resolve, reject }));
      return log;
    } catch (error) {
      await log.#worker.terminate();
      throw error;
    }
  }

  /** Makes a group durable. The bytes are handed over and must not be used again. */
  append(sequence: number, bytes: Uint8Array<ArrayBuffer>, players: readonly PlayerRow[]): Promise<void> {
    return this.#call({ verb: "append", sequence, bytes, players }, [bytes.buffer]) as Promise<void>;
  }

  groupOf(sequence: number): Promise<number> {
    return this.#call({ verb: "groupOf", sequence }) as Promise<number>;
  }

  groups(behind: number, bytesMax: number): Promise<LogGroup[]> {
    return this.#call({ verb: "groups", behind, bytesMax }) as Promise<LogGroup[]>;
  }

  records(sequences: readonly number[]): Promise<Map<number, LedgerRecord>> {
    return this.#call({ verb: "records", sequences }) as Promise<Map<number, LedgerRecord>>;
  }

  /** The next players behind the last slice; `after` 0 begins anew. */
  players(after: number, limit: number): Promise<PlayerRow[]> {
    return this.#call({ verb: "players", after, limit }) as Promise<PlayerRow[]>;
  }

  async close(): Promise<void> {
    if (this.#ended !== null) return;
    const exited = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
    await this.#call({ verb: "close" });
    await exited;
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
    if (!("failure" in reply)) {
      waiting.resolve(reply.value);
      return;
    }
    const { failure } = reply;
    if (failure.kind === "append") waiting.reject(new AppendFailure(failure));
    else
      waiting.reject(
        failure.kind === "folder" ? new FolderFault(failure.message) : new Error(failure.message),
      );
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
