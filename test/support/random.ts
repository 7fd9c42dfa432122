/** Random numbers that can be had again: a seed, printed by who uses it, gives the same run. */

/** The seed of this run: LAUREL_TEST_SEED, or one made up. Print it. */
export function testSeed(): number {
  const given = process.env.LAUREL_TEST_SEED;
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}

/** A generator of whole numbers from 0 to before `end` (mulberry32). */
export type Random = (end: number) => number;

export function makeRandom(seed: number): Random {
  let state = seed | 0;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
}

/** The same items in another order. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
