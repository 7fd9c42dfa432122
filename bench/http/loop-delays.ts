/** What loop-delay.mjs wrote from inside the service. */
import { existsSync, readFileSync } from "node:fs";

export interface LoopSecond {
  /** Milliseconds since 1970, at the end of the second. */
  readonly at: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The seconds that lie wholly between two instants. */
export function loopSeconds(file: string, from: number, to: number): LoopSecond[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as LoopSecond)
    .filter(({ at }) => at - 1_000 >= from && at <= to);
}
