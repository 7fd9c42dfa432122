/**
 * The folder `identities` of a data folder. For a thread of the background.
 *
 * Its files cover the log from its beginning without a gap. A file that is damaged, of another log or another
 * seed, or left over by a merge, is removed; what is then missing in front of others is made again from the log.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DamagedBytes } from "../../core/bytes.ts";
import { messageOf } from "./faults.ts";
import { buildFiles, DamagedFile, mergeFiles } from "./identity-build.ts";
import { type IdentityFileParts, readParts } from "./identity-file.ts";
import type { LogDatabase } from "./log-database.ts";
import { Pace } from "./pace.ts";

/** Merging is never urgent. */
const mergeShare = 0.4;

/** Whether a data folder has files of identities that should be opened. */
export function hasIdentityFiles(folder: string): boolean {
  return existsSync(join(folder, "identities"));
}

export interface OpenedIdentities {
  readonly seed: number;
  readonly files: readonly IdentityFileParts[];
  /** Why files were removed and made again: a line each. */
  readonly faults: readonly string[];
}

export class IdentityFolder {
  readonly #folder: string;
  readonly #log: LogDatabase;
  readonly #eventsMax: number;
  readonly #filterBytesMax: number;
  /** Filters in memory, by the path of their file. */
  readonly #filterBytes = new Map<string, number>();

  /** Files made from the log hold `eventsMax` events; `filterBytesMax` of filters are kept in memory. */
  constructor(folder: string, log: LogDatabase, eventsMax: number, filterBytesMax: number) {
    this.#folder = join(folder, "identities");
    this.#log = log;
    this.#eventsMax = eventsMax;
    this.#filterBytesMax = filterBytesMax;
  }

  /** Opens what is there; `seed` is for the first file, where there is none yet. */
  async open(seed: number): Promise<OpenedIdentities> {
    const faults: string[] = [];
    const files = this.#wholeFiles(faults);
    const own = files[0]?.head.seed ?? seed;
    const chain: IdentityFileParts[] = [];
    for (const file of files) {
      const covered = chain.at(-1)?.head.to ?? 0;
      if (file.head.seed !== own || file.head.from < covered) {
        // Left over by a merge: what it holds is in the one before. Or of other files than the first.
        this.remove([file.path]);
        continue;
      }
      if (file.head.from > covered) {
        faults.push(
          `identities of the records ${covered + 1} to ${file.head.from} are made again from the log`,
        );
        chain.push(...(await this.build(own, covered, file.head.from)));
      }
      chain.push(file);
    }
    return { seed: own, files: chain, faults };
  }

  /** Makes files for the events behind record `from`, up to record `to`, from the log. */
  async build(seed: number, from: number, to: number): Promise<IdentityFileParts[]> {
    mkdirSync(this.#folder, { recursive: true });
    const pace = new Pace(() => 1);
    const paths = await buildFiles(this.#log, this.#folder, seed, from, to, this.#eventsMax, pace);
    return paths.map((path) => this.#read(path));
  }

  /** Makes one file of several that follow each other; they stay until they are removed. */
  async merge(paths: readonly string[]): Promise<IdentityFileParts> {
    // Filters are made anew: those of the parts need not be read.
    const files = paths.map((path) => {
      try {
        return readParts(path, () => false);
      } catch (error) {
        throw new DamagedFile(path, messageOf(error));
      }
    });
    return this.#read(await mergeFiles(this.#folder, files, new Pace(() => mergeShare)));
  }

  remove(paths: readonly string[]): void {
    for (const path of paths) {
      rmSync(path, { force: true });
      this.#filterBytes.delete(path);
    }
  }

  /** Files in order of what they cover, of those with one beginning the longest first. */
  #wholeFiles(faults: string[]): IdentityFileParts[] {
    const files: IdentityFileParts[] = [];
    for (const name of existsSync(this.#folder) ? readdirSync(this.#folder) : []) {
      const path = join(this.#folder, name);
      if (!/^\d+-\d+\.ids(\.new)?$/.test(name)) continue;
      if (name.endsWith(".new")) {
        rmSync(path, { force: true });
        continue;
      }
      try {
        const parts = this.#read(path);
        if (parts.head.proof !== this.#log.checksumAt(parts.head.to))
          throw new DamagedBytes("it is not of this ledger");
        files.push(parts);
      } catch (error) {
        faults.push(`${path} is removed (${messageOf(error)})`);
        this.remove([path]);
      }
    }
    return files.sort((a, b) => a.head.from - b.head.from || b.head.to - a.head.to);
  }

  #read(path: string): IdentityFileParts {
    let own = 0;
    const parts = readParts(path, (bytes) => {
      let all = own + bytes;
      for (const used of this.#filterBytes.values()) all += used;
      if (all > this.#filterBytesMax) return false;
      own += bytes;
      return true;
    });
    this.#filterBytes.set(path, own);
    return parts;
  }
}
