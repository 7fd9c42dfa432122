/**
 * An image: everything that a structure in memory holds, as its raw arrays and a description of what they mean.
 *
 * It is for a clean stop: the process that reads it fills the same arrays and goes on as if it had never ended.
 * Arrays are as the processor has them, little-endian.
 */
export interface ImagePart {
  /** Can be written as JSON; holds all that the segments do not. */
  readonly description: unknown;
  /** The bytes in use of each array, not copied: to be written before anything changes. */
  readonly segments: readonly Uint8Array[];
}

/** A structure made from a description. It may be used once its segments are filled, in the order of the image. */
export interface Filling<T> {
  readonly value: T;
  readonly segments: readonly Uint8Array[];
}
