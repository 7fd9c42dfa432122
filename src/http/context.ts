import type { Capacity } from "../service/capacity.ts";
import type { Context } from "../service/context.ts";
import type { Jobs } from "../service/jobs.ts";
import type { Keyring } from "../service/keys.ts";
import type { Submitter } from "../service/submit.ts";

/** What the routes work with. */
export interface HttpContext extends Context {
  readonly submitter: Submitter;
  readonly capacity: Capacity;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  /** Hears of unexpected errors: message for the operator. */
  readonly onError: (error: unknown) => void;
}

/** The largest body of a single report, and of a batch in one piece, in bytes. */
export const reportBytesMax = 16 * 1024;
export const batchBytesMax = 8 * 1024 * 1024;
