import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { syncFolder } from "./folder-lock.ts";
import { makeFuseFilter } from "./fuse-filter.ts";
import {
  encodeHead,
  entriesPerFilter,
  entriesPerPage,
  entryBytes,
  type IdentityFileHead,
  keysOf,
  layoutOf,
  pageBytes,
  sealPage,
} from "./identity-file.ts";

/** Bytes that are written between two syncs: more at once would hold up the fsync of a commit. */
const syncBytes = 8 * 2 ** 20;

/** The name of a file says what it covers. */
export function identityFileName({ from, to }: { from: number; to: number }): string {
  return `${from + 1}-${to}.ids`;
}

/**
 * Writes a file of identities under a temporary name, and gives it its own once it is durable. Entries come in
 * order of the first word, as many as the head says.
 */
export class IdentityFileWriter {
  readonly path: string;
  readonly #head: IdentityFileHead;
  readonly #handle: number;
  readonly #page = new Uint8Array(pageBytes);
  readonly #view = new DataView(this.#page.buffer);
  readonly #fences: Uint32Array;
  /** Keys of the filter that is being gathered. */
  readonly #first: Uint32Array;
  readonly #second: Uint32Array;
  #keys = 0;
  #added = 0;
  #unsynced = 0;

  constructor(folder: string, head: IdentityFileHead) {
    this.path = join(folder, identityFileName(head));
    this.#head = head;
    this.#handle = openSync(`${this.path}.new`, "w");
    this.#fences = new Uint32Array(layoutOf(head.count).pages);
    this.#first = new Uint32Array(Math.min(head.count, entriesPerFilter));
    this.#second = new Uint32Array(this.#first.length);
  }

  add(first: number, second: number, sequence: number): void {
    const slot = this.#added % entriesPerPage;
    const at = slot * entryBytes;
    if (slot === 0) this.#fences[this.#added / entriesPerPage] = first;
    this.#view.setUint32(at, first, true);
    this.#view.setUint32(at + 4, second, true);
    this.#view.setUint32(at + 8, sequence >>> 0, true);
    this.#view.setUint16(at + 12, Math.floor(sequence / 2 ** 32), true);
    this.#takeKey(first, second);
    this.#added += 1;
    const done = this.#added === this.#head.count;
    if (slot === entriesPerPage - 1 || done) this.#writePage();
    if (this.#added % entriesPerFilter === 0 || done) this.#writeFilter();
  }

  /** Makes the file durable and gives it its name. */
  finish(): void {
    if (this.#added !== this.#head.count)
      throw new Error(`${this.#added} identities were written, and ${this.#head.count} were announced`);
    const { fencesAt } = layoutOf(this.#head.count);
    this.#writeChecked(new Uint8Array(this.#fences.buffer), fencesAt);
    this.#write(encodeHead(this.#head), 0);
    fsyncSync(this.#handle);
    closeSync(this.#handle);
    renameSync(`${this.path}.new`, this.path);
    syncFolder(dirname(this.path));
  }

  /** Takes away what was written of a file that is not to be. */
  abandon(): void {
    try {
      closeSync(this.#handle);
    } catch {
      // It was closed by `finish`, whose rename failed.
    }
    rmSync(`${this.path}.new`, { force: true });
  }

  /** The same hash twice would have no filter; the few that have it are neighbours in their first word. */
  #takeKey(first: number, second: number): void {
    for (let i = this.#keys - 1; i >= 0 && this.#first[i] === first; i--)
      if (this.#second[i] === second) return;
    this.#first[this.#keys] = first;
    this.#second[this.#keys] = second;
    this.#keys += 1;
  }

  #writePage(): void {
    sealPage(this.#page, this.#view);
    this.#write(this.#page, pageBytes * Math.ceil(this.#added / entriesPerPage));
    this.#page.fill(0);
  }

  #writeFilter(): void {
    const filter = Math.ceil(this.#added / entriesPerFilter) - 1;
    const { count } = this.#head;
    const made = makeFuseFilter(this.#first, this.#second, this.#keys, keysOf(count, filter));
    const bytes = new Uint8Array(4 + made.fingerprints.length);
    new DataView(bytes.buffer).setUint32(0, made.seed, true);
    bytes.set(made.fingerprints, 4);
    this.#writeChecked(bytes, layoutOf(count).filterAt(filter));
    this.#keys = 0;
  }

  #writeChecked(bytes: Uint8Array, at: number): void {
    const all = new Uint8Array(bytes.length + 4);
    all.set(bytes);
    new DataView(all.buffer).setUint32(bytes.length, crc32(bytes), true);
    this.#write(all, at);
  }

  #write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#handle, bytes, done, bytes.length - done, at + done);
    this.#unsynced += bytes.length;
    if (this.#unsynced < syncBytes) return;
    fdatasyncSync(this.#handle);
    this.#unsynced = 0;
  }
}
