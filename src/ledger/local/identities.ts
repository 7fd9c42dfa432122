/**
 * Identities of events, exact for the life of a board: from (board, player, match) to the sequence of the event
 * that has it.
 *
 * The newest by acceptance are in tables, older ones in files:
 *
 *     files  (0, a] (a, b] ... (.., covered]     sealed tables  (covered, ..] ...     young table  (.., now]
 *
 * The young table is sealed once it holds `tableEventsMax` events, and a new one begins; a thread of the background
 * makes a file of the same events from the log, and the sealed table goes as a whole when that is durable: nothing
 * is ever moved or deleted entry by entry here. Always true: each event is in exactly one table or file. What a
 * full disk keeps from being written stays in memory until it can be.
 */
import { messageOf } from "./faults.ts";
import type { IdentityFileParts } from "./identity-file.ts";
import { filesToMerge, OpenIdentityFile } from "./identity-files.ts";
import { IdentityHash } from "./identity-hash.ts";
import { IdentityLookup } from "./identity-lookup.ts";
import { IdentityTable } from "./identity-table.ts";

/**
 * Events a table. It takes 11 to 22 bytes an event; with the one that is being written, at most some 180 MB are
 * taken while the disk keeps up.
 */
export const tableEventsMax = 4 * 2 ** 20;

/**
 * Bytes of filters that are kept in memory: those of some 200 million events. What goes beyond stays on disk, and a
 * new report then reads a page of each file for which it is missing.
 */
export const filterBytesMax = 256 * 2 ** 20;

/** A build that failed is tried again after this. */
const againMs = 10_000;

/** What makes and removes files, in the background. Rejects where it cannot. */
export interface IdentityBuilder {
  /** Files for the events behind record `from`, up to record `to`, in order. */
  build(seed: number, from: number, to: number): Promise<IdentityFileParts[]>;
  /** One file of several; the path of a damaged one where there is one. */
  merge(
    paths: readonly string[],
  ): Promise<IdentityFileParts | { readonly damaged: string; readonly reason: string }>;
  remove(paths: readonly string[]): Promise<void>;
}

export interface IdentityOptions {
  /** Events a table; a file made from the log holds no more. */
  readonly tableEventsMax?: number;
  /** Hears of files that were damaged, or could not be written. */
  readonly report?: (message: string) => void;
}

export class Identities {
  readonly #hash: IdentityHash;
  readonly #tableEventsMax: number;
  readonly #report: (message: string) => void;
  readonly #builder: IdentityBuilder | null;
  /** Oldest first; never changed, but replaced: a lookup goes on with the lists that it began with. */
  #tables: readonly IdentityTable[];
  #files: readonly OpenIdentityFile[];
  /** Files that were replaced while lookups had them. */
  readonly #retired: OpenIdentityFile[] = [];
  readonly #rebuilding = new Set<OpenIdentityFile>();
  readonly #waiting: (() => void)[] = [];
  #lookups = 0;
  #flushing = false;
  #merging = false;
  #again: NodeJS.Timeout | null = null;
  #closed = false;

  /**
   * `seed` is that of the files, or for the first of them; without a builder everything stays in memory. `files`
   * cover the log from its beginning.
   */
  constructor(
    seed: number,
    builder: IdentityBuilder | null = null,
    files: readonly IdentityFileParts[] = [],
    options: IdentityOptions = {},
  ) {
    this.#hash = new IdentityHash(seed);
    this.#builder = builder;
    this.#tableEventsMax = options.tableEventsMax ?? tableEventsMax;
    this.#report = options.report ?? (() => {});
    this.#files = this.#open(files);
    this.#tables = [new IdentityTable(this.covered)];
    this.#mergeSome();
  }

  /** Files hold every event up to this record: `add` ignores them. */
  get covered(): number {
    return this.#files.at(-1)?.parts.head.to ?? 0;
  }

  get count(): number {
    const tables = this.#tables.reduce((sum, table) => sum + table.count, 0);
    return this.#files.reduce((sum, file) => sum + file.parts.head.count, tables);
  }

  /** Bytes in memory. */
  get bytes(): number {
    const tables = this.#tables.reduce((sum, table) => sum + table.bytes, 0);
    return this.#files.reduce((sum, file) => sum + file.bytes, tables);
  }

  /** Whether whoever adds should wait for `room`. */
  get full(): boolean {
    return this.#tables.length > 2 && this.#flushing;
  }

  /** Takes the identity of an event that is durable. Events must come in order. */
  add(board: number, player: number, matchId: string, sequence: number): void {
    if (sequence <= this.covered) return;
    this.#hash.take(board, player, matchId);
    let young = this.#tables.at(-1)!;
    if (young.count >= this.#tableEventsMax || !young.reaches(sequence)) {
      this.#seal(sequence - 1);
      young = this.#tables.at(-1)!;
    }
    young.add(this.#hash.first, sequence);
  }

  /** What a group asks; it must be ended. */
  lookup(): IdentityLookup {
    this.#lookups += 1;
    return new IdentityLookup(this.#hash, this.#tables, this.#files, () => {
      this.#lookups -= 1;
      this.#closeRetired();
    });
  }

