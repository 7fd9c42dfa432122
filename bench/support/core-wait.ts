import { readFileSync } from "node:fs";

/**
 * For how long a process's main thread has been ready to run while another had its core, in milliseconds since it began.
 *
 * It grows by next to nothing where a core is a process's own. Where it does not, latencies are the machine's: one slice
 * of another's is milliseconds. Linux tells it as the second number of schedstat, in nanoseconds.
 */
export function coreWaitMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
}
