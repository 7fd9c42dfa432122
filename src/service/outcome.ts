import type { Board } from "../core/board.ts";
import type { EarlierEvent } from "../core/draft.ts";
import type { Refusal } from "../core/refusal.ts";
import type { FedStanding } from "./fed-standings.ts";

/** What became of a report that was submitted. */
export type Outcome =
  | {
      readonly kind: "event" | "duplicate";
      readonly board: Board;
      readonly event: EarlierEvent;
      readonly playerId: string;
      readonly standings: readonly FedStanding[];
      readonly asOf: number;
    }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "failed"; readonly reason: FailureReason; readonly detail: string };

/**
 * - `overloaded`: too much is gathered already; nothing was taken.
 * - `not_taken`: the ledger cannot take it now; nothing was taken.
 * - `unknown_outcome`: no answer in time, or the ledger failed midway; a retry tells, and is safe.
 * - `internal`: an unexpected error; nothing was taken.
 */
export type FailureReason = "overloaded" | "not_taken" | "unknown_outcome" | "internal";
