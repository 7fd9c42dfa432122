/** Files of identities made from the log, and from other files. For a thread of the background. */
import { closeSync, openSync, readSync } from "node:fs";
import { DamagedBytes } from "../../core/bytes.ts";
import { messageOf } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import {
  checkPage,
  entriesPerPage,
  entryBytes,
  type IdentityFileParts,
  layoutOf,
  pageBytes,
  sequenceAt,
} from "./identity-file.ts";
import { IdentityFileWriter } from "./identity-file-writer.ts";
import { IdentityHash } from "./identity-hash.ts";
import type { LogDatabase } from "./log-database.ts";
import type { Pace } from "./pace.ts";

/** A file that cannot be merged, as something in it is not what was written. */
export class DamagedFile extends DamagedBytes {
  readonly path: string;
  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** Bytes of groups that are read at once, and of pages. */
const sliceBytes = 2 ** 20;

/**
 * Reads the log behind record `from` up to record `to` and writes files of at most `eventsMax` entries for what it
 * finds, which are whole together. Returns their paths, in order.
 */
export async function buildFiles(
  log: LogDatabase,
  folder: string,
  seed: number,
  from: number,
  to: number,
  eventsMax: number,
  pace: Pace,
): Promise<string[]> {
  const paths: string[] = [];
  const hash = new IdentityHash(seed);
  const entries = new Entries(Math.min(eventsMax, to - from));
  let begun = from;
  let last = from;
  for (let behind = log.groupOf(from + 1) - 1; last < to; ) {
    const groups = log.groups(behind, sliceBytes);
    if (groups.length === 0) throw new DamagedBytes(`the log ends with record ${last}, before ${to}`);
    for (const { sequence, bytes } of groups) {
      behind = sequence;
      for (const [i, record] of decodeGroup(bytes).records.entries()) {
        if (sequence + i <= last || sequence + i > to) continue;
        if (entries.full) {
          paths.push(await writeEntries(folder, seed, begun, last, log.checksumAt(last), entries, pace));
          begun = last;
        }
        last = sequence + i;
        if (record.kind !== "score") continue;
        hash.take(record.board, record.player, record.matchId);
        entries.add(hash.first, hash.second, last);
      }
      if (pace.due) await pace.rest();
      if (last === to) break;
    }
  }
  paths.push(await writeEntries(folder, seed, begun, to, log.checksumAt(to), entries, pace));
  return paths;
}

/** Writes one file with the entries of several, which follow each other. Returns its path. */
export async function mergeFiles(
  folder: string,
  files: readonly IdentityFileParts[],
  pace: Pace,
): Promise<string> {
  const { seed } = files[0]!.head;
  const { to, proof } = files.at(-1)!.head;
  const count = files.reduce((sum, file) => sum + file.head.count, 0);
  const writer = new IdentityFileWriter(folder, { seed, from: files[0]!.head.from, to, count, proof });
  const runs: EntryRun[] = [];
  try {
    for (const file of files) runs.push(new EntryRun(file));
    for (let left = count; left > 0; left--) {
      let least = runs[0]!;
      for (const run of runs) if (run.first < least.first) least = run;
      writer.add(least.first, least.second, least.sequence);
      least.advance();
      if (left % entriesPerPage === 0 && pace.due) await pace.rest();
    }
    writer.finish();
    return writer.path;
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    for (const run of runs) run.close();
  }
}

/** Entries in memory, to be sorted. */
class Entries {
  /** A word of place and a word of hash each: as 64-bit numbers they sort without a comparator, at once. */
  readonly #keys: Uint32Array;
  readonly #seconds: Uint32Array;
  readonly #sequences: Float64Array;
  #count = 0;

  constructor(capacity: number) {
    this.#keys = new Uint32Array(capacity * 2);
    this.#seconds = new Uint32Array(capacity);
    this.#sequences = new Float64Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  get full(): boolean {
    return this.#count === this.#seconds.length;
  }

  add(first: number, second: number, sequence: number): void {
    this.#keys[this.#count * 2] = this.#count;
    this.#keys[this.#count * 2 + 1] = first;
    this.#seconds[this.#count] = second;
    this.#sequences[this.#count] = sequence;
    this.#count += 1;
  }

  /** Gives them out in order of the first word, and forgets them. */
  *drain(): Iterable<readonly [first: number, second: number, sequence: number]> {
    const keys = this.#keys.subarray(0, this.#count * 2);
    new BigUint64Array(keys.buffer, 0, this.#count).sort();
    for (let i = 0; i < keys.length; i += 2)
      yield [keys[i + 1]!, this.#seconds[keys[i]!]!, this.#sequences[keys[i]!]!];
    this.#count = 0;
  }
}

async function writeEntries(
  folder: string,
  seed: number,
  from: number,
  to: number,
  proof: number,
  entries: Entries,
  pace: Pace,
): Promise<string> {
  const writer = new IdentityFileWriter(folder, { seed, from, to, count: entries.count, proof });
  try {
    let written = 0;
    for (const [first, second, sequence] of entries.drain()) {
      writer.add(first, second, sequence);
      if (++written % entriesPerPage === 0 && pace.due) await pace.rest();
    }
    writer.finish();
    return writer.path;
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** The entries of a file in their order, each page checked. Behind the last one `first` is Infinity. */
class EntryRun {
  first = Number.POSITIVE_INFINITY;
  second = 0;
  sequence = 0;
  readonly #file: IdentityFileParts;
  readonly #handle: number;
  readonly #pages = new Uint8Array(sliceBytes);
  #view = new DataView(this.#pages.buffer);
  #next = 0;

  constructor(file: IdentityFileParts) {
    this.#file = file;
    this.#handle = openSync(file.path, "r");
    this.advance();
  }

  advance(): void {
    const { count } = this.#file.head;
    if (this.#next === count) {
      this.first = Number.POSITIVE_INFINITY;
      return;
    }
    const page = Math.floor(this.#next / entriesPerPage);
    const slot = this.#next % entriesPerPage;
    const pagesAtOnce = this.#pages.length / pageBytes;
    if (slot === 0) {
      if (page % pagesAtOnce === 0) this.#read(page);
      const at = (page % pagesAtOnce) * pageBytes;
      this.#view = new DataView(this.#pages.buffer, at, pageBytes);
      try {
        checkPage(this.#pages.subarray(at, at + pageBytes), this.#view, `page ${page}`);
      } catch (error) {
        throw new DamagedFile(this.#file.path, messageOf(error));
      }
      if (this.#view.getUint32(0, true) !== this.#file.fences[page])
        throw new DamagedFile(this.#file.path, `page ${page} is another one`);
    }
    this.first = this.#view.getUint32(slot * entryBytes, true);
    this.second = this.#view.getUint32(slot * entryBytes + 4, true);
    this.sequence = sequenceAt(this.#view, slot * entryBytes);
    this.#next += 1;
  }

  close(): void {
    closeSync(this.#handle);
  }

  #read(page: number): void {
    const pages = layoutOf(this.#file.head.count).pages - page;
    const length = Math.min(this.#pages.length, pages * pageBytes);
    if (readSync(this.#handle, this.#pages, 0, length, pageBytes * (1 + page)) !== length)
      throw new DamagedFile(this.#file.path, "it ends too early");
  }
}
