/**
 * One process a folder: laurel.lock is an SQLite file whose write lock is held for life. The operating system
 * lets go of it when the process ends, however it ends.
 */
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { FolderFault, messageOf } from "./faults.ts";

/** Makes the folder if it is missing, and locks it. Throws a FolderFault where it cannot. */
export function lockFolder(folder: string): Database.Database {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FolderFault(
      `the data folder ${folder} cannot be used (${messageOf(error)}): make it readable and writable for this user, or name another with --data`,
    );
  }
  let lock: Database.Database | undefined;
  try {
    lock = new Database(join(folder, "laurel.lock"), { timeout: 0 });
    // Nothing is ever written: a full disk can be locked, and a killed process leaves nothing to roll back.
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") {
      throw new FolderFault(
        `another process is using the data folder ${folder}: stop it first, or name another folder with --data`,
      );
    }
    throw new FolderFault(
      `the data folder ${folder} cannot be locked (${messageOf(error)}): check its disk and permissions`,
    );
  }
}

/** Makes what was renamed or created in a folder outlast a loss of power. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}
