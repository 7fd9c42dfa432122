/** Batches as they come: an array in one piece, or lines of a stream. */
import type { Readable } from "node:stream";
import { parseJson } from "./exact-json.ts";
import { Problem } from "./problem.ts";
import { ReportBody, type ReportInput } from "./schemas.ts";
import { shapeCheck } from "./shape.ts";

/** One report of a batch, or why it cannot be one. `index` is 0-based. */
export type Slot =
  | { readonly index: number; readonly input: ReportInput }
  | { readonly index: number; readonly problem: Problem };

/** The most reports of an array. */
const batchReportsMax = 5_000;
/** The longest line, in bytes: as the body of a single report. */
const lineBytesMax = 16 * 1024;
/** The most lines that are submitted together. */
const slotsMax = 1_000;

const checkReportShape = shapeCheck(ReportBody, "the report");

/** Parses the body of a batch. What is no array is refused by its first byte: it may be large, and is not read. */
export function parseArray(body: Buffer): unknown {
  let first = 0;
  while (isSpace(body[first])) first += 1;
  if (body[first] !== 0x5b) throw new Problem("invalid_json", "a batch is a JSON array of reports");
  return parseJson(body);
}

/** The reports of an array. Throws `invalid_json` where it is none, `body_too_large` where it holds too many. */
export function readBatch(body: unknown): Slot[] {
  if (!Array.isArray(body)) throw new Problem("invalid_json", "a batch is a JSON array of reports");
  if (body.length > batchReportsMax) {
    throw new Problem(
      "body_too_large",
      `a batch has at most ${batchReportsMax} reports, this one ${body.length}: send several, or NDJSON`,
    );
  }
  return body.map((input, index) => slotOf(index, input));
}

/** The reports of a stream of lines, in slices of what has arrived. Empty lines count for nothing. */
export async function* readLines(body: Readable): AsyncIterable<Slot[]> {
  let index = 0;
  let rest = Buffer.alloc(0);
  let tooLong = false;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let slots: Slot[] = [];
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a)) {
      const line = bytes.subarray(0, end);
      bytes = bytes.subarray(end + 1);
      if (tooLong || line.length > lineBytesMax) slots.push(longLine(index++));
      else if (!isBlank(line)) slots.push(readLine(index++, line));
      tooLong = false;
      if (slots.length < slotsMax) continue;
      yield slots;
      slots = [];
    }
    // A line that never ends must not fill the memory: what is too long already is let go.
    tooLong ||= bytes.length > lineBytesMax;
    rest = Buffer.from(tooLong ? bytes.subarray(0, 0) : bytes);
    if (slots.length > 0) yield slots;
  }
  if (tooLong) yield [longLine(index)];
  else if (!isBlank(rest)) yield [readLine(index, rest)];
}

function readLine(index: number, line: Buffer): Slot {
  try {
    return slotOf(index, parseJson(line));
  } catch (error) {
    if (error instanceof Problem) return { index, problem: error };
    throw error;
  }
}

function slotOf(index: number, input: unknown): Slot {
  const problem = checkReportShape(input);
  return problem === null ? { index, input: input as ReportInput } : { index, problem };
}

function longLine(index: number): Slot {
  return { index, problem: new Problem("body_too_large", `a line has at most ${lineBytesMax} bytes`) };
}

function isBlank(line: Buffer): boolean {
  return line.every(isSpace);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
}
