/**
 * Sorting many rows: a merge sort that carries each row's first part along.
 *
 * A comparator that looks at the rows would miss the cache twice a comparison; here it is asked only where
 * first parts are equal. Runs that are in order already are not merged: rows that come sorted cost one pass.
 */
import type { MemberOrder } from "./member-order.ts";

/** Below this many, moving items one by one beats merging. */
const runLength = 12;

/** Sorts `rows` into the order, in place. */
export function sortRows(order: MemberOrder, rows: Uint32Array): void {
  const count = rows.length;
  let keys: Float64Array = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = order.part(rows[i]!, 0);
  if (isSorted(order, rows, keys)) return;
  for (let from = 0; from < count; from += runLength)
    sortRun(order, rows, keys, from, Math.min(from + runLength, count));
  let source: Uint32Array = rows;
  let target: Uint32Array = new Uint32Array(count);
  let targetKeys: Float64Array = new Float64Array(count);
  for (let width = runLength; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const end = Math.min(from + 2 * width, count);
      mergeRuns(order, source, keys, from, middle, end, target, targetKeys);
    }
    [source, target] = [target, source];
    [keys, targetKeys] = [targetKeys, keys];
  }
  if (source !== rows) rows.set(source);
}

function isSorted(order: MemberOrder, rows: Uint32Array, keys: Float64Array): boolean {
  for (let i = 1; i < rows.length; i++) {
    if (keys[i - 1]! > keys[i]!) return false;
    if (keys[i - 1] === keys[i] && order.compare(rows[i - 1]!, rows[i]!) > 0) return false;
  }
  return true;
}

/** Insertion sort of one short run. */
function sortRun(order: MemberOrder, rows: Uint32Array, keys: Float64Array, from: number, end: number): void {
  for (let i = from + 1; i < end; i++) {
    const row = rows[i]!;
    const key = keys[i]!;
    let at = i;
    while (
      at > from &&
      (keys[at - 1]! > key || (keys[at - 1] === key && order.compare(rows[at - 1]!, row) > 0))
    ) {
      rows[at] = rows[at - 1]!;
      keys[at] = keys[at - 1]!;
      at -= 1;
    }
    rows[at] = row;
    keys[at] = key;
  }
}

/** Merges the sorted runs [from, middle) and [middle, end) into the target. */
function mergeRuns(
  order: MemberOrder,
  rows: Uint32Array,
  keys: Float64Array,
  from: number,
  middle: number,
  end: number,
  target: Uint32Array,
  targetKeys: Float64Array,
): void {
  let left = from;
  let right = middle;
  for (let at = from; at < end; at++) {
    const takesLeft =
      right === end ||
      (left < middle &&
        (keys[left]! < keys[right]! ||
          (keys[left] === keys[right] && order.compare(rows[left]!, rows[right]!) < 0)));
    const taken = takesLeft ? left++ : right++;
    target[at] = rows[taken]!;
    targetKeys[at] = keys[taken]!;
  }
}
