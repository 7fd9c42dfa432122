/** The ledger of a folder to read: as of the moment it was opened, and it takes nothing. For tools. */
import { Catalogue } from "../../core/catalogue.ts";
import type { ScoreRecord } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import { type EventPage, type Ledger, LedgerFault, type Sequenced, type StateRow } from "../ledger.ts";
import type { FolderLog } from "./folder-log.ts";
import type { LedgerState } from "./ledger-state.ts";
import { pageOfEvents, scoresAmong, statesOf } from "./read-side.ts";
import { replay } from "./replay.ts";

/** Nothing is reported to a folder, so nobody asks for identities. */
const noIdentities = { add: () => {}, covered: Number.POSITIVE_INFINITY, full: false, room: async () => {} };

const readOnly = "the folder is open to read only";

export class FolderLedger implements Ledger {
  readonly catalogue: Catalogue;
  readonly position: number;
  readonly #log: FolderLog;
  readonly #members: Members;

  private constructor(log: FolderLog, { catalogue, members }: LedgerState) {
    this.catalogue = catalogue;
    this.#log = log;
    this.#members = members;
    this.position = log.position;
  }

  /** Replays the log of a folder into `members`. Throws a FolderFault where it is damaged. */
  static async open(log: FolderLog, members: Members): Promise<FolderLedger> {
    const state = { catalogue: new Catalogue(), members };
    await replay(log.folder, log, state, noIdentities);
    return new FolderLedger(log, state);
  }

  async *follow(position: number): AsyncIterable<Sequenced> {
    for (const found of this.#log.everyRecord()) if (found.sequence > position) yield found;
  }

  states(): AsyncIterable<StateRow> {
    return statesOf(this.#members);
  }

  eventsOf(board: number, playerId: string, before: string | null, limit: number): Promise<EventPage | null> {
    return pageOfEvents(this.catalogue, this.#members, this.follow(0), board, playerId, before, limit);
  }

  async events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>> {
    return scoresAmong(this.catalogue, await this.#log.records(sequences));
  }

  playerId(number: number): string {
    return this.#members.players.idOf(number);
  }

  fault(): string {
    return readOnly;
  }

  transact(): Promise<never> {
    return Promise.reject(new LedgerFault("not_taken", readOnly));
  }

  append(): Promise<never> {
    return this.transact();
  }

  async close(): Promise<void> {
    this.#log.close();
  }
}
