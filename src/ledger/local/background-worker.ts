/**
 * The thread of the background: it makes files of identities, and fills and reads the history, on a connection of
 * its own to ledger.db that cannot write; on another, it moves the WAL into ledger.db. Work rests in between, so that calls are answered while it goes on.
 */
import { parentPort, workerData } from "node:worker_threads";
import type Database from "better-sqlite3";
import { appendFault, messageOf } from "./faults.ts";
import { History } from "./history.ts";
import type { HistoryQuestion } from "./history-page.ts";
import { DamagedFile } from "./identity-build.ts";
import type { IdentityFileParts } from "./identity-file.ts";
import { IdentityFolder } from "./identity-folder.ts";
import { moveWal, openToMove } from "./ledger-file.ts";
import { LogDatabase } from "./log-database.ts";

export interface BackgroundData {
  readonly folder: string;
  readonly tableEventsMax: number;
  readonly filterBytesMax: number;
}

export type BackgroundCall =
  | { readonly verb: "open"; readonly seed: number }
  | { readonly verb: "build"; readonly seed: number; readonly from: number; readonly to: number }
  | { readonly verb: "merge"; readonly paths: readonly string[] }
  | { readonly verb: "remove"; readonly paths: readonly string[] }
  | { readonly verb: "moveWal" }
  | { readonly verb: "fill" }
  | { readonly verb: "page"; readonly question: HistoryQuestion }
  | { readonly verb: "close" };

export type BackgroundReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string }
  | { readonly report: string };

/** How a move of the WAL failed. `lasting`: nobody can say what the disk holds. */
export interface MoveFault {
  readonly lasting: boolean;
  readonly message: string;
}

const port = parentPort!;
const { folder, tableEventsMax, filterBytesMax } = workerData as BackgroundData;

interface Open {
  readonly log: LogDatabase;
  readonly identities: IdentityFolder;
  readonly history: History;
}

let open: Open | null = null;
let mover: Database.Database | null = null;

port.on("message", async ({ id, call }: { id: number; call: BackgroundCall }) => {
  try {
    reply({ id, value: await answer(call) });
  } catch (error) {
    reply({ id, failure: messageOf(error) });
  }
  if (call.verb === "close") process.exit();
});

function reply(message: BackgroundReply): void {
  port.postMessage(message, "value" in message ? memoryOf(message.value) : []);
}

/** The memory of fences and filters is handed over: a copy of that of a large file would hold up the event loop. */
function memoryOf(value: unknown): ArrayBuffer[] {
  if (Array.isArray(value)) return value.flatMap(memoryOf);
  if (typeof value !== "object" || value === null) return [];
  if ("files" in value) return memoryOf(value.files);
  if (!("fences" in value)) return [];
  const { fences, filters } = value as IdentityFileParts;
  return [fences.buffer, ...filters.flatMap((filter) => filter?.fingerprints.buffer ?? [])];
}

/** Opened by the first call: where that fails, the call does, and the next one tries again. */
function opened(): Open {
  if (open !== null) return open;
  const log = new LogDatabase(folder, true);
  const identities = new IdentityFolder(folder, log, tableEventsMax, filterBytesMax);
  open = { log, identities, history: new History(folder, log, (report) => reply({ report })) };
  return open;
}

function moveOver(): MoveFault | null {
  try {
    mover ??= openToMove(folder);
    moveWal(mover);
    return null;
  } catch (error) {
    const { lasting, message } = appendFault(error);
    return { lasting, message };
  }
}

async function answer(call: BackgroundCall): Promise<unknown> {
  if (call.verb === "moveWal") return moveOver();
  if (call.verb === "close") {
    mover?.close();
    open?.history.close();
    return open?.log.close();
  }
  const { identities, history } = opened();
  switch (call.verb) {
    case "open":
      return identities.open(call.seed);
    case "build":
      return identities.build(call.seed, call.from, call.to);
    case "merge":
      try {
        return await identities.merge(call.paths);
      } catch (error) {
        if (error instanceof DamagedFile) return { damaged: error.path, reason: error.message };
        throw error;
      }
    case "remove":
      return identities.remove(call.paths);
    case "fill":
      void history.run();
      return null;
    case "page":
      return history.page(call.question);
  }
}
