/**
 * A file of identities: those of the events behind record `from`, up to record `to`, in order of the first word of
 * their hashes. It never changes once it has its name.
 *
 *     head     one page: magic, version, seed, from, to, number of entries, proof, CRC-32
 *     pages    292 entries each: hash (two words), sequence (6 bytes); CRC-32 of the page in its last 4 bytes
 *     fences   the first word of the first entry of each page; CRC-32
 *     filters  one for the entries of 1,024 pages each: seed, fingerprints, CRC-32
 *
 * The proof is the CRC of the group that holds record `to`: a log that has another one there is another log.
 * Fences and filters are kept in memory, so that one page answers whether an identity may be in the file.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { DamagedBytes } from "../../core/bytes.ts";
import { type FuseFilter, fuseFilterOf, fuseHas, fuseLength } from "./fuse-filter.ts";

export const pageBytes = 4_096;
export const entryBytes = 14;
export const entriesPerPage = 292;
const pagesPerFilter = 1_024;
export const entriesPerFilter = entriesPerPage * pagesPerFilter;

const magic = 0x4944524c;
const version = 1;

export interface IdentityFileHead {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** Number of entries. */
  readonly count: number;
  readonly proof: number;
}

/** What of a file is kept in memory. */
export interface IdentityFileParts {
  readonly path: string;
  readonly head: IdentityFileHead;
  readonly fences: Uint32Array<ArrayBuffer>;
  /** null where there was no memory for it: what it would tell is read from the page. */
  readonly filters: readonly (FuseFilter | null)[];
}

/** Where things are in a file of so many entries. */
export function layoutOf(count: number): {
  pages: number;
  fencesAt: number;
  filters: number;
  filterAt(filter: number): number;
  size: number;
} {
  const pages = Math.ceil(count / entriesPerPage);
  const fencesAt = pageBytes * (1 + pages);
  const filters = Math.ceil(count / entriesPerFilter);
  const filtersAt = fencesAt + pages * 4 + 4;
  const filterAt = (filter: number): number => filtersAt + filter * (fuseLength(entriesPerFilter) + 8);
  const last = filters - 1;
  const size = filters === 0 ? filtersAt : filterAt(last) + fuseLength(keysOf(count, last)) + 8;
  return { pages, fencesAt, filters, filterAt, size };
}

/** How many keys the filter with this number is laid out for. */
export function keysOf(count: number, filter: number): number {
  return Math.min(entriesPerFilter, count - filter * entriesPerFilter);
}

