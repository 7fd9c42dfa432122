/** The ledger of a folder to read: as of the moment it was opened, and it takes nothing. For tools. */
import { Catalogue } from "../../core/catalogue.ts";
import type { ScoreRecord } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import { type Ledger, LedgerFault, type Sequenced, type StateRow } from "../ledger.ts";
import type { FolderLog } from "./folder-log.ts";
import { Identities } from "./identities.ts";
import { replay } from "./replay.ts";

const readOnly = "the folder is open to read only";

export class FolderLedger implements Ledger {
  readonly catalogue = new Catalogue();
  readonly position: number;
  readonly #log: FolderLog;
  readonly #members: Members;

  private constructor(log: FolderLog, members: Members) {
    this.#log = log;
    this.#members = members;
    this.position = log.position;
  }

  /** Replays the log of a folder into `members`. Throws a FolderFault where it is damaged. */
  static async open(log: FolderLog, members: Members): Promise<FolderLedger> {
    const ledger = new FolderLedger(log, members);
    await replay(log.folder, log, ledger.catalogue, members, new Identities(0));
    return ledger;
  }

  async *follow(position: number): AsyncIterable<Sequenced> {
    for (const found of this.#log.everyRecord()) if (found.sequence > position) yield found;
  }

  async *states(): AsyncIterable<StateRow> {
    for (const [index, table] of this.#members.all()) {
      for (let row = 1; row < table.end; row++) {
        const standing = table.isPresent(row) ? table.standing(row) : null;
        if (standing === null) continue;
        const player = table.player(row);
        yield { index, player, playerId: this.playerId(player), standing, revision: table.revision(row) };
      }
    }
  }

  async *eventsOf(
    board: number,
    playerId: string,
  ): AsyncIterable<{ sequence: number; record: ScoreRecord; committedAt: number }> {
    const player = this.#members.players.find(playerId);
    if (player === 0 || this.catalogue.boardByNumber(board) === undefined) return;
    const found: { sequence: number; record: ScoreRecord; committedAt: number }[] = [];
    for (const { sequence, record, committedAt } of this.#log.everyRecord()) {
      if (record.kind === "score" && record.board === board && record.player === player)
        found.push({ sequence, record, committedAt });
    }
    yield* found.reverse();
  }

  async events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>> {
    const scores = new Map<number, ScoreRecord>();
    for (const [sequence, record] of await this.#log.records(sequences)) {
      if (record.kind === "score" && this.catalogue.boardByNumber(record.board) !== undefined)
        scores.set(sequence, record);
    }
    return scores;
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
