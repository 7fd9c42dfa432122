/** The background as the event loop sees it: calls to a thread that is started when it is first needed. */
import type { Worker } from "node:worker_threads";
import type { BackgroundCall, BackgroundData, BackgroundReply, MoveFault } from "./background-worker.ts";
import { LogFault } from "./faults.ts";
import type { HistoryPage, HistoryQuestion } from "./history-page.ts";
import type { IdentityBuilder } from "./identities.ts";
import type { IdentityFileParts } from "./identity-file.ts";
import type { OpenedIdentities } from "./identity-folder.ts";
import { startWorker } from "./start-worker.ts";

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Background implements IdentityBuilder {
  readonly #data: BackgroundData;
  readonly #report: (message: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #filling = false;
  #lastId = 0;
  #closed = false;

  /** `report` hears what an operator should know. */
  constructor(data: BackgroundData, report: (message: string) => void) {
    this.#data = data;
    this.#report = report;
  }

  /** The files of identities that there are, whole and without a gap; `seed` is for the first, where there is none. */
  open(seed: number): Promise<OpenedIdentities> {
    return this.#call({ verb: "open", seed }) as Promise<OpenedIdentities>;
  }

  build(seed: number, from: number, to: number): Promise<IdentityFileParts[]> {
    return this.#call({ verb: "build", seed, from, to }) as Promise<IdentityFileParts[]>;
  }

  merge(paths: readonly string[]): ReturnType<IdentityBuilder["merge"]> {
    return this.#call({ verb: "merge", paths }) as ReturnType<IdentityBuilder["merge"]>;
  }

  remove(paths: readonly string[]): Promise<void> {
    return this.#call({ verb: "remove", paths }) as Promise<void>;
  }

  /** Moves what is in the WAL into ledger.db, beside the groups; returns what went wrong. */
  moveWal(): Promise<MoveFault | null> {
    return this.#call({ verb: "moveWal" }) as Promise<MoveFault | null>;
  }

  /** From here on the history follows the log. */
  fill(): void {
    if (this.#filling || this.#closed) return;
    this.#filling = true;
    this.#call({ verb: "fill" }).catch(() => {});
  }

  /** A page of the history. Throws a LogFault while there is none. */
  page(question: HistoryQuestion): Promise<HistoryPage> {
    this.fill();
    return this.#call({ verb: "page", question }) as Promise<HistoryPage>;
  }

  /** Ends the thread, whatever it is doing: nothing that it makes has a name before it is whole. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    await Promise.race([this.#call({ verb: "close" }).catch(() => {}), exited]);
    await exited;
  }

  #call(call: BackgroundCall): Promise<unknown> {
    if (this.#closed && call.verb !== "close") return Promise.reject(closedFault());
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call });
    });
  }

  #start(): Worker {
    const worker = startWorker("./background-worker", import.meta.url, this.#data);
    worker.on("message", (reply: BackgroundReply) => this.#settle(reply));
    let reason = "";
    worker.on("error", (error) => {
      reason = ` (${error.message})`;
    });
    worker.on("exit", () => this.#end(reason));
    return worker;
  }

  #settle(reply: BackgroundReply): void {
    if ("report" in reply) {
      this.#report(reply.report);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("failure" in reply) waiting?.reject(new LogFault(false, reply.failure));
    else waiting?.resolve(reply.value);
  }

  /** The next call starts another thread. */
  #end(reason: string): void {
    this.#worker = null;
    this.#filling = false;
    const fault = closedFault(reason);
    if (!this.#closed) this.#report(fault.message);
    for (const waiting of this.#waiting.values()) waiting.reject(fault);
    this.#waiting.clear();
  }
}

function closedFault(reason = ""): LogFault {
  return new LogFault(false, `the thread of the background has ended${reason}: ask again in a moment`);
}
