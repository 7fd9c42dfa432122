/**
 * Files of blocks, the form of checkpoints and flat images: a file that is whole can be told from one that was
 * cut, and no byte of a block is believed before its checksum has been looked at.
 *
 *     block   length of the content, kind, number in the file, CRC-32 of all the rest   (uint32 each)
 *             the content, and zeros up to a multiple of 8
 *
 * The last block is of kind `end` and nothing follows it. Contents start at multiples of 8, so that typed arrays
 * can be laid over them.
 */
import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { DamagedBytes } from "../../core/bytes.ts";
import { syncFolder } from "./folder-lock.ts";

const headBytes = 16;
/** The longest content of a block. */
export const blockBytesMax = 2 ** 20;
const windowBytes = 4 * 2 ** 20;
/** How much is written before it goes to the disk: left to the end, it would hold up the ledger's own fsyncs. */
const syncBytes = 16 * 2 ** 20;

/** So many threads read files in Node by default. */
const readsAtOnce = 4;

const endKind = 0;

/** Where a block begins. */
export interface BlockPlace {
  /** Offset in the file. */
  readonly offset: number;
  /** The block's number. */
  readonly number: number;
}

export interface Block {
  /** 1 and up. */
  readonly kind: number;
  /** A view that holds until the next block is asked for. */
  readonly content: Uint8Array;
  /** Where the next block is. */
  readonly next: BlockPlace;
}

