/**
 * The embedded ledger: one process, one folder, no server.
 *
 * ledger.db holds the truth; the members (typed arrays shared with the memory index) hold the standings that
 * follow from it. One transaction at a time:
 *
 *     read identities -> decide on members + draft -> commit + fsync -> apply -> settle -> next
 *
 * Always true: what members, catalogue and identities say is durable. A group that fails leaves no trace in
 * any of them. After a failed fsync nothing more is taken until a restart reads what the disk really holds.
 */
import { randomBytes } from "node:crypto";
import { Catalogue } from "../../core/catalogue.ts";
import type { DraftStanding, EarlierEvent, Known } from "../../core/draft.ts";
import type { LedgerRecord, ScoreRecord } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import {
  type Committed,
  type Decision,
  type Identity,
  type Ledger,
  LedgerFault,
  type Sequenced,
  type StateRow,
} from "../ledger.ts";
import { EventWanted } from "./event-wanted.ts";
import { decodeGroup, encodeGroup } from "./group.ts";
import { Identities } from "./identities.ts";
import { AppendFailure, Log } from "./log.ts";
import { readGroups, replay } from "./replay.ts";

/** States are read out in slices of this many, so that the event loop stays free. */
const sliceRows = 2_000;

export class LocalLedger implements Ledger {
  readonly catalogue = new Catalogue();
  readonly #log: Log;
  readonly #members: Members;
  readonly #identities: Identities;
  readonly #now: () => number;
  #position = 0;
  #fault: string | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(log: Log, members: Members, now: () => number) {
    this.#log = log;
    this.#members = members;
    this.#now = now;
    this.#identities = new Identities(randomBytes(4).readUInt32LE());
  }

  /**
   * Opens a data folder, made if it is missing, and replays its log into `members`.
   * Throws a FolderFault that says what to do where the folder cannot be used.
   */
  static async open(folder: string, members: Members, now: () => number): Promise<LocalLedger> {
    const log = await Log.open(folder);
    try {
      const ledger = new LocalLedger(log, members, now);
      ledger.#position = await replay(folder, log, ledger.catalogue, members, ledger.#identities);
      return ledger;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  get position(): number {
    return this.#position;
  }

  fault(): string | null {
    return this.#fault;
  }

  playerId(number: number): string {
    return this.#members.players.idOf(number);
  }

  transact<T>(
    touched: readonly Identity[],
    decide: (known: Known) => Decision<T>,
    settle?: (committed: Committed<T>) => void | Promise<void>,
  ): Promise<Committed<T>> {
    return this.#alone(() => this.#transact(touched, decide, settle));
  }

  async append(
    position: number,
    committedAt: number,
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
  ): Promise<void> {
    await this.#alone(async () => {
      this.#refuseIfFaulty();
      if (position !== this.#position)
        throw new LedgerFault("not_taken", `the ledger is at ${this.#position}, not at ${position}`);
      const unknown = new Map([...players].filter(([number]) => !this.#members.players.has(number)));
      await this.#write(committedAt, records, unknown);
      this.#applyRecords(records, unknown);
    });
  }

  async *follow(position: number): AsyncIterable<Sequenced> {
    for await (const { sequence, bytes } of readGroups(this.#log, position + 1)) {
      const { committedAt, records } = decodeGroup(bytes);
      for (const [i, record] of records.entries()) {
        if (sequence + i > position) yield { sequence: sequence + i, record, committedAt };
      }
    }
  }

  async *states(): AsyncIterable<StateRow> {
    let read = 0;
    for (const [index, table] of this.#members.all()) {
      for (let row = 1; row < table.end; row++) {
        const standing = table.isPresent(row) ? table.standing(row) : null;
        if (standing !== null) {
          const player = table.player(row);
          yield { index, player, playerId: this.playerId(player), standing, revision: table.revision(row) };
        }
        if (++read % sliceRows === 0) await new Promise(setImmediate);
      }
    }
  }

  async *eventsOf(
    board: number,
    playerId: string,
  ): AsyncIterable<{ sequence: number; record: ScoreRecord; committedAt: number }> {
    const player = this.#members.players.find(playerId);
    const found: { sequence: number; record: ScoreRecord; committedAt: number }[] = [];
    if (player === 0) return;
    for await (const { sequence, record, committedAt } of this.follow(0)) {
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

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#last.catch(() => {});
    await this.#log.close();
  }

  /** Runs one piece of work after all that was asked for before it. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => {});
    return result;
  }

  async #transact<T>(
    touched: readonly Identity[],
    decide: (known: Known) => Decision<T>,
    settle?: (committed: Committed<T>) => void | Promise<void>,
  ): Promise<Committed<T>> {
    this.#refuseIfFaulty();
    const events = await this.#readCandidates(touched);
    const newPlayers = new Map<string, number>();
    const decision = await this.#decide(decide, events, newPlayers);
    const standings = [...decision.standings];
    const players = new Map([...newPlayers].map(([id, number]) => [number, id]));
    if (decision.records.length > 0) {
      await this.#write(this.#now(), decision.records, players);
      this.#applyRecords(decision.records, players);
    }
    const committed = { position: this.#position, standings, result: decision.result };
    try {
      await settle?.(committed);
      this.#applyStandings(standings);
    } catch (error) {
      this.#fault = `the index could not follow the ledger (${String(error)}): restart Laurel; every score that was acknowledged is durable`;
      throw new LedgerFault("unknown_outcome", this.#fault, error);
    }
    return committed;
  }

  #refuseIfFaulty(): void {
    if (this.#closed) throw new LedgerFault("not_taken", "Laurel is stopping: send the report again");
    if (this.#fault !== null) throw new LedgerFault("not_taken", this.#fault);
  }

  /** The records of all events that may have a touched identity. */
  async #readCandidates(touched: readonly Identity[]): Promise<Map<number, LedgerRecord>> {
    const wanted = new Set<number>();
    for (const { board: id, playerId, matchId } of touched) {
      const board = this.catalogue.board(id);
      const player = board === undefined ? 0 : this.#members.players.find(playerId);
      if (board === undefined || player === 0) continue;
      for (const sequence of this.#identities.candidates(board.board.number, player, matchId))
        wanted.add(sequence);
    }
    return wanted.size === 0 ? new Map() : await this.#log.records([...wanted]);
  }

  async #decide<T>(
    decide: (known: Known) => Decision<T>,
    events: Map<number, LedgerRecord>,
    newPlayers: Map<string, number>,
  ): Promise<Decision<T>> {
    for (;;) {
      newPlayers.clear();
      try {
        return decide(this.#known(events, newPlayers));
      } catch (error) {
        if (!(error instanceof EventWanted))
          throw new LedgerFault("decide_failed", `a decision failed: ${String(error)}`, error);
        for (const [sequence, record] of await this.#log.records([error.sequence]))
          events.set(sequence, record);
        if (!events.has(error.sequence))
          throw new LedgerFault("decide_failed", `event ${error.sequence} is not in the ledger`);
      }
    }
  }

  #known(events: ReadonlyMap<number, LedgerRecord>, newPlayers: Map<string, number>): Known {
    const { players } = this.#members;
    const findPlayer = (playerId: string): number =>
      players.find(playerId) || (newPlayers.get(playerId) ?? 0);
    return {
      catalogue: this.catalogue,
      position: this.#position,
      findPlayer,
      numberPlayer: (playerId) => {
        const known = findPlayer(playerId);
        if (known !== 0) return known;
        const number = players.next + newPlayers.size;
        newPlayers.set(playerId, number);
        return number;
      },
      earlier: (board, playerId, matchId) => this.#earlier(events, board, playerId, matchId),
      standing: (index, player) => this.#members.standing(index, player),
      matchIdOf: (sequence) => {
        const record = events.get(sequence);
        if (record === undefined) throw new EventWanted(sequence);
        return (record as ScoreRecord).matchId;
      },
    };
  }

  #earlier(
    events: ReadonlyMap<number, LedgerRecord>,
    board: number,
    playerId: string,
    matchId: string,
  ): EarlierEvent | null {
    const player = this.#members.players.find(playerId);
    if (player === 0) return null;
    for (const sequence of this.#identities.candidates(board, player, matchId)) {
      const record = events.get(sequence);
      if (record === undefined) throw new EventWanted(sequence);
      if (
        record.kind === "score" &&
        record.board === board &&
        record.player === player &&
        record.matchId === matchId
      ) {
        return { sequence, record, state: record.held ? "held" : "counted" };
      }
    }
    return null;
  }

  async #write(
    committedAt: number,
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
  ): Promise<void> {
    const rows = [...players].map(([number, id]) => ({ number, id }));
    try {
      await this.#log.append(this.#position + 1, encodeGroup({ committedAt, records }), rows);
    } catch (error) {
      const fatal = !(error instanceof AppendFailure) || error.fatal;
      const message = error instanceof Error ? error.message : String(error);
      if (fatal) this.#fault = message;
      throw new LedgerFault(fatal ? "unknown_outcome" : "not_taken", message, error);
    }
  }

  /** From here on the group is part of what everybody knows. */
  #applyRecords(records: readonly LedgerRecord[], players: ReadonlyMap<number, string>): void {
    for (const [number, id] of players) this.#members.players.set(number, id);
    for (const record of records) {
      this.#position += 1;
      this.catalogue.apply(record, this.#position);
      if (record.kind === "score")
        this.#identities.add(record.board, record.player, record.matchId, this.#position);
    }
  }

  /** The memory index has moved the shared rows already; without one, they are written here. */
  #applyStandings(standings: readonly DraftStanding[]): void {
    for (const { index, player, after, revision } of standings) {
      if (this.#members.revision(index, player) >= revision) continue;
      const table = this.#members.open(index, after?.values.length ?? 1);
      if (table === null) continue;
      table.write(table.find(player) || table.add(player), after, revision);
    }
  }
}
