import type { Stage } from "../stage.ts";

/** A case's part that its file tells in words, played by hand. */
export interface Procedure {
  /** Runs on the case's board; its events have been sent, and are in `stage.answers`. */
  run(stage: Stage): Promise<void>;
  /** It moves the clock far, or restarts the service: the case gets a service of its own. */
  readonly ownService?: boolean;
  readonly timeoutMs?: number;
  /** Why this machine cannot play it; null where it can. */
  unplayable?(): string | null;
}

/** By the id of the case. */
export type Procedures = Readonly<Record<string, Procedure>>;
