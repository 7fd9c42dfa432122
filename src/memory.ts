/** The memory of this process: what the system lets it use, and what it holds. */
import { totalmem } from "node:os";

/** Bytes that the process may use: the limit of its cgroup (v1 or v2) if that is lower, else all of the machine. */
export function memoryAllowed(
  machine: number = totalmem(),
  cgroup: number | undefined = process.constrainedMemory(),
): number {
  // Without a limit Node says undefined, 0 or more than any machine has, by system and version.
  return cgroup === undefined || cgroup === 0 ? machine : Math.min(machine, cgroup);
}

/**
 * Bytes that the process holds in memory: what the system counts, and ends it for. The arrays are most of it, but
 * heap, buffers, threads and SQLite's pages count too; an array that is reserved counts as far as it is used.
 */
export function memoryInUse(): number {
  return process.memoryUsage.rss();
}

const unitBytes = { MB: 1e6, GB: 1e9, TB: 1e12, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 } as const;

/** Reads `70%` (of `whole`), `512MB`, `8GB`, `2TB`, `512MiB`, `8GiB` or `2TiB`, in bytes; null for any other text. */
export function parseSize(text: string, whole: number): number | null {
  const parts = /^(\d{1,9})(%|[MGT]i?B)$/.exec(text);
  if (parts === null) return null;
  const [, count, unit] = parts;
  return unit === "%"
    ? (Number(count) / 100) * whole
    : Number(count) * unitBytes[unit as keyof typeof unitBytes];
}