export function encodeHead({ seed, from, to, count, proof }: IdentityFileHead): Uint8Array {
  const bytes = new Uint8Array(pageBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  [seed, from, to, count, proof].forEach((value, i) => {
    view.setFloat64(8 + i * 8, value, true);
  });
  sealPage(bytes, view);
  return bytes;
}

/** Writes the checksum of a page into its end. */
export function sealPage(bytes: Uint8Array, view: DataView): void {
  view.setUint32(pageBytes - 4, crc32(bytes.subarray(0, pageBytes - 4)), true);
}

/** Throws DamagedBytes where a page is not what was written. */
export function checkPage(bytes: Uint8Array, view: DataView, what: string): void {
  if (view.getUint32(pageBytes - 4, true) !== crc32(bytes.subarray(0, pageBytes - 4)))
    throw new DamagedBytes(`the checksum of ${what} is wrong`);
}

/**
 * Reads what of a file is kept in memory; `takeBytes` says whether there is room for a filter of so many. Throws
 * DamagedBytes where something is not what was written; pages are checked when they are read.
 */
export function readParts(path: string, takeBytes: (bytes: number) => boolean): IdentityFileParts {
  const handle = openSync(path, "r");
  try {
    const head = decodeHead(read(handle, 0, pageBytes));
    const { pages, fencesAt, filters, filterAt, size } = layoutOf(head.count);
    if (fstatSync(handle).size !== size)
      throw new DamagedBytes(`it has ${fstatSync(handle).size} bytes, not ${size}`);
    const fences = new Uint32Array(pages);
    new Uint8Array(fences.buffer).set(readChecked(handle, fencesAt, pages * 4, "the fences"));
    const kept = Array.from({ length: filters }, (_, i): FuseFilter | null => {
      const length = fuseLength(keysOf(head.count, i));
      const bytes = readChecked(handle, filterAt(i), length + 4, "a filter");
      if (!takeBytes(length)) return null;
      const seed = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
      return fuseFilterOf(keysOf(head.count, i), seed, new Uint8Array(bytes.subarray(4)));
    });
    return { path, head, fences, filters: kept };
  } finally {
    closeSync(handle);
  }
}

/**
 * The 0-based pages on which an identity may be: usually none where it is not there, else one. Hashes are spread
 * evenly, so the search begins where the hash says.
 */
export function pagesFor(parts: IdentityFileParts, first: number, second: number): number[] {
  const { fences, filters } = parts;
  const pages = fences.length;
  if (pages === 0) return none;
  let last = Math.min(pages - 1, Math.floor((first / 2 ** 32) * pages));
  while (last > 0 && fences[last]! > first) last -= 1;
  while (last + 1 < pages && fences[last + 1]! <= first) last += 1;
  let found = none;
  // An entry that equals the fence of its page may have its like at the end of the page before.
  for (let page = last; page >= 0; page--) {
    const filter = filters[Math.floor(page / pagesPerFilter)]!;
    if (filter === null || fuseHas(filter, first, second)) {
      if (found === none) found = [];
      found.push(page);
    }
    if (fences[page]! < first) break;
  }
  return found;
}

const none: number[] = [];

/** Adds to `found` the sequences of a page's entries with this hash. Throws DamagedBytes. */
export function searchPage(
  parts: IdentityFileParts,
  page: number,
  bytes: Uint8Array,
  first: number,
  second: number,
  found: number[],
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, pageBytes);
  checkPage(bytes, view, `page ${page}`);
  if (view.getUint32(0, true) !== parts.fences[page]) throw new DamagedBytes(`page ${page} is another one`);
  const entries = Math.min(entriesPerPage, parts.head.count - page * entriesPerPage);
  let low = 0;
  for (let high = entries; low < high; ) {
    const middle = (low + high) >> 1;
    if (view.getUint32(middle * entryBytes, true) < first) low = middle + 1;
    else high = middle;
  }
  for (; low < entries && view.getUint32(low * entryBytes, true) === first; low++) {
    if (view.getUint32(low * entryBytes + 4, true) === second) found.push(sequenceAt(view, low * entryBytes));
  }
}

/** The sequence of the entry at a place. */
export function sequenceAt(view: DataView, at: number): number {
  return view.getUint32(at + 8, true) + view.getUint16(at + 12, true) * 2 ** 32;
}

function decodeHead(bytes: Uint8Array): IdentityFileHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, pageBytes);
  if (view.getUint32(0, true) !== magic) throw new DamagedBytes("it does not begin as a file of identities");
  checkPage(bytes, view, "the head");
  if (view.getUint32(4, true) !== version)
    throw new DamagedBytes(`its version ${view.getUint32(4, true)} is unknown to this version of Laurel`);
  const [seed, from, to, count, proof] = [0, 1, 2, 3, 4].map((i) => view.getFloat64(8 + i * 8, true));
  return { seed: seed!, from: from!, to: to!, count: count!, proof: proof! };
}

function readChecked(handle: number, at: number, length: number, what: string): Uint8Array {
  const bytes = read(handle, at, length + 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(length, true) !== crc32(bytes.subarray(0, length)))
    throw new DamagedBytes(`the checksum of ${what} is wrong`);
  return bytes.subarray(0, length);
}

function read(handle: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  if (readSync(handle, bytes, 0, length, at) !== length)
    throw new DamagedBytes(`it ends before ${at + length}`);
  return bytes;
}
