/**
 * How a member's row lies in its two arrays. It can be read without any other row, and no row ever moves.
 *
 * - words, 7 a row: player, leaf, handle of the index, attempts, the low 32 bits of event and of revision, then 15
 *   high bits of event, the flag `moved`, 15 high bits of revision, the flag `present`
 * - numbers, columns + 1 a row: a scaled integer a column (never -0), then reachedAt
 *
 * With one column that is 44 bytes. A row is free (player 0, `leaf` names the next free row), standing (flag
 * `present`) or a tombstone: its standing is *none*, and it stays for its revision. `leaf` is 0 unless a tree
 * holds the row.
 */
export const wordsPerRow = 7;

export const playerWord = 0;
export const leafWord = 1;
export const handleWord = 2;
export const attemptsWord = 3;
export const eventWord = 4;
export const revisionWord = 5;
export const highsWord = 6;

export const highBits = 0x7fff;
export const moved = 0x8000;
export const present = 0x80000000;

/** Sequences have 47 bits: 4,000 years at a thousand records a second. */
export const sequenceLimit = 2 ** 47;

/** The revision in a row's words. */
export function revisionAt(words: Uint32Array, at: number): number {
  return words[at + revisionWord]! + ((words[at + highsWord]! >>> 16) & highBits) * 2 ** 32;
}
