/**
 * The thread that owns ledger.db: every fsync happens here, never on the event loop that serves requests.
 * It answers calls one at a time, in the order in which they come.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DamagedBytes } from "../../core/bytes.ts";
import { appendFault, FolderFault, LogDatabase, type PlayerRow } from "./log-database.ts";

/** A call of the main thread. */
export type LogCall =
  | {
      readonly verb: "append";
      readonly sequence: number;
      readonly bytes: Uint8Array;
      readonly players: readonly PlayerRow[];
    }
  | { readonly verb: "groupOf"; readonly sequence: number }
  | { readonly verb: "groups"; readonly behind: number; readonly bytesMax: number }
  | { readonly verb: "records"; readonly sequences: readonly number[] }
  | { readonly verb: "players"; readonly after: number; readonly limit: number }
  | { readonly verb: "close" };

/** How a call failed, in a form that crosses threads. */
export interface LogFailure {
  readonly kind: "folder" | "append" | "other";
  readonly fatal: boolean;
  readonly message: string;
}

export type LogReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: LogFailure };

const port = parentPort!;
const { folder } = workerData as { folder: string };
let database: LogDatabase | null = null;
let players: Iterator<PlayerRow> | null = null;

try {
  database = new LogDatabase(folder);
  port.postMessage({ id: 0, value: null } satisfies LogReply);
} catch (error) {
  port.postMessage({ id: 0, failure: failureOf(error, null) } satisfies LogReply);
}

port.on("message", ({ id, call }: { id: number; call: LogCall }) => {
  try {
    port.postMessage({ id, value: answer(call) } satisfies LogReply);
  } catch (error) {
    port.postMessage({ id, failure: failureOf(error, call) } satisfies LogReply);
  }
  if (call.verb === "close") port.close();
});

function answer(call: LogCall): unknown {
  if (database === null) throw new Error("the ledger is not open");
  switch (call.verb) {
    case "append":
      return database.append(call.sequence, call.bytes, call.players);
    case "groupOf":
      return database.groupOf(call.sequence);
    case "groups":
      return database.groups(call.behind, call.bytesMax);
    case "records":
      return database.records(call.sequences);
    case "players":
      return nextPlayers(database, call.after, call.limit);
    case "close":
      return database.close();
  }
}

/** The players in slices, as a cursor that stays open between calls. */
function nextPlayers(database: LogDatabase, after: number, limit: number): PlayerRow[] {
  if (after === 0 || players === null) players = database.players()[Symbol.iterator]();
  const rows: PlayerRow[] = [];
  while (rows.length < limit) {
    const next = players.next();
    if (next.done === true) break;
    rows.push(next.value);
  }
  return rows;
}

function failureOf(error: unknown, call: LogCall | null): LogFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof FolderFault || error instanceof DamagedBytes)
    return { kind: "folder", fatal: true, message };
  if (call?.verb === "append") return { kind: "append", ...appendFault(error) };
  return { kind: "other", fatal: true, message };
}
