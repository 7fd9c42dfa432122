/** Where rows come from: files and standard input, unpacked where they are gzip, by what they begin with. */
import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { fail } from "../output.ts";

export type Format = "csv" | "ndjson";

export interface Source {
  /** As it was named; `-` is standard input. */
  readonly name: string;
  /** Size of the file, null for what is not one. */
  readonly size: number | null;
  open(): Promise<Opened>;
}

export interface Opened {
  readonly format: Format;
  /** Unpacked. An error in it ends the command with a message that names the file. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Bytes of the file that were read so far. */
  bytesRead(): number;
}

const readBytes = 256 * 1024;
/** Enough to see what a file is. */
const headBytes = 64;

/** A file that is there, or standard input as `-`. `format` is taken from the first bytes where it is undefined. */
export function sourceOf(name: string, input: Readable, format: Format | undefined): Source {
  const size = name === "-" ? null : sizeOf(name);
  return {
    name,
    size,
    open: () =>
      open(name, name === "-" ? input : createReadStream(name, { highWaterMark: readBytes }), format),
  };
}

function sizeOf(file: string): number | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return fail(`there is no file ${file}`);
  if (found.isDirectory()) return fail(`${file} is a folder: name the files in it`);
  // A pipe or a device has no size that means anything.
  return found.isFile() ? found.size : null;
}

async function open(name: string, stream: Readable, format: Format | undefined): Promise<Opened> {
  let count = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count += chunk.length;
      yield chunk;
    }
  };
  const bytes = named(name, unpack(counted()));
  const { head, all } = await peek(bytes);
  // A line of NDJSON begins with a brace, a CSV file with a name or a value.
  const found = /^\uFEFF?\s*\{/.test(head.toString()) ? "ndjson" : "csv";
  return { format: format ?? found, bytes: all, bytesRead: () => count };
}

async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(packed);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip({ chunkSize: readBytes });
  // Its error comes out of `gunzip` too, where it is read.
  pipeline(Readable.from(all, { objectMode: false }), gunzip).catch(() => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

/** The first bytes of a source, and the whole of it. */
async function peek(bytes: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield head;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  };
  return { head, all: all() };
}

async function* named(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    fail(`${name === "-" ? "standard input" : name} cannot be read: ${(error as Error).message}`);
  }
}
