/** Options of the command line that are counts, or lists of them. */

const factors: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6 };

/** `25M` is 25,000,000; `100k` is 100,000. */
export function readCount(name: string, text: string): number {
  const found = /^(\d+(?:\.\d+)?)([kM]?)$/.exec(text);
  const count = found === null ? Number.NaN : Math.round(Number(found[1]) * factors[found[2]!]!);
  if (Number.isSafeInteger(count)) return count;
  throw new Error(`--${name} ${text} is not a count such as 1000, 100k or 25M`);
}

export function readCounts(name: string, text: string): number[] {
  return text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => readCount(name, part));
}

/** One of the allowed words. */
export function readChoice<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text);
  if (found !== undefined) return found;
  throw new Error(`--${name} ${text} is not one of ${allowed.join(", ")}`);
}

/** The other way round, as names of rows carry it: 25,000,000 is `25M`. */
export function shortCount(count: number): string {
  if (count >= 1e6 && count % 1e5 === 0) return `${count / 1e6}M`;
  if (count >= 1e3 && count % 100 === 0) return `${count / 1e3}k`;
  return String(count);
}
