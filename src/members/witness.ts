/**
 * What loads found that are made only to have something in the cache: a load that leads to nothing may be left out
 * by the compiler.
 */
export const witness = new Int32Array(1);
