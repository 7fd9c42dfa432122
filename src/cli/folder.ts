/** The data folder, as commands read it that need no running service. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { FolderLog } from "../ledger/local/folder-log.ts";
import { Players } from "../members/players.ts";
import type { Terminal } from "./terminal.ts";

/** The folder that --data, LAUREL_DATA or nothing names. */
export function folderOf(args: { data?: string }, terminal: Terminal): string {
  return resolve(args.data ?? terminal.environment.LAUREL_DATA ?? "./data");
}

export function hasLedger(folder: string): boolean {
  return existsSync(join(folder, "ledger.db"));
}

/** Opens a folder's log for the length of some work. */
export async function withFolder<T>(folder: string, work: (log: FolderLog) => Promise<T>): Promise<T> {
  const log = new FolderLog(folder);
  try {
    return await work(log);
  } finally {
    log.close();
  }
}

/** Every player's id by its number. */
export function readPlayers(log: FolderLog): Players {
  const players = new Players(0);
  for (const { number, id } of log.everyPlayer()) players.set(number, id);
  return players;
}
