/**
 * Sorting many rows: by their first part, then equal ones by the next, at last by id.
 *
 * The part is carried along, as a comparator that looks at the rows would miss the cache twice a comparison. Where
 * parts lie within 2^32 of each other, as scores and instants mostly do, they are sorted by their digits (radix
 * sort, 11 bits at a time); else runs are merged. Rows that are in order already cost one pass.
 */
import type { MemberRows } from "../../members/member-rows.ts";
import type { MemberOrder } from "./member-order.ts";

/** Below this many, moving rows one by one beats all else. */
const fewRows = 24;
const digitBits = 11;
const digitMask = 2 ** digitBits - 1;

/**
 * The rows with a standing, by the handle of their index: those of a handle end in `all` before `ends[handle]`, and
 * begin where those of the handle before end. Tombstones are told to `bury`. `only`: of one handle, from 0 on.
 */
export function presentRows(
  rows: MemberRows,
  handlesEnd: number,
  bury: (row: number) => void,
  only = 0,
): { all: Uint32Array; ends: Float64Array } {
  const ends = new Float64Array(handlesEnd);
  const isAsked = (row: number): boolean =>
    rows.player(row) !== 0 && (only === 0 || rows.handle(row) === only);
  let count = 0;
  for (let row = 1; row < rows.end; row++) {
    if (!isAsked(row)) continue;
    if (rows.isPresent(row)) {
      ends[rows.handle(row)]! += 1;
      count += 1;
    } else bury(row);
  }
  let before = 0;
  for (let handle = 0; handle < handlesEnd; handle++) {
    const start = before;
    before += ends[handle]!;
    ends[handle] = start;
  }
  const all = new Uint32Array(count);
  for (let row = 1; row < rows.end; row++) {
    if (isAsked(row) && rows.isPresent(row)) all[ends[rows.handle(row)]!++] = row;
  }
  return { all, ends };
}

/** Sorts the rows from `from` to before `to` into the order, in place. */
export function sortRows(order: MemberOrder, rows: Uint32Array, from: number, to: number): void {
  if (to - from <= fewRows) insertRows(order, rows, from, to);
  else if (!isSorted(order, rows, from, to)) sortByPart(order, rows.subarray(from, to), 0);
}

function isSorted(order: MemberOrder, rows: Uint32Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (order.compare(rows[i - 1]!, rows[i]!) > 0) return false;
  return true;
}

/** Sorts rows that agree in all parts before `part`. */
function sortByPart(order: MemberOrder, rows: Uint32Array, part: number): void {
  if (part > order.columns) {
    mergeById(order, rows);
    return;
  }
  const keys = new Float64Array(rows.length);
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    const key = order.part(rows[i]!, part);
    keys[i] = key;
    if (key < least) least = key;
    if (key > greatest) greatest = key;
  }
  if (greatest - least < 2 ** 32) sortDigits(rows, keys, least, greatest - least);
  else mergeByKey(rows, keys);
  for (let from = 0; from < rows.length; ) {
    const key = keys[from]!;
    let to = from + 1;
    while (to < rows.length && keys[to] === key) to += 1;
    if (to - from > fewRows) sortByPart(order, rows.subarray(from, to), part + 1);
    else if (to - from > 1) insertRows(order, rows, from, to);
    from = to;
  }
}

/** Sorts rows and their keys, which lie from `least` to `range` above it: whole numbers. */
function sortDigits(rows: Uint32Array, keys: Float64Array, least: number, range: number): void {
  const { length } = rows;
  let digits = new Uint32Array(length);
  let source: Uint32Array = rows;
  let otherDigits = new Uint32Array(length);
  let target: Uint32Array = new Uint32Array(length);
  for (let i = 0; i < length; i++) digits[i] = keys[i]! - least;
  const counts = new Uint32Array(digitMask + 1);
  for (let shift = 0; shift < 32 && range >= 2 ** shift; shift += digitBits) {
    counts.fill(0);
    for (let i = 0; i < length; i++) counts[(digits[i]! >>> shift) & digitMask]! += 1;
    let before = 0;
    for (let digit = 0; digit <= digitMask; digit++) {
      const count = counts[digit]!;
      counts[digit] = before;
      before += count;
    }
    for (let i = 0; i < length; i++) {
      const at = counts[(digits[i]! >>> shift) & digitMask]!++;
      target[at] = source[i]!;
      otherDigits[at] = digits[i]!;
    }
    [source, target] = [target, source];
    [digits, otherDigits] = [otherDigits, digits];
  }
  if (source !== rows) rows.set(source);
  for (let i = 0; i < length; i++) keys[i] = digits[i]! + least;
}

/** Merge sort of rows by their keys, which move along. */
function mergeByKey(rows: Uint32Array, keys: Float64Array): void {
  const count = rows.length;
  let source: Uint32Array = rows;
  let sourceKeys = keys;
  let target: Uint32Array = new Uint32Array(count);
  let targetKeys: Float64Array = new Float64Array(count);
  for (let width = 1; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const end = Math.min(from + 2 * width, count);
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        const takesLeft = right === end || (left < middle && sourceKeys[left]! <= sourceKeys[right]!);
        const taken = takesLeft ? left++ : right++;
        target[at] = source[taken]!;
        targetKeys[at] = sourceKeys[taken]!;
      }
    }
    [source, target] = [target, source];
    [sourceKeys, targetKeys] = [targetKeys, sourceKeys];
  }
  if (source === rows) return;
  rows.set(source);
  keys.set(sourceKeys);
}

/** Merge sort of rows that are equal in all but their ids. */
function mergeById(order: MemberOrder, rows: Uint32Array): void {
  const count = rows.length;
  let source: Uint32Array = rows;
  let target: Uint32Array = new Uint32Array(count);
  for (let from = 0; from < count; from += fewRows)
    insertRows(order, rows, from, Math.min(from + fewRows, count));
  for (let width = fewRows; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const end = Math.min(from + 2 * width, count);
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        const takesLeft =
          right === end || (left < middle && order.compare(source[left]!, source[right]!) < 0);
        target[at] = source[takesLeft ? left++ : right++]!;
      }
    }
    [source, target] = [target, source];
  }
  if (source !== rows) rows.set(source);
}

/** Insertion sort. */
function insertRows(order: MemberOrder, rows: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const row = rows[i]!;
    let at = i;
    for (; at > from && order.compare(rows[at - 1]!, row) > 0; at--) rows[at] = rows[at - 1]!;
    rows[at] = row;
  }
}
