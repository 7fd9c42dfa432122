/** Laurel as it ships, timed from the start of its process until it is ready. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Closers, repository, type Started, sleep, start, waitForLine } from "../support/processes.ts";

export const adminKey = "bench-admin-secret-0123456789";

export interface TimedService {
  readonly started: Started;
  readonly url: string;
  /** From the start of the process to the first 200 of /readyz. */
  readonly readySeconds: number;
  /** The most memory that it held until then. */
  readonly peakMb: number;
}

export async function startTimed(
  closers: Closers,
  data: string,
  environment: Record<string, string> = {},
): Promise<TimedService> {
  const begun = performance.now();
  const main = join(repository, "dist/cli/main.js");
  const started = start(
    process.execPath,
    ["--max-semi-space-size=64", main, "serve", "--data", data, "--port", "0"],
    {
      core: null,
      environment: { LAUREL_ADMIN_KEY: adminKey, GLIBC_TUNABLES: "glibc.malloc.hugetlb=1", ...environment },
    },
  );
  closers.add(() => started.end("SIGKILL"));
  const [, url] = await waitForLine(started, "Laurel", /Laurel serves (http:\S+)/);
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(5);
  const readySeconds = (performance.now() - begun) / 1000;
  return { started, url: url!, readySeconds, peakMb: peakMb(started.pid) };
}

function peakMb(pid: number): number {
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found![1]) / 1024;
}
