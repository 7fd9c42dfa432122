/** Ids in the form of a record (id-records.ts): a byte of length, the UTF-8 bytes, zeros up to the next word. */
import { idBytesMax } from "../core/id.ts";

/** A unit of UTF-16 takes at most three bytes; one byte of length before, and up to three zeros behind. */
export const formWordsMax = Math.ceil((1 + 3 * idBytesMax) / 4);

/**
 * Writes an id at a byte of `bytes` that begins a word: its length in words, 0 for what is no id by its length. Of a
 * longer text than any id it writes so much that every id compares with it as with the whole.
 */
export function writeForm(id: string, bytes: Uint8Array, start: number): number {
  const units = Math.min(id.length, idBytesMax);
  let at = start + 1;
  for (let i = 0; i < units; i++) {
    const unit = id.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else if ((unit & 0xfc00) === 0xd800 && i + 1 < units && (id.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      const point = 0x10000 + ((unit & 0x3ff) << 10) + (id.charCodeAt(++i) & 0x3ff);
      bytes[at++] = 0xf0 | (point >> 18);
      bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[at++] = 0x80 | (point & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  const length = at - 1 - start;
  const words = (length + 4) >>> 2;
  while (at < start + words * 4) bytes[at++] = 0;
  // One byte more than an id may have: a text that starts with a whole id must compare as longer.
  const tooLong = length > idBytesMax || id.length > idBytesMax;
  bytes[start] = tooLong ? idBytesMax + 1 : length;
  return tooLong || length === 0 ? 0 : words;
}

/** Writes an id that is UTF-8 already to `at` of `target`: its length in words, 0 for what is no id by its length. */
export function writeFormOf(
  bytes: Uint8Array,
  start: number,
  length: number,
  target: Uint8Array,
  at: number,
): number {
  if (length === 0 || length > idBytesMax) return 0;
  const words = (length + 4) >>> 2;
  target[at] = length;
  for (let i = 0; i < length; i++) target[at + 1 + i] = bytes[start + i]!;
  target.fill(0, at + 1 + length, at + 4 * words);
  return words;
}

/** Compares two ids, each at its byte of length: negative, zero or positive. */
export function compareForms(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  const lengthA = a[atA]!;
  const lengthB = b[atB]!;
  const shorter = Math.min(lengthA, lengthB);
  for (let i = 1; i <= shorter; i++) {
    const difference = a[atA + i]! - b[atB + i]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
