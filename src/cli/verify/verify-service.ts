/** The check by the running service: started as a job, and watched until it ends. */
import type { LaurelClient } from "laurel-client";
import type { Verification } from "../../service/verify.ts";
import { fail } from "../output.ts";

const pollFirstMs = 50;
const pollMostMs = 1_000;

/** Verifies one board of the service, or all that the key may see. `progress` hears how far a job is. */
export async function verifyService(
  client: LaurelClient,
  board: string | null,
  progress: (board: string, value: unknown) => void,
): Promise<Verification[]> {
  const boards = board === null ? (await client.boards.list()).map(({ id }) => id) : [board];
  const found: Verification[] = [];
  for (const id of boards) found.push(await verifyOne(client, id, progress));
  return found;
}

async function verifyOne(
  client: LaurelClient,
  board: string,
  progress: (board: string, value: unknown) => void,
): Promise<Verification> {
  let job = await client.admin.verify(board);
  for (let waitMs = pollFirstMs; job.state === "running"; waitMs = Math.min(2 * waitMs, pollMostMs)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    job = await client.admin.job(job.id);
    progress(board, job.progress);
  }
  if (job.state === "failed") fail(`board ${board} could not be verified: ${String(job.result)}`);
  return job.result as Verification;
}
