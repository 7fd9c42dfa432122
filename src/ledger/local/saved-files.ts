/**
 * The files that spare a start the whole log, in `checkpoints/` of the data folder:
 *
 *     checkpoint-<position>   made beside the running service
 *     image-<position>        made at a clean stop
 *
 * The position is the sequence of the last record that is in it for certain. Both are made of blocks; the first
 * block is a header. The log alone holds the truth: every one of these files may be deleted at any time.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DamagedBytes } from "../../core/bytes.ts";
import { type Block, unfinished } from "./block-file.ts";
import { syncFolder } from "./folder-lock.ts";
import { countOfGroup } from "./group.ts";
import type { LogReader } from "./log.ts";

export type SavedKind = "checkpoint" | "image";

export interface SavedFile {
  readonly kind: SavedKind;
  readonly position: number;
  /** Its path. */
  readonly file: string;
}

/** What a saved file says of itself in its first block. */
export interface SavedHeader {
  readonly kind: SavedKind;
  readonly version: number;
  readonly position: number;
  /** Hex SHA-256 of the group that ends with the position: a file of another log has another one there. */
  readonly group: string;
}

/** Kinds of blocks, never renumbered. */
export const blockKinds = {
  header: 1,
  catalogue: 2,
  players: 3,
  rows: 4,
  parts: 5,
  segment: 6,
  sizes: 7,
};

/** What is written; a start passes over a file of any other version. */
export const savedVersion = 1;

/** Checkpoints that are kept: should the newest be damaged, the one before it is there. */
const keptCheckpoints = 2;

/** Makes the folder of saved files, and the path of one in it. */
export function savedFile(folder: string, kind: SavedKind, position: number): string {
  if (mkdirSync(join(folder, "checkpoints"), { recursive: true }) !== undefined) syncFolder(folder);
  return join(folder, "checkpoints", `${kind}-${position}`);
}

/** Every saved file of a data folder, the newest first, an image before a checkpoint. */
export function savedFiles(folder: string): SavedFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const found = /^(checkpoint|image)-(\d{1,16})$/.exec(name);
      if (found === null) return [];
      const [, kind, position] = found as unknown as [string, SavedKind, string];
      return [{ kind, position: Number(position), file: join(folder, "checkpoints", name) }];
    })
    .sort((a, b) => b.position - a.position || (a.kind === "image" ? -1 : 1));
}

/** Takes away what a process that was ended has not finished. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder))
    if (name === unfinished(name.slice(0, -4))) rmSync(join(folder, "checkpoints", name), { force: true });
}

/**
 * Takes away the checkpoints that a new one makes superfluous: all but it and the newest before it that is not
 * among those that the start has `passedOver`, and those that are of records the log does not have.
 */
export function removeOldCheckpoints(folder: string, newest: number, passedOver: ReadonlySet<string>): void {
  const checkpoints = savedFiles(folder).filter(({ kind }) => kind === "checkpoint");
  const kept = checkpoints.filter(({ file, position }) => position <= newest && !passedOver.has(file));
  for (const old of checkpoints)
    if (!kept.slice(0, keptCheckpoints).includes(old)) rmSync(old.file, { force: true });
}

/** Takes away images of other positions: the log never goes back to one. */
export function removeOldImages(folder: string, position: number): void {
  for (const saved of savedFiles(folder))
    if (saved.kind === "image" && saved.position !== position) rmSync(saved.file, { force: true });
}

/** The header in a file's first block. Throws DamagedBytes where it is none of this kind and version. */
export function headerIn({ kind, content }: Block, expected: SavedKind): SavedHeader {
  if (kind !== blockKinds.header) throw new DamagedBytes("it does not begin with a header");
  const header = jsonIn(content) as SavedHeader;
  if (header.kind !== expected) throw new DamagedBytes(`it is no ${expected}`);
  if (header.version !== savedVersion)
    throw new DamagedBytes(`version ${header.version} of a ${expected} is unknown to this version of Laurel`);
  return header;
}

/** Why a file cannot be believed of this log; null where its records are the log's own. */
export async function foreignReason(
  log: LogReader,
  { position, group }: SavedHeader,
): Promise<string | null> {
  const head = await log.head();
  if (position > head) return `it is of record ${position}, and the log ends with record ${head}`;
  return (await groupHash(log, position)) === group ? null : "it is of another log";
}

/** Hex SHA-256 of the group that ends with a position; null where none does. */
export async function groupHash(log: LogReader, position: number): Promise<string | null> {
  const [group] = await log.groups((await log.groupOf(position)) - 1, 1);
  if (group === undefined || group.sequence + countOfGroup(group.bytes) - 1 !== position) return null;
  return createHash("sha256").update(group.bytes).digest("hex");
}

export function jsonIn(content: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(content));
}

export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(join(folder, "checkpoints"));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}
