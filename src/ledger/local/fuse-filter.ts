/**
 * Binary fuse filters with three probes and 8-bit fingerprints: Graf and Lemire, "Binary Fuse Filters: Fast and
 * Smaller Than Xor Filters" (2022).
 *
 * A key is two words that are well mixed already. Each key has three places in three neighbouring segments; the
 * exclusive or of what stands there is its fingerprint. A key that was put in is always found; another one is
 * found with a chance of 1 in 256.
 */
const segmentLengthMax = 4_096;

/** A filter: the seed under which its keys could be placed, its shape, and the fingerprints. */
export interface FuseFilter extends Shape {
  readonly seed: number;
  readonly fingerprints: Uint8Array<ArrayBuffer>;
}

interface Shape {
  readonly segmentLength: number;
  /** First places are drawn from so many. */
  readonly starts: number;
}

/** How many fingerprints a filter of so many keys has, 1.13 to 1.25 a key for many. */
export function fuseLength(keys: number): number {
  const { segmentLength, starts } = shapeOf(keys);
  return starts + 2 * segmentLength;
}

/** A filter of stored fingerprints that was laid out for so many keys. */
export function fuseFilterOf(keys: number, seed: number, fingerprints: Uint8Array<ArrayBuffer>): FuseFilter {
  return { ...shapeOf(keys), seed, fingerprints };
}

/** Whether a key may be among those that a filter was made from. */
export function fuseHas(filter: FuseFilter, a: number, b: number): boolean {
  const { seed, segmentLength, starts, fingerprints } = filter;
  const mask = segmentLength - 1;
  const y = b ^ mix(a ^ seed);
  const x = (a ^ mix(y ^ seed)) >>> 0;
  const p0 = Math.floor((x * starts) / 2 ** 32);
  const p1 = (p0 + segmentLength) ^ (y & mask);
  const p2 = (p0 + 2 * segmentLength) ^ ((y >>> 12) & mask);
  return (((y >>> 24) ^ x) & 0xff) === (fingerprints[p0]! ^ fingerprints[p1]! ^ fingerprints[p2]!);
}

/**
 * Makes the filter of keys (`first[i]`, `second[i]`), i below `count`: no two may be the same. `size` is the number
 * of keys that it is laid out for, at least `count`.
 */
export function makeFuseFilter(
  first: Uint32Array,
  second: Uint32Array,
  count: number,
  size = count,
): FuseFilter {
  const shape = shapeOf(size);
  // Placing fails for some seeds, seldom twice in a row.
  for (let attempt = 1; attempt <= 100; attempt++) {
    const seed = Math.imul(attempt, 0x9e3779b1) >>> 0;
    const fingerprints = tryPlace(first, second, count, shape, seed);
    if (fingerprints !== null) return { ...shape, seed, fingerprints };
  }
  throw new Error(`no seed of 100 places ${count} keys: are two of them the same?`);
}

/** The sizes that the paper found to work for three probes. */
function shapeOf(keys: number): Shape {
  const n = Math.max(keys, 2);
  const segmentLength = Math.min(segmentLengthMax, 2 ** Math.floor(Math.log(n) / Math.log(3.33) + 2.25));
  const factor = Math.max(1.125, 0.875 + (0.25 * Math.log(1_000_000)) / Math.log(n));
  const starts = Math.max(1, Math.ceil((n * factor) / segmentLength) - 2) * segmentLength;
  return { segmentLength, starts };
}

function mix(value: number): number {
  let hash = value;
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Peels: a place that only one key has decides that key's fingerprint last of all, so the key is taken away, which
 * leaves others alone in their places, until no key is left (or no place with one key, and the seed fails).
 */
function tryPlace(
  first: Uint32Array,
  second: Uint32Array,
  count: number,
  { segmentLength, starts }: Shape,
  seed: number,
): Uint8Array<ArrayBuffer> | null {
  const length = starts + 2 * segmentLength;
  const mask = segmentLength - 1;
  /** Of each place: how many keys have it, and the exclusive or of these and of which of their three it is. */
  const counts = new Uint16Array(length);
  const which = new Uint8Array(length);
  const xs = new Uint32Array(length);
  const ys = new Uint32Array(length);
  const places = new Uint32Array(3);
  const locate = (x: number, y: number): void => {
    const p0 = Math.floor((x * starts) / 2 ** 32);
    places[0] = p0;
    places[1] = (p0 + segmentLength) ^ (y & mask);
    places[2] = (p0 + 2 * segmentLength) ^ ((y >>> 12) & mask);
  };
  for (let i = 0; i < count; i++) {
    const a = first[i]!;
    const y = (second[i]! ^ mix(a ^ seed)) >>> 0;
    const x = (a ^ mix(y ^ seed)) >>> 0;
    locate(x, y);
    for (let j = 0; j < 3; j++) {
      const place = places[j]!;
      counts[place]! += 1;
      which[place]! ^= j;
      xs[place]! ^= x;
      ys[place]! ^= y;
    }
  }
  const alone = new Uint32Array(length);
  let waiting = 0;
  for (let place = 0; place < length; place++) if (counts[place] === 1) alone[waiting++] = place;
  const order = new Uint32Array(count);
  let taken = 0;
  while (waiting > 0) {
    const place = alone[--waiting]!;
    if (counts[place] !== 1) continue;
    order[taken++] = place;
    const x = xs[place]!;
    const y = ys[place]!;
    const own = which[place]!;
    locate(x, y);
    for (let j = 0; j < 3; j++) {
      const other = places[j]!;
      if (j === own) continue;
      counts[other]! -= 1;
      which[other]! ^= j;
      xs[other]! ^= x;
      ys[other]! ^= y;
      if (counts[other] === 1) alone[waiting++] = other;
    }
    // What the place holds now is its key alone; it is not looked at again.
    counts[place] = 0;
  }
  if (taken !== count) return null;
  const fingerprints = new Uint8Array(length);
  for (let i = count - 1; i >= 0; i--) {
    const place = order[i]!;
    const x = xs[place]!;
    const y = ys[place]!;
    locate(x, y);
    fingerprints[place] = 0;
    fingerprints[place] =
      (y >>> 24) ^ x ^ fingerprints[places[0]!]! ^ fingerprints[places[1]!]! ^ fingerprints[places[2]!]!;
  }
  return fingerprints;
}
