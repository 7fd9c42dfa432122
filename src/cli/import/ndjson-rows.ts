/** Reports from lines of JSON: as the API takes them, and `board`. */
import type { Report } from "laurel-client";
import { parseJson } from "../../http/exact-json.ts";
import { type Row, sliceRows } from "./row.ts";

/** The longest line, in bytes: more than the service takes of one report. */
const lineBytesMax = 64 * 1024;

export async function* ndjsonRows(
  file: string,
  bytes: AsyncIterable<Buffer>,
  board: string | null,
): AsyncGenerator<Row[]> {
  let line = 0;
  let slice: Row[] = [];
  for await (const text of lines(bytes)) {
    line += 1;
    const row = readLine(file, line, text, board);
    if (row !== null) slice.push(row);
    if (slice.length < sliceRows) continue;
    yield slice;
    slice = [];
  }
  yield slice;
}

/** null stands for a line that is too long. */
async function* lines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let rest: Buffer = Buffer.alloc(0);
  let tooLong = false;
  for await (const chunk of bytes) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = all.indexOf(0x0a); end >= 0; end = all.indexOf(0x0a, start)) {
      yield tooLong || end - start > lineBytesMax ? null : all.subarray(start, end);
      tooLong = false;
      start = end + 1;
    }
    rest = all.subarray(start);
    if (rest.length <= lineBytesMax) continue;
    tooLong = true;
    rest = Buffer.alloc(0);
  }
  if (tooLong || rest.length > 0) yield tooLong ? null : rest;
}

/** null for an empty line. */
function readLine(file: string, line: number, bytes: Buffer | null, board: string | null): Row | null {
  const faulty = (detail: string): Row => ({ file, line, code: "invalid_row", detail });
  if (bytes === null) return faulty(`the line has more than ${lineBytesMax} bytes`);
  const text = hasMark(bytes, line) ? bytes.subarray(3) : bytes;
  if (text.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) return null;
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch (error) {
    return faulty((error as Error).message.replace("the body", "the line"));
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return faulty("the line is not a report: an object with playerId, score and so on");
  const { board: own, ...report } = parsed as Record<string, unknown>;
  const to = board ?? own;
  if (typeof to !== "string") return faulty("the line names no board, and none was given before the file");
  return { file, line, board: to, report: report as unknown as Report, size: text.length };
}

/** Some programs begin a file with a byte order mark. */
function hasMark(bytes: Buffer, line: number): boolean {
  return line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
