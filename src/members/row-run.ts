/**
 * A run of rows as bytes: raw records, and what their handles mean.
 *
 * Form, little-endian as the arrays of every processor that Node runs on: float64 numbers first, then words.
 * - head: the columns, how many rows, how many indexes
 * - an index number for each index; 0 for one that was dropped
 * - the numbers of each row, then the words of each row (row-layout.ts), in which the handle is the place of the
 *   index in this list
 * A run holds its rows as they were in one moment, and another run those of another moment.
 */
import type { IndexHandles } from "./index-handles.ts";
import type { MemberRows } from "./member-rows.ts";
import { handleWord, playerWord, revisionAt, wordsPerRow } from "./row-layout.ts";

const headNumbers = 3;
/** Members whose slots are fetched together. */
const touchedMax = 64;

/** Copies the rows from `from` to before `to`. */
export function writeRun(rows: MemberRows, handles: IndexHandles, from: number, to: number): Uint8Array {
  const count = Math.max(0, to - from);
  const places = new Map<number, number>();
  const indexes: number[] = [];
  const words = new Uint32Array(count * wordsPerRow);
  for (let at = 0; at < words.length; at += wordsPerRow) {
    const row = from + at / wordsPerRow;
    const segment = rows.words[row >>> rows.segmentBits]!;
    const segmentAt = (row & rows.segmentMask) * wordsPerRow;
    if (segment[segmentAt + playerWord] === 0) continue;
    for (let i = 0; i < wordsPerRow; i++) words[at + i] = segment[segmentAt + i]!;
    const handle = words[at + handleWord]!;
    let place = places.get(handle);
    if (place === undefined) {
      place = indexes.push(handles.indexOf(handle)) - 1;
      places.set(handle, place);
    }
    words[at + handleWord] = place;
  }
  const numbersAt = headNumbers + indexes.length;
  const bytes = new Uint8Array(8 * (numbersAt + count * rows.width) + words.byteLength);
  const numbers = new Float64Array(bytes.buffer, 0, numbersAt + count * rows.width);
  numbers.set([rows.columns, count, indexes.length]);
  numbers.set(indexes, headNumbers);
  for (let i = 0, at = numbersAt; i < count; i++, at += rows.width) {
    const segment = rows.numbers[(from + i) >>> rows.segmentBits]!;
    const segmentAt = ((from + i) & rows.segmentMask) * rows.width;
    for (let k = 0; k < rows.width; k++) numbers[at + k] = segment[segmentAt + k]!;
  }
  bytes.set(new Uint8Array(words.buffer), numbers.byteLength);
  return bytes;
}

/** The columns of the rows of a run. */
export function columnsOfRun(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
}

/** Takes the rows of a run that are newer than what is known of their members; opens their indexes. */
export function readRun(rows: MemberRows, handles: IndexHandles, bytes: Uint8Array): void {
  // A copy starts where arrays of numbers may.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const { buffer, byteOffset } = aligned;
  const [columns, count, indexCount] = new Float64Array(buffer, byteOffset, headNumbers);
  const numbersLength = headNumbers + indexCount! + count! * rows.width;
  const length = 8 * numbersLength + 4 * count! * wordsPerRow;
  if (columns !== rows.columns || bytes.length !== length)
    throw new Error(
      `a run of ${count} rows of ${columns} columns has ${bytes.length} bytes; of ${rows.columns} columns it would have ${length}`,
    );
  const numbers = new Float64Array(buffer, byteOffset, numbersLength);
  const words = new Uint32Array(buffer, byteOffset + 8 * numbersLength, count! * wordsPerRow);
  const indexes = numbers.subarray(headNumbers, headNumbers + indexCount!);
  const opened = Array.from(indexes, (index) => (index === 0 ? 0 : handles.open(index, rows.columns)));
  for (let i = 0; i < count!; i++) {
    if (i % touchedMax === 0) touchMembers(rows, words, opened, i, Math.min(i + touchedMax, count!));
    const at = i * wordsPerRow;
    const player = words[at + playerWord]!;
    const handle = player === 0 ? 0 : opened[words[at + handleWord]!]!;
    if (handle === 0) continue;
    const row = rows.find(handle, player) || rows.add(handle, player);
    if (revisionAt(words, at) <= rows.revision(row)) continue;
    rows.takeRecord(row, words, at, numbers, headNumbers + indexCount! + i * rows.width);
  }
}

/** Brings the slots of members into the cache: the misses of one loop overlap. */
function touchMembers(
  rows: MemberRows,
  words: Uint32Array,
  opened: readonly number[],
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++)
    rows.touchSlot(opened[words[i * wordsPerRow + handleWord]!] ?? 0, words[i * wordsPerRow + playerWord]!);
}
