/** What can go wrong with a data folder and its ledger.db, in the words of whoever has to act on it. */
import { DamagedBytes } from "../../core/bytes.ts";

/** What stops a folder from being opened; the message says what to do. */
export class FolderFault extends Error {}

/** What went wrong with an open log. `lasting`: it takes nothing more until a restart. */
export class LogFault extends Error {
  readonly lasting: boolean;
  constructor(lasting: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.lasting = lasting;
  }
}

/** What an error means while a folder is being opened and its log is read for the first time. */
export function startFault(folder: string, error: unknown): FolderFault {
  if (error instanceof FolderFault) return error;
  const code = codeOf(error);
  const file = `${folder}/ledger.db`;
  // SHMSIZE: no room for the file beside ledger.db that its connections share.
  if (["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC"].includes(code))
    return new FolderFault(
      `the disk of the data folder ${folder} is full: free some space, then start Laurel again`,
      { cause: error },
    );
  if (code === "SQLITE_BUSY")
    return new FolderFault(`another program holds ${file}: close it, then start Laurel again`, {
      cause: error,
    });
  if (isDamage(error))
    return new FolderFault(
      `${file} is damaged (${messageOf(error)}): Laurel does not start on it, as its answers would be wrong. Keep the file, restore a backup, and see docs/operating.md, "A damaged ledger"`,
      { cause: error },
    );
  const reason = code.startsWith("SQLITE") ? `${code}: ${messageOf(error)}` : messageOf(error);
  return new FolderFault(
    `${file} cannot be opened (${reason}): check its disk and permissions, then start Laurel again`,
    { cause: error },
  );
}

/**
 * What a failed append means. On a full disk, and where another program holds the file, the group was rolled
 * back and the next one may try again. After a failed fsync or any other I/O error nobody can say what the
 * disk holds, so the log takes nothing more until a restart reads it.
 */
export function appendFault(error: unknown): LogFault {
  if (error instanceof LogFault) return error;
  const code = codeOf(error);
  if (code === "SQLITE_FULL")
    return new LogFault(
      false,
      "the disk of the data folder is full: free some space; nothing was taken, and writing goes on by itself",
      error,
    );
  if (code === "SQLITE_BUSY")
    return new LogFault(
      false,
      "another program holds ledger.db: close it; nothing was taken, and writing goes on by itself",
      error,
    );
  return new LogFault(
    true,
    `the ledger could not be written (${code || messageOf(error)}): check the disk of the data folder, then restart Laurel; nothing is taken until then`,
    error,
  );
}

/** Somebody took ledger.db away, or put another in its place: SQLite would go on writing to a file without a name. */
export function goneFault(folder: string): LogFault {
  return new LogFault(
    true,
    `${folder}/ledger.db is not the file that was opened: somebody moved or removed it. Put it back, then restart Laurel; nothing is taken until then`,
  );
}

/** What a failed read of an open log means: a disk that does not give back what it took is not written on. */
export function readFault(error: unknown): LogFault {
  if (error instanceof LogFault) return error;
  const code = codeOf(error);
  if (code === "SQLITE_BUSY")
    return new LogFault(false, "another program holds ledger.db: close it, and send the report again", error);
  return new LogFault(
    true,
    `the ledger could not be read (${code || messageOf(error)}): check the disk of the data folder, then restart Laurel; nothing is taken until then`,
    error,
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedBytes) return true;
  // SQLITE_ERROR: a table or column that every ledger has is not there.
  return /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? "";
}
