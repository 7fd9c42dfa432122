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
import type { Catalogue } from "../../core/catalogue.ts";
import { Draft, type DraftStanding, type Known } from "../../core/draft.ts";
import { periodOfIndex } from "../../core/index-number.ts";
import type { LedgerRecord, ScoreRecord } from "../../core/record.ts";
import { standingsAfter } from "../../core/standings-after.ts";
import type { Members } from "../../members/members.ts";
import {
  type Committed,
  type Decision,
  type EventPage,
  type Identity,
  type Ledger,
  LedgerFault,
  type Sequenced,
  type StateRow,
} from "../ledger.ts";
import { Background } from "./background.ts";
import { EventsAtHand } from "./events-at-hand.ts";
import { LogFault, messageOf, readFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import { filterBytesMax, Identities, tableEventsMax } from "./identities.ts";
import { hasIdentityFiles } from "./identity-folder.ts";
import type { IdentityLookup } from "./identity-lookup.ts";
import type { LedgerState } from "./ledger-state.ts";
import { LocalKnown } from "./local-known.ts";
import { Log } from "./log.ts";
import type { StoreOfMembers } from "./member-store.ts";
import { type PreparedGroup, prepareGroup } from "./prepared-group.ts";
import { scoresAmong, statesOf } from "./read-side.ts";
import { dropGone, readGroups } from "./replay.ts";
import { Saver } from "./saver.ts";
import { type Started, startLedger } from "./start.ts";
import { WalMover } from "./wal-mover.ts";

/** A decision that can be written. */
interface Decided<T> {
  readonly group: PreparedGroup;
  readonly standings: readonly DraftStanding[];
  readonly result: T;
}

/** What a ledger can do without, or is told otherwise in tests. */
export interface LocalOptions {
  /** Records behind the newest checkpoint at which the next is begun; without it none is made. */
  readonly checkpointRecords?: number;
  /** For the hashes of identities, not to be guessed by whoever chooses ids; files that are there have theirs. */
  readonly seed?: number;
  /** Events of which the identities are kept in memory before a file is made of them. */
  readonly tableEventsMax?: number;
  /** Bytes of the filters of such files that are kept in memory. */
  readonly filterBytesMax?: number;
  /** Hears what an operator should know of files that can be made again. */
  readonly report?: (message: string) => void;
}

/** The history follows the log from so long after the start on, or from when it is first asked for. */
const fillAfterMs = 1_000;

export class LocalLedger implements Ledger {
  readonly #log: Log;
  readonly #state: LedgerState;
  readonly #background: Background;
  readonly #identities: Identities;
  /** What it leaves for its next start. */
  readonly saver: Saver;
  readonly #walMover: WalMover;
  #filling: NodeJS.Timeout | undefined;
  readonly #now: () => number;
  #position: number;
  /** Sequence of the last record that is in the members too: followers see nothing behind it. */
  #settled: number;
  #fault: string | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;

  private constructor(
    log: Log,
    store: StoreOfMembers,
    started: Started,
    now: () => number,
    background: Background,
    identities: Identities,
    { checkpointRecords = Number.POSITIVE_INFINITY, report = () => {} }: LocalOptions,
  ) {
    this.#log = log;
    this.#state = started.state;
    this.#position = started.position;
    this.#settled = started.position;
    this.#now = now;
    this.#background = background;
    this.#identities = identities;
    const { state } = started;
    const atRest = <T>(note: (position: number) => T): Promise<T> =>
      this.#alone(async () => note(this.#position));
    this.saver = new Saver({ log, store, state, identities, atRest }, started, checkpointRecords, report);
    this.#walMover = new WalMover(log, background, ({ message }) => this.#fail(message));
  }

  /**
   * Opens a data folder, made if it is missing, and brings the members of `store` to where its log ends: from a
   * flat image or a checkpoint and the log behind it, or from the whole log. Throws a FolderFault that says what
   * to do where the folder cannot be used; a ledger in it is then as it was.
   *
   * A `store` that knows nothing of images gets none.
   */
  static async open(
    folder: string,
    store: StoreOfMembers,
    now: () => number,
    options: LocalOptions = {},
  ): Promise<LocalLedger> {
    let ended: (fault: LogFault) => void = () => {};
    const log = await Log.open(folder, (fault) => ended(fault));
    const { seed: newSeed = randomBytes(6).readUIntLE(0, 6), report = () => {} } = options;
    const limits = {
      tableEventsMax: options.tableEventsMax ?? tableEventsMax,
      filterBytesMax: options.filterBytesMax ?? filterBytesMax,
    };
    const background = new Background({ folder, ...limits }, report);
    let identities: Identities | undefined;
    try {
      const { seed, files, faults } = hasIdentityFiles(folder)
        ? await background.open(newSeed)
        : { seed: newSeed, files: [], faults: [] };
      faults.forEach(report);
      identities = new Identities(seed, background, files, { ...options, report });
      const started = await startLedger(log, store, identities, report);
      const ledger = new LocalLedger(log, store, started, now, background, identities, options);
      ended = (fault) => ledger.#fail(fault.message);
      await log.startWriting();
      ledger.#filling = setTimeout(() => background.fill(), fillAfterMs).unref();
      return ledger;
    } catch (error) {
      await letGo(log, background, identities).catch(() => {});
      throw error;
    }
  }

  get catalogue(): Catalogue {
    return this.#state.catalogue;
  }

  get members(): Members {
    return this.#state.members;
  }

  get position(): number {
    return this.#position;
  }

  fault(): string | null {
    return this.#fault;
  }

  playerId(number: number): string {
    return this.members.players.idOf(number);
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
    return statesOf(this.members);
  }

  async eventsOf(
    board: number,
    playerId: string,
    before: string | null,
    limit: number,
  ): Promise<EventPage | null> {
    const player = this.members.players.find(playerId);
    const there = player !== 0 && this.catalogue.boardByNumber(board) !== undefined;
    try {
      const end = before === null || !there ? null : await this.#sequenceOf(board, playerId, before);
      if (before !== null && end === null) return null;
      if (!there) return { events: [], asOf: null };
      return await this.#background.page({ board, player, before: end, limit, upTo: this.#settled });
    } catch (error) {
      throw new LedgerFault("not_taken", messageOf(error), error);
    }
  }

  async events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>> {
    return scoresAmong(this.catalogue, await this.#log.records(sequences));
  }

  /** Lets what was asked for finish, leaves a flat image behind, and lets go of the folder. */
  close(): Promise<void> {
    this.#closing ??= this.#last.then(() => this.#close());
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#filling);
    await this.saver.stop(this.#position, this.#fault === null);
    await letGo(this.#log, this.#background, this.#identities);
  }

  /** The sequence of the event with this identity; null if there is none. */
  async #sequenceOf(board: number, playerId: string, matchId: string): Promise<number | null> {
    const events = new EventsAtHand(this.#log);
    const identities = this.#identities.lookup();
    try {
      const known = this.#known(identities, events);
      for (;;) {
        const earlier = known.earlier(board, playerId, matchId);
        if (identities.complete && events.complete) return earlier?.sequence ?? null;
        await identities.read();
        await events.read();
      }
    } finally {
      identities.end();
    }
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
    const identities = this.#identities.lookup();
    const events = new EventsAtHand(this.#log);
    try {
      await events.read(await this.#candidatesOf(touched, identities));
      for (;;) {
        const decided = this.#tryDecide(decide, identities, events);
        if (decided !== null) return decided;
        await identities.read();
        await events.read();
      }
    } catch (error) {
      if (!(error instanceof LogFault)) throw decideFailed(error);
      if (error.lasting) this.#fail(error.message);
      throw new LedgerFault("not_taken", error.message, error);
    } finally {
      identities.end();
    }
  }

  /** null where identities or events were wanted that are not at hand. */
  #tryDecide<T>(
    decide: (known: Known) => Decision<T>,
    identities: IdentityLookup,
    events: EventsAtHand,
  ): Decided<T> | null {
    const known = this.#known(identities, events);
    const complete = (): boolean => identities.complete && events.complete;
    try {
      const { records, standings, result } = decide(known);
      const all = [...standings];
      if (!complete()) return null;
      const players = [...known.newPlayers].map(([id, number]) => [number, id] as const);
      const group = prepareGroup(this.members.players, this.#now(), records, players);
      return { group, standings: all, result };
    } catch (error) {
      // What stood in for an event may be what it failed by.
      if (!complete()) return null;
      throw error;
    }
  }

  /** The sequences of all events that may have a touched identity. */
  async #candidatesOf(touched: readonly Identity[], identities: IdentityLookup): Promise<number[]> {
    const found = this.#collect(touched, identities);
    if (identities.complete) return found;
    await identities.read();
    return this.#collect(touched, identities);
  }

  /** The same, as far as they are at hand. */
  #collect(touched: readonly Identity[], identities: IdentityLookup): number[] {
    const found: number[] = [];
    for (const { board: id, playerId, matchId } of touched) {
      const board = this.catalogue.board(id);
      const player = board === undefined ? 0 : this.members.players.find(playerId);
      if (player !== 0) identities.collect(board!.board.number, player, matchId, found);
    }
    return found;
  }

  #prepareAppend(
    committedAt: number,
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
  ): PreparedGroup {
    try {
      return prepareGroup(this.members.players, committedAt, records, players);
    } catch (error) {
      throw decideFailed(error);
    }
  }

  #known(identities: IdentityLookup, events: EventsAtHand): LocalKnown {
    return new LocalKnown(this.catalogue, this.#position, this.members, identities, events);
  }

  async #write({ records, bytes, players }: PreparedGroup): Promise<void> {
    if (bytes === null) return;
    const rows = [...players].map(([number, id]) => ({ number, id }));
    try {
      const { length } = bytes;
      await this.#log.append(this.#position + 1, this.#position + records.length, bytes, rows);
      this.#walMover.written(length);
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
    for (const [number, id] of players) this.members.players.set(number, id);
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
    // The records were decided elsewhere: nobody asks for an identity.
    const identities = this.#identities.lookup();
    identities.end();
    const draft = new Draft(this.#known(identities, events));
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
    if (records.some((record) => record.kind === "board-delete")) dropGone(this.#state);
    this.#settled = this.#position;
    this.saver.grown(this.#position);
    return committed;
  }

  /** The memory index has moved the shared rows already; without one, they are written here. */
  #applyStandings(standings: readonly DraftStanding[]): void {
    for (const { index, player, standing, revision } of standings) {
      if (this.members.revision(index, player) < revision)
        this.members.write(index, player, standing, revision);
    }
  }
}

/** The writing side of the log closes last: so it leaves one whole file behind. */
async function letGo(log: Log, background: Background, identities: Identities | undefined): Promise<void> {
  // First: what the background leaves undone is then nothing to report.
  identities?.close();
  await background.close();
  await log.close();
}

function nothing(): void {}

function decideFailed(error: unknown): LedgerFault {
  return new LedgerFault("decide_failed", `a decision failed: ${messageOf(error)}`, error);
}
