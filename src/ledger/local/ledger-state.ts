import type { Catalogue } from "../../core/catalogue.ts";
import type { Members } from "../../members/members.ts";

/** What follows from the log as of a position, but for identities: they have files of their own. */
export interface LedgerState {
  readonly catalogue: Catalogue;
  /** Players and standings. */
  readonly members: Members;
}
