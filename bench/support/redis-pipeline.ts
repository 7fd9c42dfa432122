/**
 * Many Redis commands over one connection: written as bytes in chunks, replies counted as they come.
 *
 * A client library would take longer than the server for most of these commands, and its wall time would be the
 * library's.
 */
import { createConnection, type Socket } from "node:net";

const chunkBytes = 64 * 1024;
/** Chunks on their way at once: the server never waits for the next one. */
const chunksMax = 4;

/** Writes command `i` into a buffer and returns where it ends. At most 8 KiB each. */
export type WriteCommand = (buffer: Buffer, at: number, i: number) => number;

export class RedisPipeline {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #replies = 0;
  #wanted: { readonly count: number; readonly resolve: () => void }[] = [];
  /** Items that are still to come of the reply at hand. */
  #open = 0;
  #skip = 0;
  #line = "";
  #keep = false;
  #fault: Error | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#fail(error));
  }

  static connect(port: number): Promise<RedisPipeline> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(port, "127.0.0.1", () => resolve(new RedisPipeline(socket)));
      socket.once("error", reject);
    });
  }

  /** Sends `count` commands and waits for all replies; returns the milliseconds from the first byte to the last. */
  async run(count: number, write: WriteCommand): Promise<number> {
    const before = this.#replies;
    const begun = performance.now();
    const ends: number[] = [];
    for (let i = 0; i < count; ) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      let at = 0;
      while (i < count && at < chunkBytes - 8_192) at = write(chunk, at, i++);
      if (ends.length >= chunksMax) await this.#until(before + ends[ends.length - chunksMax]!);
      this.#socket.write(chunk.subarray(0, at));
      ends.push(i);
    }
    await this.#until(before + count);
    return performance.now() - begun;
  }

  /** One command; its reply as it came, without the framing of the outermost bulk. */
  async call(...args: string[]): Promise<string> {
    this.#parts = [];
    this.#keep = true;
    const target = this.#replies + 1;
    const parts = args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`);
    this.#socket.write(`*${args.length}\r\n${parts.join("")}`);
    await this.#until(target);
    this.#keep = false;
    const reply = Buffer.concat(this.#parts).toString();
    if (reply.startsWith("-")) throw new Error(`Redis refuses ${args[0]}: ${reply.trim()}`);
    return reply.startsWith("$") ? reply.slice(reply.indexOf("\r\n") + 2, -2) : reply.slice(1, -2);
  }

  close(): void {
    this.#socket.destroy();
  }

  #until(count: number): Promise<void> {
    if (this.#fault !== null) return Promise.reject(this.#fault);
    if (this.#replies >= count) return Promise.resolve();
    return new Promise((resolve) => this.#wanted.push({ count, resolve }));
  }

  #fail(error: Error): void {
    this.#fault = error;
    throw error;
  }

  /** Walks over the replies without making anything of them. */
  #read(chunk: Buffer): void {
    if (this.#keep) this.#parts.push(chunk);
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, chunk.length - at);
        this.#skip -= skipped;
        at += skipped;
        if (this.#skip === 0) this.#itemEnded();
        continue;
      }
      const end = chunk.indexOf(10, at);
      const piece = chunk.toString("latin1", at, end === -1 ? chunk.length : end - 1);
      if (end === -1) {
        this.#line += piece;
        break;
      }
      // The line break itself may be cut: then the carriage return is the last that was kept.
      const line = (this.#line + piece).replace("\r", "");
      this.#line = "";
      at = end + 1;
      this.#takeLine(line);
    }
    const { length } = this.#wanted;
    for (let i = 0; i < length && this.#wanted[0]!.count <= this.#replies; i++)
      this.#wanted.shift()!.resolve();
  }

  #takeLine(line: string): void {
    if (line.startsWith("$") && line !== "$-1") {
      this.#skip = Number(line.slice(1)) + 2;
    } else if (line.startsWith("*") && line !== "*0") {
      this.#open += Number(line.slice(1)) - (this.#open > 0 ? 1 : 0);
    } else {
      if (line.startsWith("-") && !this.#keep) this.#fail(new Error(`Redis answers ${line}`));
      this.#itemEnded();
    }
  }

  #itemEnded(): void {
    if (this.#open > 0) this.#open -= 1;
    if (this.#open === 0) this.#replies += 1;
  }
}

/** What the server itself spent on a command since `CONFIG RESETSTAT`, in microseconds. */
export async function serverMicros(
  pipeline: RedisPipeline,
  command: string,
): Promise<{ calls: number; micros: number }> {
  const info = await pipeline.call("INFO", "commandstats");
  const found = new RegExp(`cmdstat_${command}:calls=(\\d+),usec=(\\d+)`).exec(info);
  if (found === null) throw new Error(`Redis counts no calls of ${command}`);
  return { calls: Number(found[1]), micros: Number(found[2]) };
}

/** The server's own percentiles of a command since `CONFIG RESETSTAT`, in whole microseconds. */
export async function serverPercentiles(
  pipeline: RedisPipeline,
  command: string,
): Promise<{ p50: number; p99: number } | null> {
  const info = await pipeline.call("INFO", "latencystats");
  const found = new RegExp(`latency_percentiles_usec_${command}:p50=([\\d.]+),p99=([\\d.]+)`).exec(info);
  return found === null ? null : { p50: Number(found[1]), p99: Number(found[2]) };
}