  /** Waits until no more than one table waits to be written, or writing has failed. */
  async room(): Promise<void> {
    while (this.full) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Makes files of all that is in memory now; returns once they are durable, or writing has failed. */
  async flush(): Promise<void> {
    if (this.#builder === null) return;
    const { count, last } = this.#tables.at(-1)!;
    if (count > 0) this.#seal(last);
    while (this.covered < last && this.#flushing)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Lets all files go. Nothing may be asked any more. */
  close(): void {
    this.#closed = true;
    if (this.#again !== null) clearTimeout(this.#again);
    this.#retired.push(...this.#files);
    this.#files = [];
    this.#closeRetired();
  }

  /** What comes behind this record goes into a new table. */
  #seal(behind: number): void {
    this.#tables = [...this.#tables, new IdentityTable(behind)];
    void this.#flushSealed();
  }

  /** Makes files of sealed tables, the oldest first. */
  async #flushSealed(): Promise<void> {
    if (this.#builder === null || this.#flushing) return;
    this.#flushing = true;
    try {
      while (this.#tables.length > 1 && !this.#closed) {
        const [sealed, next] = this.#tables;
        const files = await this.#builder.build(this.#hash.seed, sealed!.from, next!.from);
        if (this.#closed) break;
        this.#files = [...this.#files, ...this.#open(files)];
        this.#tables = this.#tables.slice(1);
        this.#wake();
        this.#mergeSome();
      }
    } catch (error) {
      this.#failed(
        `identities could not be written (${messageOf(error)}): they stay in memory until they can be`,
      );
    } finally {
      this.#flushing = false;
      this.#wake();
    }
  }

  #mergeSome(): void {
    void this.#merge();
  }

  async #merge(): Promise<void> {
    if (this.#builder === null || this.#merging) return;
    this.#merging = true;
    try {
      for (;;) {
        const sizes = this.#files.map((file) => ({ file, count: file.parts.head.count }));
        const files = filesToMerge(sizes).map(({ file }) => file);
        if (files.length === 0 || this.#closed) break;
        const merged = await this.#builder.merge(files.map((file) => file.parts.path));
        if (this.#closed) break;
        if ("damaged" in merged) {
          const damaged = files.find((file) => file.parts.path === merged.damaged);
          if (damaged === undefined || !(await this.#rebuild(damaged, merged.reason))) break;
        } else await this.#replace(files, [merged]);
      }
    } catch (error) {
      this.#failed(`files of identities could not be merged (${messageOf(error)}): they stay as they are`);
    } finally {
      this.#merging = false;
    }
  }

  /** Makes a damaged file again from the log; whether it could. */
  async #rebuild(file: OpenIdentityFile, reason: string): Promise<boolean> {
    if (this.#builder === null || this.#rebuilding.has(file) || this.#closed) return false;
    this.#rebuilding.add(file);
    const { path, head } = file.parts;
    this.#report(`${path} is damaged (${reason}): it is made again from the log`);
    try {
      await this.#replace([file], await this.#builder.build(head.seed, head.from, head.to));
      this.#mergeSome();
      return true;
    } catch (error) {
      this.#failed(`${path} could not be made again (${messageOf(error)})`);
      return false;
    } finally {
      this.#rebuilding.delete(file);
    }
  }

  /** Puts files in the place of others, unless some of these were replaced meanwhile. */
  async #replace(old: readonly OpenIdentityFile[], parts: readonly IdentityFileParts[]): Promise<void> {
    if (this.#closed) return;
    const at = this.#files.indexOf(old[0]!);
    const there = at >= 0 && old.every((file, i) => this.#files[at + i] === file);
    const fresh = new Set(parts.map(({ path }) => path));
    if (there) {
      this.#files = [
        ...this.#files.slice(0, at),
        ...this.#open(parts),
        ...this.#files.slice(at + old.length),
      ];
      this.#retired.push(...old);
      this.#closeRetired();
    }
    const gone = there ? old.map((file) => file.parts.path).filter((path) => !fresh.has(path)) : [...fresh];
    await this.#builder!.remove(gone);
  }

  #open(parts: readonly IdentityFileParts[]): OpenIdentityFile[] {
    return parts.map((one) => new OpenIdentityFile(one, (file, reason) => void this.#rebuild(file, reason)));
  }

  #failed(message: string): void {
    if (this.#closed) return;
    this.#report(message);
    this.#again ??= setTimeout(() => {
      this.#again = null;
      void this.#flushSealed();
      this.#mergeSome();
    }, againMs).unref();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #closeRetired(): void {
    if (this.#lookups > 0) return;
    for (const file of this.#retired.splice(0)) file.close();
  }
}
