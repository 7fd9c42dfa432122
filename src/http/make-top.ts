/** Tops as bytes, made where the cache has none: from the index's sink, or from rows where metadata goes with them. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Result } from "../core/refusal.ts";
import type { Context } from "../service/context.ts";
import { metadataOf } from "../service/metadata.ts";
import type { Awaitable } from "../service/player.ts";
import type { Target } from "../service/target.ts";
import { type PageMarks, type PageStart, top, writeTop } from "../service/top.ts";
import { formatOf } from "./board-format.ts";
import { Piece } from "./json-piece.ts";
import { unwrap } from "./problem.ts";
import { RowWriter } from "./row-writer.ts";
import type { CachedTop } from "./top-cache.ts";
import { writeRows, writeSubject } from "./write-standings.ts";

/** A page of the board; throws the Problem that refuses it. At once where the index answers at once. */
export function makeTop(
  context: Context,
  target: Target,
  start: PageStart,
  limit: number,
): Awaitable<CachedTop> {
  const writer = idle.pop() ?? new RowWriter();
  writer.begin(formatOf(target.board).rows);
  writer.piece(beforeRows);
  const finish = (written: Result<PageMarks>): CachedTop => {
    try {
      const marks = unwrap(written);
      writer.text(afterRows(marks));
      return encode(target, marks, writer.bytes.subarray(0, writer.length));
    } finally {
      idle.push(writer);
    }
  };
  const written = writeTop(context, target, start, limit, writer);
  return written instanceof Promise ? written.then(finish) : finish(written);
}

/** The same with the metadata of each row's event. */
export async function makeTopWithMetadata(
  context: Context,
  target: Target,
  start: PageStart,
  limit: number,
): Promise<CachedTop> {
  const page = unwrap(await top(context, target, start, limit));
  const events = page.rows.map((row) => row.event);
  const rows = writeRows(target.board, page.rows, await metadataOf(context, events));
  return encode(target, page, Buffer.from(`,"exact":true,"entries":[${rows}${afterRows(page)}`));
}

/** As many as were ever at work together: one, where the index answers at once. */
const idle: RowWriter[] = [];
const beforeRows = new Piece(',"exact":true,"entries":[');

function afterRows({ next, previous }: PageMarks): string {
  return `],"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}}`;
}

/** `tail` is what follows `asOf`, which the hash leaves out. */
function encode(target: Target, { total, asOf }: PageMarks, tail: Uint8Array): CachedTop {
  const head = Buffer.from(`{${writeSubject(target)}${total}`);
  const body = Buffer.concat([head, Buffer.from(`,"asOf":${asOf}`), tail]);
  const hash = createHash("sha256").update(head).update(tail).digest("base64url");
  let gzip: Buffer | null = null;
  return {
    body,
    etag: `W/"${hash.slice(0, 22)}"`,
    asOf,
    gzip: () => {
      gzip ??= gzipSync(body, { level: 5 });
      return gzip;
    },
  };
}
