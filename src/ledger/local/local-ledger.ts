/**
 * The embedded ledger: one process, one folder, no server.
 *
 * ledger.db holds the truth; the members (typed arrays shared with the memory index) hold the standings that
 * follow from it. One transaction at a time:
 *
 *     read identities -> decide on members + draft -> commit + fsync -> apply -> settle -> next
 *
 * Always true: what members, catalogue and identities say is durable. A group that fails leaves no trace in
 * any of them. A full disk fails a group and no more. After a failed fsync, when the thread of the log has
 * ended, or when a durable group could not be applied, nothing more is taken until a restart reads what the
 * disk really holds; reads go on.
 */
import { randomBytes } from "node:crypto";
import { Catalogue } from "../../core/catalogue.ts";
import { Draft, type DraftStanding, type Known } from "../../core/draft.ts";
import { periodOfIndex } from "../../core/index-number.ts";
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
import { EventsAtHand } from "./events-at-hand.ts";
import { LogFault, messageOf, readFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import { Identities } from "./identities.ts";
import { LocalKnown } from "./local-known.ts";
import { Log } from "./log.ts";
import { type PreparedGroup, prepareGroup } from "./prepared-group.ts";
import { eventsOfPlayer, scoresAmong, statesOf } from "./read-side.ts";
import { dropGone, readGroups, replay } from "./replay.ts";
import { standingsAfter } from "./standings-after.ts";

/** A decision that can be written. */
interface Decided<T> {
  readonly group: PreparedGroup;
  readonly standings: readonly DraftStanding[];
  readonly result: T;
}

export class LocalLedger implements Ledger {
  readonly catalogue = new Catalogue();
  readonly #log: Log;
  readonly #members: Members;
  readonly #identities: Identities;
  readonly #now: () => number;
  #position = 0;
  /** Sequence of the last record that is in the members too: followers see nothing behind it. */
  #settled = 0;
  #fault: string | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;

  private constructor(log: Log, members: Members, now: () => number, seed: number) {
    this.#log = log;
    this.#members = members;
    this.#now = now;
    this.#identities = new Identities(seed);
  }

  /**
   * Opens a data folder, made if it is missing, and replays its log into `members`. Throws a FolderFault that
   * says what to do where the folder cannot be used; a ledger in it is then as it was.
   *
   * `seed` is for the hashes of identities: not to be guessed by whoever chooses ids.
   */
  static async open(
    folder: string,
    members: Members,
    now: () => number,
    seed: number = randomBytes(4).readUInt32LE(),
  ): Promise<LocalLedger> {
    let ended: (fault: LogFault) => void = () => {};
    const log = await Log.open(folder, (fault) => ended(fault));
    const ledger = new LocalLedger(log, members, now, seed);
    ended = (fault) => ledger.#fail(fault.message);
    try {
      ledger.#position = await replay(folder, log, ledger.catalogue, members, ledger.#identities);
      ledger.#settled = ledger.#position;
      await log.startWriting();
      return ledger;
    } catch (error) {
      await log.close().catch(() => {});
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
    return this.#alone(async () => {
      const { group, standings, result } = await this.#decide(touched, decide);
      await this.#write(group);
      return this.#applied(async () => {
        this.#applyRecords(group);
        return this.#settle(group, standings, result, settle);
      });
    });
  }

  append(
    position: number,
    committedAt: number,
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
    settle?: (committed: Committed<null>) => void | Promise<void>,
  ): Promise<void> {
    return this.#alone(async () => {
      if (position !== this.#position)
        throw new LedgerFault("not_taken", `the ledger is at ${this.#position}, not at ${position}`);
      const group = this.#prepareAppend(committedAt, records, players);
      await this.#write(group);
      await this.#applied(async () => this.#settle(group, await this.#foldRecords(group), null, settle));
    });
  }

  async *follow(position: number): AsyncIterable<Sequenced> {
    for await (const { sequence, bytes } of readGroups(this.#log, position + 1)) {
      const { committedAt, records } = decodeGroup(bytes);
      for (const [i, record] of records.entries()) {
        if (sequence + i > this.#settled) return;
        if (sequence + i > position) yield { sequence: sequence + i, record, committedAt };
      }
    }
  }

  states(): AsyncIterable<StateRow> {
    return statesOf(this.#members);
  }

  eventsOf(
    board: number,
    playerId: string,
  ): AsyncIterable<{ sequence: number; record: ScoreRecord; committedAt: number }> {
    return eventsOfPlayer(this.catalogue, this.#members, this.follow(0), board, playerId);
  }

  async events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>> {
    return scoresAmong(this.catalogue, await this.#log.records(sequences));
  }

  close(): Promise<void> {
    this.#closing ??= this.#last.then(() => this.#log.close());
    return this.#closing;
  }

  /** Runs one piece of work after all that was asked for before it, unless nothing is taken any more. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      if (this.#fault !== null) throw new LedgerFault("not_taken", this.#fault);
      if (this.#closing !== null)
        throw new LedgerFault("not_taken", "Laurel is stopping: send the report again");
      return work();
    });
    // Without its value: what a group has become would be kept until the next one has ended.
    this.#last = result.then(nothing, nothing);
    return result;
  }

  #fail(fault: string): void {
    this.#fault ??= fault;
  }

  /** Decides, again with what it asked for and was not at hand, until it has had everything. */
  async #decide<T>(touched: readonly Identity[], decide: (known: Known) => Decision<T>): Promise<Decided<T>> {
    const events = new EventsAtHand(this.#log);
    try {
      await events.read(this.#candidatesOf(touched));
      for (;;) {
        const decided = this.#tryDecide(decide, events);
        if (decided !== null) return decided;
        await events.read();
      }
    } catch (error) {
      if (!(error instanceof LogFault)) throw decideFailed(error);
      if (error.lasting) this.#fail(error.message);
      throw new LedgerFault("not_taken", error.message, error);
    }
  }

  /** null where events were wanted that are not at hand. */
  #tryDecide<T>(decide: (known: Known) => Decision<T>, events: EventsAtHand): Decided<T> | null {
    const known = this.#known(events);
    try {
      const { records, standings, result } = decide(known);
      const all = [...standings];
      if (!events.complete) return null;
      const players = [...known.newPlayers].map(([id, number]) => [number, id] as const);
      const group = prepareGroup(this.#members.players, this.#now(), records, players);
      return { group, standings: all, result };
    } catch (error) {
      // What stood in for an event may be what it failed by.
      if (!events.complete) return null;
      throw error;
    }
  }

  /** The sequences of all events that may have a touched identity. */
  #candidatesOf(touched: readonly Identity[]): number[] {
    const found: number[] = [];
    for (const { board: id, playerId, matchId } of touched) {
      const board = this.catalogue.board(id);
      const player = board === undefined ? 0 : this.#members.players.find(playerId);
      if (player === 0) continue;
      for (const sequence of this.#identities.candidates(board!.board.number, player, matchId))
        found.push(sequence);
    }
    return found;
  }

  #prepareAppend(
    committedAt: number,
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
  ): PreparedGroup {
    try {
      return prepareGroup(this.#members.players, committedAt, records, players);
    } catch (error) {
      throw decideFailed(error);
    }
  }

  #known(events: EventsAtHand): LocalKnown {
    return new LocalKnown(this.catalogue, this.#position, this.#members, this.#identities, events);
  }

  async #write({ records, bytes, players }: PreparedGroup): Promise<void> {
    if (bytes === null) return;
    const rows = [...players].map(([number, id]) => ({ number, id }));
    try {
      await this.#log.append(this.#position + 1, this.#position + records.length, bytes, rows);
    } catch (error) {
      const { lasting, message } = readFault(error);
      if (lasting) this.#fail(message);
      throw new LedgerFault(lasting ? "unknown_outcome" : "not_taken", message, error);
    }
  }

  /** The group is durable: what fails from here on is not taken back, and ends writing. */
  async #applied<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#fail(
        `the index could not follow the ledger (${messageOf(error)}): restart Laurel; every score that was acknowledged is durable`,
      );
      throw new LedgerFault("unknown_outcome", this.#fault!, error);
    }
  }

  /** From here on the group is part of what everybody knows. */
  #applyRecords({ records, players }: PreparedGroup): void {
    this.#applyPlayers(players);
    for (const record of records) this.#applyRecord(record);
  }

  #applyPlayers(players: ReadonlyMap<number, string>): void {
    for (const [number, id] of players) this.#members.players.set(number, id);
  }

  #applyRecord(record: LedgerRecord): void {
    this.#position += 1;
    this.catalogue.apply(record, this.#position);
    if (record.kind === "score")
      this.#identities.add(record.board, record.player, record.matchId, this.#position);
  }

  /** Applies records that were decided elsewhere; returns the standings after them. */
  async #foldRecords({ records, players }: PreparedGroup): Promise<DraftStanding[]> {
    this.#applyPlayers(players);
    const events = new EventsAtHand(this.#log);
    const draft = new Draft(this.#known(events));
    for (const record of records) {
      this.#applyRecord(record);
      if (!("player" in record)) continue;
      const { player } = record;
      const fold = (): ReturnType<typeof standingsAfter> =>
        standingsAfter(
          this.catalogue,
          record,
          this.#position,
          (index) => draft.standing(index, player),
          events.matchIdOf,
        );
      let after = fold();
      for (; !events.complete; after = fold()) await events.read();
      for (const { index, standing } of after)
        draft.setStanding(index, player, this.playerId(player), standing, this.#position);
    }
    // A later record of the group may have deleted the board.
    return [...draft.standings()].filter(
      ({ index }) => this.catalogue.period(periodOfIndex(index)) !== undefined,
    );
  }

  async #settle<T>(
    { records }: PreparedGroup,
    standings: readonly DraftStanding[],
    result: T,
    settle: ((committed: Committed<T>) => void | Promise<void>) | undefined,
  ): Promise<Committed<T>> {
    const committed = { position: this.#position, standings, result };
    await settle?.(committed);
    this.#applyStandings(standings);
    if (records.some((record) => record.kind === "board-delete")) dropGone(this.catalogue, this.#members);
    this.#settled = this.#position;
    return committed;
  }

  /** The memory index has moved the shared rows already; without one, they are written here. */
  #applyStandings(standings: readonly DraftStanding[]): void {
    for (const { index, player, standing, revision } of standings) {
      if (this.#members.revision(index, player) >= revision) continue;
      const table =
        standing === null ? this.#members.table(index) : this.#members.open(index, standing.values.length);
      const row = table?.find(player) ?? 0;
      // The index lets go of the row of a member without a standing, once it needs it no more.
      if (table === null || (row === 0 && standing === null)) continue;
      table.write(row || table.add(player), standing, revision);
    }
  }
}

function nothing(): void {}

function decideFailed(error: unknown): LedgerFault {
  return new LedgerFault("decide_failed", `a decision failed: ${messageOf(error)}`, error);
}