/** Writes a file that gets its name when it is whole and on the disk. */
export class BlockWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  #number = 0;
  #unsynced = 0;
  /** Bytes written so far. */
  bytes = 0;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async create(file: string): Promise<BlockWriter> {
    return new BlockWriter(file, await open(unfinished(file), "w"));
  }

  /** Appends a block. The content must stay as it is until then. */
  async write(kind: number, content: Uint8Array): Promise<void> {
    const padding = zeros.subarray(0, -content.length & 7);
    const parts = [headOf(kind, this.#number, content, padding), content, padding];
    const length = headBytes + content.length + padding.length;
    const { bytesWritten } = await this.#handle.writev(parts);
    if (bytesWritten !== length)
      throw new Error(`only ${bytesWritten} of ${length} bytes were written: the disk may be full`);
    this.#number += 1;
    this.bytes += length;
    this.#unsynced += length;
    if (this.#unsynced < syncBytes) return;
    this.#unsynced = 0;
    await this.#handle.datasync();
  }

  /** Ends the file and gives it its name. */
  async finish(): Promise<void> {
    await this.write(endKind, zeros.subarray(0, 0));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(unfinished(this.#file), this.#file);
    syncFolder(dirname(this.#file));
  }

  /** Takes away what was written. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(unfinished(this.#file), { force: true });
  }
}

/** What a file that is being written is called. */
export function unfinished(file: string): string {
  return `${file}.new`;
}

/** The blocks of a whole file, in order. Throws DamagedBytes at the first that is not what was written. */
export async function* readBlocks(handle: FileHandle): AsyncGenerator<Block, void> {
  let number = 0;
  let ended = false;
  for await (const { bytes, offset } of windowsOf(handle)) {
    for (let at = 0; at < bytes.length; number++) {
      if (ended) throw new DamagedBytes("it goes on behind its end");
      const { kind, length, space } = checkedHead(bytes, at, number);
      const from = at + headBytes;
      checkSum(number, bytes.subarray(at, from), bytes.subarray(from, at + space));
      at += space;
      const next = { offset: offset + at, number: number + 1 };
      if (kind === endKind) ended = true;
      else yield { kind, content: bytes.subarray(from, from + length), next };
    }
  }
  if (!ended) throw new DamagedBytes("it ends before its end");
}

/**
 * Reads the rest of a file, whose blocks are all of one kind and known by their lengths, straight to where they
 * belong; several at a time. Throws DamagedBytes where it is not what was written.
 */
export async function fillFromBlocks(
  handle: FileHandle,
  from: BlockPlace,
  kind: number,
  contents: readonly Uint8Array[],
): Promise<void> {
  let { offset, number } = from;
  let at = 0;
  const readOne = async (expectedKind: number, content: Uint8Array): Promise<void> => {
    const place = { offset, number };
    offset += spaceOf(content.length);
    number += 1;
    await readBlock(handle, place, expectedKind, content);
  };
  const reader = async (): Promise<void> => {
    while (at < contents.length) await readOne(kind, contents[at++]!);
  };
  await Promise.all(Array.from({ length: readsAtOnce }, reader));
  await readOne(endKind, zeros.subarray(0, 0));
  if ((await handle.stat()).size !== offset) throw new DamagedBytes("it goes on behind its end");
}

async function readBlock(
  handle: FileHandle,
  { offset, number }: BlockPlace,
  expectedKind: number,
  content: Uint8Array,
): Promise<void> {
  const head = new Uint8Array(headBytes);
  const padding = new Uint8Array(-content.length & 7);
  const { bytesRead } = await handle.readv([head, content, padding], offset);
  if (bytesRead !== spaceOf(content.length)) throw new DamagedBytes("it ends before its end");
  const { kind, length } = checkedHead(head, 0, number);
  if (kind !== expectedKind || length !== content.length) throw damaged(number);
  checkSum(number, head, content, padding);
}

/** Runs of whole blocks, unchecked; the next is read while one is looked at. */
async function* windowsOf(handle: FileHandle): AsyncGenerator<{ bytes: Uint8Array; offset: number }> {
  let offset = 0;
  let reading = readBehind(handle, new Uint8Array(0), 0);
  for (let number = 0; ; ) {
    const bytes = await reading;
    let end = 0;
    while (end + headBytes <= bytes.length) {
      const { space } = checkedHead(bytes, end, number);
      if (end + space > bytes.length) break;
      end += space;
      number += 1;
    }
    if (end === 0) {
      if (bytes.length > 0) throw new DamagedBytes("it ends within a block");
      return;
    }
    reading = readBehind(handle, bytes.subarray(end), offset + end);
    // Where the reader stops early, nobody waits for it.
    reading.catch(() => {});
    yield { bytes: bytes.subarray(0, end), offset };
    offset += end;
  }
}

/** What the file has at a position, of which the first bytes are known. */
async function readBehind(handle: FileHandle, known: Uint8Array, position: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(windowBytes);
  bytes.set(known);
  let length = known.length;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function headOf(kind: number, number: number, content: Uint8Array, padding: Uint8Array): Uint8Array {
  if (content.length > blockBytesMax) throw new Error(`a block of ${content.length} bytes is too long`);
  const head = new Uint8Array(headBytes);
  const view = new DataView(head.buffer);
  view.setUint32(0, content.length, true);
  view.setUint32(4, kind, true);
  view.setUint32(8, number, true);
  view.setUint32(12, crcOf(head, content, padding), true);
  return head;
}

/** The head at an offset; `space` is what the whole block takes. */
function checkedHead(
  bytes: Uint8Array,
  at: number,
  number: number,
): { kind: number; length: number; space: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes);
  const length = view.getUint32(0, true);
  if (length > blockBytesMax || view.getUint32(8, true) !== number) throw damaged(number);
  return { kind: view.getUint32(4, true), length, space: spaceOf(length) };
}

/** Bytes that a block takes in the file. */
function spaceOf(length: number): number {
  return headBytes + length + (-length & 7);
}

function checkSum(number: number, head: Uint8Array, ...rest: readonly Uint8Array[]): void {
  const stored = new DataView(head.buffer, head.byteOffset, headBytes).getUint32(12, true);
  if (crcOf(head, ...rest) !== stored) throw damaged(number);
}

/** The checksum of a block: of its head without the checksum, its content, and what follows up to the next. */
function crcOf(head: Uint8Array, ...rest: readonly Uint8Array[]): number {
  let crc = crc32(head.subarray(0, headBytes - 4));
  // Of an array without memory of its own, zlib takes no bytes for a new beginning.
  for (const part of rest) if (part.length > 0) crc = crc32(part, crc);
  return crc;
}

function damaged(number: number): DamagedBytes {
  return new DamagedBytes(`block ${number} is not what was written`);
}

const zeros = new Uint8Array(8);
