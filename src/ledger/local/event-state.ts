import type { LedgerRecord } from "../../core/record.ts";
import type { PlayerEvent } from "../ledger.ts";

type EventState = PlayerEvent["state"];

/** What each action leaves an event in. */
const after: Readonly<Record<string, EventState>> = {
  void: "voided",
  reject: "voided",
  restore: "counted",
  approve: "counted",
};

/** The state in which a record leaves the event that it is, or is about; null for records about no event. */
export function stateOf(record: LedgerRecord): EventState | null {
  if (record.kind === "score") return record.held ? "held" : "counted";
  return after[record.kind] ?? null;
}
