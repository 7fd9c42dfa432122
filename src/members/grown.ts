/**
 * Growing typed arrays: the one place where an array is copied into a larger one.
 */

/** Where nothing is yet. Shared, as an array object of its own costs 200 bytes, also when it is empty. */
export const noFloats = new Float64Array(0);
export const noWords = new Uint32Array(0);
export const noBytes = new Uint8Array(0);

/** The capacity after `capacity`: half as much again, so that small tables stay small. */
export function nextCapacity(capacity: number): number {
  return capacity + (capacity >>> 1) + 2;
}

/** `array` with room for `length` items; what is new is 0. */
export function grownFloats(array: Float64Array, length: number): Float64Array {
  const grown = new Float64Array(length);
  grown.set(array);
  return grown;
}

/** `array` with room for `length` items; what is new is 0. */
export function grownWords(array: Uint32Array, length: number): Uint32Array {
  const grown = new Uint32Array(length);
  grown.set(array);
  return grown;
}

/** `array` with room for `length` items; what is new is 0. */
export function grownBytes(array: Uint8Array, length: number): Uint8Array {
  const grown = new Uint8Array(length);
  grown.set(array);
  return grown;
}
