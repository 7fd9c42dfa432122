/**
 * The ledger on a Postgres server, for several processes at once.
 *
 * The database holds the truth; this process keeps a copy of the catalogue and the players' numbers. One transaction
 * at a time a process, any number of processes:
 *
 *     lock and read what is wanted (held.ts) -> decide -> write (write-group.ts) and commit -> settle -> next
 *
 * Always true: a member changes only under its row's lock, the catalogue only under the exclusive catalogue lock, and
 * sequences are drawn under either; what the copies say is committed. A transaction that loses against another, or
 * its connection, is made again from its start; whether a lost commit was taken is read from its records.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Catalogue } from "../../core/catalogue.ts";
import type { DraftStanding, Known } from "../../core/draft.ts";
import { idFault } from "../../core/id.ts";
import type { LedgerRecord, ScoreRecord } from "../../core/record.ts";
import { shown } from "../../core/refusal.ts";
import { Players } from "../../members/players.ts";
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
import { type ConnectionSettings, Connections, type Session } from "./connections.ts";
import { beginEpoch, type Epoch } from "./epoch.ts";
import { adviceFor, DatabaseFault, kindOf, messageOf } from "./faults.ts";
import { foldRecords } from "./fold-records.ts";
import { type Group, prepareGroup } from "./group.ts";
import { drawSequences, type Held, hold, PlayerMismatch } from "./held.ts";
import { migrate } from "./migrate.ts";
import { Partitions } from "./partitions.ts";
import { PostgresKnown } from "./postgres-known.ts";
import { ReadSide } from "./read-side.ts";
import { type CountRow, isOfCatalogue, SharedCatalogue } from "./shared-catalogue.ts";
import { Wanted } from "./wanted.ts";
import { abandon, giveBack, wasTaken, writeGroup } from "./write-group.ts";

/** How long a transaction is made again before its group is refused. */
const patienceMs = 4_000;

/** A transaction to be made. */
interface Work<T> {
  readonly committedAt: number;
  /** Sequences to draw while the members are being locked; more are drawn if it takes more. */
  readonly draws: number;
  wanted(): Wanted;
  decide(known: PostgresKnown): Decision<T>;
}

/** What the attempts at one piece of work have learned. */
interface Attempts {
  exclusive: boolean;
  readonly more: Wanted;
}

/** A decision, and its group where it left records. */
interface Done<T> {
  readonly group: Group | null;
  readonly standings: readonly DraftStanding[];
  readonly result: T;
  readonly counts: readonly CountRow[];
}

/** Thrown where the connection went while a group was being committed. */
class LostCommit<T> extends Error {
  readonly xid: string;
  readonly done: Done<T>;
  constructor(xid: string, done: Done<T>, cause: unknown) {
    super(messageOf(cause), { cause });
    this.xid = xid;
    this.done = done;
  }
}

export class PostgresLedger implements Ledger {
  readonly #connections: Connections;
  readonly #epoch: Epoch;
  readonly #players: Players;
  readonly #now: () => number;
  readonly #shared = new SharedCatalogue();
  readonly #partitions = new Partitions();
  readonly #reads: ReadSide;
  #position = 0;
  #fault: string | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;

  private constructor(connections: Connections, epoch: Epoch, players: Players, now: () => number) {
    this.#connections = connections;
    this.#epoch = epoch;
    this.#players = players;
    this.#now = now;
    this.#reads = new ReadSide(connections, this.#shared, players);
  }

  /**
   * Connects to a database, brings it to this version's schema, and reads catalogue and players. Throws a
   * DatabaseFault that says what to do where the database cannot be used.
   *
   * `players`: the process's table, shared with what else names players by number.
   */
  static async open(
    settings: ConnectionSettings,
    now: () => number,
    players: Players = new Players(randomBytes(4).readUInt32LE()),
  ): Promise<PostgresLedger> {
    const connections = new Connections(settings);
    try {
      const epoch = await connections.read(async ({ client }) => {
        await migrate(client);
        return beginEpoch(client);
      });
      const ledger = new PostgresLedger(connections, epoch, players, now);
      await ledger.#reads.loadPlayers();
      ledger.#position = await ledger.#reads.advance();
      return ledger;
    } catch (error) {
      await connections.close();
      if (error instanceof DatabaseFault) throw error;
      throw new DatabaseFault(`the database cannot be used (${messageOf(error)})`, { cause: error });
    }
  }

  get catalogue(): Catalogue {
    return this.#shared.catalogue;
  }

  get position(): number {
    return this.#position;
  }

  /** Raised each time the database turned out to be another one, or to have gone back: indexes are then made anew. */
  get epoch(): number {
    return this.#epoch.number;
  }

