/**
 * The thread that owns ledger.db: every fsync happens here, never on the event loop that serves requests.
 * It answers calls one at a time, in the order in which they come.
 */
import { parentPort, workerData } from "node:worker_threads";
import { appendFault, FolderFault, messageOf, readFault, startFault } from "./faults.ts";
import { LogDatabase, type PackedPlayers, type PlayerRow } from "./log-database.ts";

/** A call of the main thread. */
export type LogCall =
  | { readonly verb: "startWriting" }
  | {
      readonly verb: "append";
      readonly sequence: number;
      readonly last: number;
      readonly bytes: Uint8Array;
      readonly players: readonly PlayerRow[];
    }
  | { readonly verb: "moveWal" }
  | { readonly verb: "head" }
  | { readonly verb: "groupOf"; readonly sequence: number }
  | { readonly verb: "groups"; readonly behind: number; readonly bytesMax: number }
  | { readonly verb: "records"; readonly sequences: readonly number[] }
  | { readonly verb: "check" }
  | { readonly verb: "packedPlayers"; readonly after: number; readonly limit: number }
  | { readonly verb: "close" };

/** How a call failed, in a form that crosses threads: a FolderFault, or a LogFault. */
export interface LogFailure {
  readonly kind: "folder" | "log";
  readonly lasting: boolean;
  readonly message: string;
}

export type LogReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: LogFailure };

const port = parentPort!;
const { folder } = workerData as { folder: string };
let database: LogDatabase | null = null;
/** Until writing starts, the folder is still being opened. */
let starting = true;

try {
  database = new LogDatabase(folder);
  reply({ id: 0, value: null });
} catch (error) {
  reply({ id: 0, failure: failureOf(error, null) });
}

port.on("message", ({ id, call }: { id: number; call: LogCall }) => {
  try {
    const value = answer(call);
    // Packed players are not needed here any more: handed over, not copied.
    reply({ id, value }, call.verb === "packedPlayers" ? buffersOf(value as PackedPlayers) : []);
  } catch (error) {
    reply({ id, failure: failureOf(error, call) });
  }
  if (call.verb === "close") port.close();
});

function reply(message: LogReply, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function buffersOf({ pieces }: PackedPlayers): ArrayBuffer[] {
  return pieces.map(({ buffer }) => buffer);
}

function answer(call: LogCall): unknown {
  if (database === null) throw new Error("the ledger is not open");
  switch (call.verb) {
    case "startWriting":
      database.startWriting();
      starting = false;
      return null;
    case "append":
      return database.append(call.sequence, call.last, call.bytes, call.players);
    case "moveWal":
      return database.moveWal();
    case "head":
      return database.head();
    case "groupOf":
      return database.groupOf(call.sequence);
    case "groups":
      return database.groups(call.behind, call.bytesMax);
    case "records":
      return database.records(call.sequences);
    case "check":
      return database.check();
    case "packedPlayers":
      return database.packedPlayers(call.after, call.limit);
    case "close":
      return database.close();
  }
}

function failureOf(error: unknown, call: LogCall | null): LogFailure {
  if (starting || error instanceof FolderFault)
    return { kind: "folder", lasting: true, message: messageOf(startFault(folder, error)) };
  const { lasting, message } =
    call?.verb === "append" || call?.verb === "moveWal" ? appendFault(error) : readFault(error);
  return { kind: "log", lasting, message };
}
