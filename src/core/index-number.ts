/**
 * The number of an index: one (board, period, scope). Period numbers and scope numbers are given out once and
 * never again, so their pair is never used twice either, and every store can compute it.
 */

/** Scope number of everybody's standings. */
export const everybody = 0;

const scopeLimit = 2 ** 26;

/** The index number of a period (1 and up, below 2^27) in a scope (below 2^26). Unique, and a safe integer. */
export function indexNumber(period: number, scope: number): number {
  if (scope >= scopeLimit || period >= 2 ** 27)
    throw new Error(`index of period ${period}, scope ${scope}: numbers are used up`);
  return period * scopeLimit + scope;
}

export function periodOfIndex(index: number): number {
  return Math.floor(index / scopeLimit);
}

export function scopeOfIndex(index: number): number {
  return index % scopeLimit;
}