  fault(): string | null {
    return this.#fault;
  }

  playerId(number: number): string {
    return this.#players.idOf(number);
  }

  transact<T>(
    touched: readonly Identity[],
    decide: (known: Known) => Decision<T>,
    settle?: (committed: Committed<T>) => void | Promise<void>,
  ): Promise<Committed<T>> {
    return this.#alone(() => {
      const wanted = (): Wanted => this.#wantedBy(touched);
      const work = { committedAt: this.#now(), draws: touched.length, wanted, decide };
      return this.#transact(work, { exclusive: false, more: new Wanted() }, settle);
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
      const wanted = await this.#wantedByRecords(records, players);
      const idOf = (number: number): string => players.get(number) ?? this.#players.idOf(number);
      const decide = (known: PostgresKnown): Decision<null> => {
        for (const id of players.values()) known.numberPlayer(id);
        return foldRecords(known, position, records, idOf);
      };
      const work = { committedAt, draws: records.length, wanted: () => wanted, decide };
      await this.#transact(work, { exclusive: true, more: new Wanted() }, settle);
    });
  }

  async *follow(position: number): AsyncIterable<Sequenced> {
    const whole = await this.#reads.advance();
    this.#position = Math.max(this.#position, whole);
    yield* this.#reads.follow(position, whole);
  }

  states(): AsyncIterable<StateRow> {
    return this.#reads.states();
  }

  eventsOf(board: number, playerId: string, before: string | null, limit: number): Promise<EventPage | null> {
    return this.#reads.eventsOf(board, playerId, before, limit);
  }

  events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>> {
    return this.#reads.events(sequences);
  }

  close(): Promise<void> {
    this.#closing ??= this.#last.then(() => this.#connections.close());
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

  async #transact<T>(
    work: Work<T>,
    attempts: Attempts,
    settle: ((committed: Committed<T>) => void | Promise<void>) | undefined,
  ): Promise<Committed<T>> {
    const { group, standings, result, counts } = await this.#commit(work, attempts);
    if (group !== null) this.#apply(group, counts);
    const committed = { position: this.#position, standings, result };
    try {
      await settle?.(committed);
    } catch (error) {
      this.#fault ??= `the index could not follow the ledger (${messageOf(error)}): restart Laurel; every score that was acknowledged is durable`;
      throw new LedgerFault("unknown_outcome", this.#fault, error);
    }
    return committed;
  }

  /** Makes a transaction, again and again until it is committed, or its patience is at an end. */
  async #commit<T>(work: Work<T>, attempts: Attempts): Promise<Done<T>> {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        if (this.#partitions.isMissing(work.committedAt))
          await this.#connections.read((session) => this.#partitions.make(session, work.committedAt));
        const done = await this.#connections.write((session) => this.#attempt(session, work, attempts));
        if (done !== null) return done;
      } catch (error) {
        if (error instanceof LostCommit) {
          if (await this.#wasTaken(error, until)) return error.done as Done<T>;
        } else await this.#mayTryAgain(error, until);
      }
    }
  }

  /** One attempt at a transaction; null where it is to be made again with what `attempts` has learned. */
  async #attempt<T>(session: Session, work: Work<T>, attempts: Attempts): Promise<Done<T> | null> {
    const wanted = work.wanted();
    const { events } = wanted;
    const draws = events.length === 0 && !attempts.exclusive ? 0 : work.draws;
    wanted.add(attempts.more);
    let held = await hold(
      session,
      this.#shared,
      this.#players,
      wanted,
      attempts.exclusive,
      draws,
      this.#epoch.timeline,
    );
    if (held === null) {
      await session.client.query("rollback");
      return null;
    }
    for (;;) {
      const done = await this.#decide(session, work, held, attempts);
      if (done === null || done.group === null) {
        await abandon(session, held);
        return done;
      }
      const { group } = done;
      if (group.records.length <= held.drawn) return this.#write(session, held, { ...done, group });
      held = await this.#drawMore(session, held, group.records.length);
    }
  }

  /** What was decided; null where it was decided without something that it asked for. */
  async #decide<T>(session: Session, work: Work<T>, held: Held, attempts: Attempts): Promise<Done<T> | null> {
    const known = new PostgresKnown(this.catalogue, this.#players, held);
    try {
      const { records, standings, result } = work.decide(known);
      const all = [...standings];
      const group = prepareGroup(known, this.#players, work.committedAt, records, all);
      if (known.missed.isEmpty) {
        const done = { group: records.length === 0 ? null : group, standings: all, result, counts: [] };
        if (attempts.exclusive || !records.some(isOfCatalogue)) return done;
        attempts.exclusive = true;
        return null;
      }
    } catch (error) {
      // What stood in for something that it asked for may be what it failed by.
      if (known.missed.isEmpty) {
        await abandon(session, held);
        throw error instanceof LedgerFault ? error : decideFailed(error);
      }
    }
    attempts.more.add(known.missed);
    return null;
  }

  async #drawMore(session: Session, held: Held, count: number): Promise<Held> {
    const given = held.drawn === 0 ? null : giveBack(session, held.base, held.base + held.drawn);
    const [[drawn]] = await Promise.all([drawSequences(session, count), given]);
    return { ...held, ...drawn };
  }

  async #write<T>(session: Session, held: Held, done: Done<T> & { group: Group }): Promise<Done<T>> {
    try {
      return { ...done, counts: await writeGroup(session, held, done.group) };
    } catch (error) {
      if (kindOf(error) === "connection") throw new LostCommit(held.xid!, done, error);
      throw error;
    }
  }

  /** Whether the group of a commit that got no answer is in the ledger. Throws where nobody can say in time. */
  async #wasTaken({ xid, done, message }: LostCommit<unknown>, until: number): Promise<boolean> {
    for (;;) {
      try {
        const taken = await this.#connections.read((session) => wasTaken(session, xid, done.group!));
        if (taken !== null) return taken;
      } catch (error) {
        if (kindOf(error) !== "connection") throw unknownOutcome(error);
      }
      if (performance.now() > until) throw unknownOutcome(new Error(message));
      await sleep(20);
    }
  }

  /** Waits a moment after an error that another attempt may not meet; throws what becomes of the group otherwise. */
  async #mayTryAgain(error: unknown, until: number): Promise<void> {
    if (error instanceof LedgerFault) throw error;
    if (error instanceof PlayerMismatch) throw decideFailed(error);
    if (error instanceof DatabaseFault) {
      this.#fault = `the database was restored, or a replica took over (${error.message}): restart Laurel, which reads what the ledger holds now; nothing is taken until then`;
      throw new LedgerFault("not_taken", this.#fault, error);
    }
    const kind = kindOf(error);
    if (kind === "poison") throw decideFailed(error);
    if (kind === "refused" || performance.now() > until)
      throw new LedgerFault("not_taken", adviceFor(error), error);
    // Two that lost against each other must not come back together.
    await sleep(1 + Math.random() * (kind === "again" ? 10 : 100));
  }

  /** From here on the group is part of what this process knows. */
  #apply(group: Group, counts: readonly CountRow[]): void {
    for (const [id, number] of group.newPlayers) this.#players.set(number, id);
    this.#shared.take(group.catalogue);
    this.#shared.count(counts);
    this.#position = Math.max(this.#position, group.first + group.records.length - 1);
  }

  #wantedBy(touched: readonly Identity[]): Wanted {
    const wanted = new Wanted();
    for (const { board: id, playerId, matchId } of touched) {
      const board = this.catalogue.board(id)?.board.number;
      if (board !== undefined && idFault(playerId) === null) wanted.events.push({ board, playerId, matchId });
    }
    return wanted;
  }

  async #wantedByRecords(
    records: readonly LedgerRecord[],
    players: ReadonlyMap<number, string>,
  ): Promise<Wanted> {
    const wanted = new Wanted();
    for (const [number, id] of players) {
      const fault = idFault(id);
      if (fault !== null) throw decideFailed(new Error(`the id of player ${number}, ${shown(id)}, ${fault}`));
      wanted.given.set(number, id);
    }
    const named = records.flatMap((record) => ("player" in record ? [record.player] : []));
    await this.#connections.read((session) => this.#reads.knowPlayers(session, named));
    for (const record of records) {
      if (!("player" in record)) continue;
      const { player } = record;
      if (!players.has(player) && !this.#players.has(player))
        throw decideFailed(new Error(`a ${record.kind} record names player ${player}, who has no id`));
      const board = "board" in record ? record.board : 0;
      const playerId = players.get(player) ?? this.#players.idOf(player);
      if (board !== 0) wanted.events.push({ board, playerId, matchId: null });
    }
    return wanted;
  }
}

function nothing(): void {}

function decideFailed(error: unknown): LedgerFault {
  return new LedgerFault("decide_failed", `a decision failed: ${messageOf(error)}`, error);
}

function unknownOutcome(error: unknown): LedgerFault {
  const detail = `the connection to the database was lost during a commit (${messageOf(error)}): sending the report again is safe`;
  return new LedgerFault("unknown_outcome", detail, error);
}
