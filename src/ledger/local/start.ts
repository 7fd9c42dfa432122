/**
 * The state of a ledger at its start: from the newest saved file that is whole and of this log, and the log
 * behind it; without one, from the whole log. A file that is not used is reported and left where it is.
 */
import { type FileHandle, open } from "node:fs/promises";
import { Catalogue } from "../../core/catalogue.ts";
import { readCheckpoint } from "./checkpoint.ts";
import { FolderFault, messageOf } from "./faults.ts";
import type { Identities } from "./identities.ts";
import { readImage } from "./image.ts";
import type { LedgerState } from "./ledger-state.ts";
import type { Log } from "./log.ts";
import { type MemberStore, makesImages, type StoreOfMembers } from "./member-store.ts";
import { replay } from "./replay.ts";
import {
  foreignReason,
  removeUnfinished,
  type SavedFile,
  type SavedHeader,
  savedFiles,
} from "./saved-files.ts";

export interface Started {
  readonly state: LedgerState;
  /** Of the log's last record. */
  readonly position: number;
  /** The file that was used; null where none was. */
  readonly used: SavedFile | null;
  /** Position of the newest checkpoint that may be used; 0 where there is none. */
  readonly checkpoint: number;
  /** Paths of the files that cannot be used. */
  readonly passedOver: ReadonlySet<string>;
}

/** `identities` gets what its files do not cover. Throws a FolderFault where the log is damaged. */
export async function startLedger(
  log: Log,
  store: StoreOfMembers,
  identities: Identities,
  report: (message: string) => void,
): Promise<Started> {
  const head = await log.head();
  const files = filesIn(log.folder, report);
  const passedOver = new Set<string>();
  let checked: Promise<void> | null = null;
  const check = (): Promise<void> => {
    checked ??= log.check();
    // Whoever waits for it later hears of its failure.
    checked.catch(() => {});
    return checked;
  };
  const started = async (state: LedgerState, used: SavedFile | null): Promise<Started> => {
    await check();
    const position = await replay(log.folder, log, state, identities, used?.position);
    const usable = files.find(({ kind, file }) => kind === "checkpoint" && !passedOver.has(file));
    return { state, position, used, checkpoint: usable?.position ?? 0, passedOver };
  };
  for (const saved of files) {
    if (saved.kind === "image" && (saved.position < head || !makesImages(store))) continue;
    try {
      const state = await stateIn(saved, log, store, () => void check());
      return await started(state, saved);
    } catch (error) {
      if (error instanceof FolderFault) throw error;
      passedOver.add(saved.file);
      report(`${saved.file} is passed over: ${messageOf(error)}`);
    }
  }
  return started(emptyState(store), null);
}

function filesIn(folder: string, report: (message: string) => void): SavedFile[] {
  try {
    removeUnfinished(folder);
    return savedFiles(folder);
  } catch (error) {
    report(
      `the checkpoints of ${folder} cannot be read (${messageOf(error)}): the start reads the whole log`,
    );
    return [];
  }
}

/** `believed` is told once the file is known to be of this log: the thread of the log then has time for others. */
async function stateIn(
  saved: SavedFile,
  log: Log,
  store: StoreOfMembers,
  believed: () => void,
): Promise<LedgerState> {
  const believe = async (header: SavedHeader): Promise<void> => {
    if (header.position !== saved.position) throw new Error(`it is of record ${header.position}`);
    const reason = await foreignReason(log, header);
    if (reason !== null) throw new Error(reason);
    believed();
  };
  return withFile(saved.file, (handle) =>
    saved.kind === "image"
      ? readImage(handle, store as MemberStore, believe)
      : readCheckpoint(handle, async (header) => {
          await believe(header);
          return emptyState(store);
        }),
  );
}

async function withFile<T>(file: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file);
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}

function emptyState(store: StoreOfMembers): LedgerState {
  return { catalogue: new Catalogue(), members: store.empty() };
}
