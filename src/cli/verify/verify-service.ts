/** The check by the running service: started as a job, and watched until it ends. */
import type { LaurelClient } from "laurel-client";
import type { Verification } from "../../service/verify.ts";
import { fail } from "../output.ts";

const pollFirstMs = 50;
const pollMostMs = 1_000;

/** Verifies one board of the service, or all. `progress` hears how far the job is. */
export async function verifyService(
  client: LaurelClient,
  board: string | null,
  progress: (value: unknown) => void,
): Promise<Verification[]> {
  let job = await client.admin.verify(board);
  for (let waitMs = pollFirstMs; job.state === "running"; waitMs = Math.min(2 * waitMs, pollMostMs)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    job = await client.admin.job(job.id);
    progress(job.progress);
  }
  if (job.state === "failed") fail(`the check failed: ${String(job.result)}`);
  return job.result as Verification[];
}
