/**
 * The draft of a group: what is known, with the decisions of the group so far laid over it.
 *
 * Reports of one group are decided in turn, each on the state that the ones before it left. Nothing of a draft
 * is visible to anybody until the ledger has made it durable; a group that fails throws its draft away.
 */
import {
  type BoardEntry,
  type Catalogue,
  type PeriodEntry,
  periodEntry,
  type ScopeEntry,
} from "./catalogue.ts";
import { PeriodChoices } from "./choose-periods.ts";
import type { MatchIdOf, Standing } from "./fold.ts";
import { everybody, indexNumber, periodOfIndex, scopeOfIndex } from "./index-number.ts";
import type { Period } from "./period.ts";
import type { CloseRecord, LedgerRecord, ScoreRecord } from "./record.ts";
import { boundless, type Room } from "./room.ts";

/** What is known of the event that has a report's identity. */
export interface EarlierEvent {
  readonly sequence: number;
  readonly record: ScoreRecord;
  readonly state: "counted" | "held" | "voided";
}

/** What a ledger knows before a group: read together, of one moment. */
export interface Known {
  readonly catalogue: Catalogue;
  /** Sequence of the last record in the ledger. */
  readonly position: number;
  /** The number of a player; 0 if there is none. */
  findPlayer(playerId: string): number;
  /** The number of a player; a new one for an id that has none. */
  numberPlayer(playerId: string): number;
  /** The event with this identity, if there is one. */
  earlier(board: number, playerId: string, matchId: string): EarlierEvent | null;
  standing(index: number, player: number): Standing | null;
  readonly matchIdOf: MatchIdOf;
}

/** An index that an event feeds. */
export interface Feed {
  readonly index: number;
  /** Key of its period. */
  readonly period: string;
  /** null for everybody's. */
  readonly scope: { readonly name: string; readonly value: string } | null;
}

/** What an event without scopes says of where it counts: events of one moment share it. */
export interface Stamp {
  readonly open: readonly Period[];
  /** Numbers of the periods. */
  readonly periods: readonly number[];
  /** Everybody's index of each. */
  readonly feeds: readonly Feed[];
}

/** What a group leaves of one member of one index. */
export interface DraftStanding {
  readonly index: number;
  readonly player: number;
  readonly playerId: string;
  /** As it was before the group. */
  readonly before: Standing | null;
  /** As the group leaves it. */
  standing: Standing | null;
  /** Sequence of the last record that touched it; 0 if the group only looked at it. */
  revision: number;
}

/** An event of the group; those of one match are a list. */
interface DraftEvent extends EarlierEvent {
  readonly sameMatch: DraftEvent | null;
}

export class Draft {
  readonly known: Known;
  readonly room: Room;
  readonly records: LedgerRecord[] = [];
  /** Which periods its reports count in. */
  readonly choices = new PeriodChoices();
  /** By index, then player. */
  readonly #standings = new Map<number, Map<number, DraftStanding>>();
  readonly #feeds = new Map<number, Feed | null>();
  #stamp: Stamp | null = null;
  /** By matchId: hardly ever more than one, and many only in a match of many players. */
  readonly #events = new Map<string, DraftEvent>();
  readonly #periods = new Map<string, PeriodEntry>();
  readonly #periodsByNumber = new Map<number, PeriodEntry>();
  readonly #scopes = new Map<string, ScopeEntry>();
  readonly #scopesByNumber = new Map<number, ScopeEntry>();
  #newPeriods = 0;
  #newScopes = 0;
  /** New scope values by board. */
  readonly #newScopesOf = new Map<number, number>();

  constructor(known: Known, room: Room = boundless) {
    this.known = known;
    this.room = room;
  }

  get catalogue(): Catalogue {
    return this.known.catalogue;
  }

  /** The sequence that the next record will have. */
  get nextSequence(): number {
    return this.known.position + this.records.length + 1;
  }

  /** What the group leaves of every member that it changed. */
  standings(): DraftStanding[] {
    const changed: DraftStanding[] = [];
    for (const players of this.#standings.values())
      for (const member of players.values()) if (member.revision !== 0) changed.push(member);
    return changed;
  }

  earlier(board: number, playerId: string, matchId: string): EarlierEvent | null {
    let event = this.#events.get(matchId) ?? null;
    if (event !== null) {
      const player = this.known.findPlayer(playerId);
      for (; event !== null; event = event.sameMatch)
        if (event.record.player === player && event.record.board === board) return event;
    }
    return this.known.earlier(board, playerId, matchId);
  }

  standing(index: number, player: number): Standing | null {
    const drafted = this.#standings.get(index)?.get(player);
    return drafted === undefined ? this.known.standing(index, player) : drafted.standing;
  }

  /** A member as the group has left it so far. */
  member(index: number, player: number, playerId: string): DraftStanding {
    let players = this.#standings.get(index);
    if (players === undefined) {
      players = new Map();
      this.#standings.set(index, players);
    }
    let member = players.get(player);
    if (member === undefined) {
      const before = this.known.standing(index, player);
      member = { index, player, playerId, before, standing: before, revision: 0 };
      players.set(player, member);
    }
    return member;
  }

  readonly matchIdOf: MatchIdOf = (sequence) => {
    if (sequence <= this.known.position) return this.known.matchIdOf(sequence);
    return (this.records[sequence - this.known.position - 1] as ScoreRecord).matchId;
  };

  /** What an index number means; null if its board is gone. */
  feed(index: number): Feed | null {
    let feed = this.#feeds.get(index);
    if (feed === undefined) {
      feed = this.#makeFeed(index);
      this.#feeds.set(index, feed);
    }
    return feed;
  }

  /** The period with its number, if an event has given it one. */
  findPeriod(entry: BoardEntry, period: Period): PeriodEntry | undefined {
    return entry.periods.get(period.key) ?? this.#periods.get(`${entry.board.number}:${period.key}`);
  }

  /** The number of a scope value, null if no event has given it one. */
  findScope(entry: BoardEntry, name: string, value: string): number | null {
    const known = entry.scopes.get(name)?.get(value)?.number;
    return known ?? this.#scopes.get(`${entry.board.number}:${name}:${value}`)?.number ?? null;
  }

  /** How many scope values a board has, those of all its scopes together. */
  scopeValues(entry: BoardEntry): number {
    let count = this.#newScopesOf.get(entry.board.number) ?? 0;
    for (const values of entry.scopes.values()) count += values.size;
    return count;
  }

  /** The period with its number; its first event gives it one. */
  openPeriod(entry: BoardEntry, period: Period): PeriodEntry {
    const known = this.findPeriod(entry, period);
    if (known !== undefined) return known;
    const record = {
      kind: "period" as const,
      board: entry.board.number,
      period: this.catalogue.nextPeriod + this.#newPeriods++,
      periodKind: period.kind,
      key: period.key,
      start: Number.isFinite(period.start) ? period.start : null,
      end: Number.isFinite(period.end) ? period.end : null,
    };
    this.records.push(record);
    const made = periodEntry(record);
    this.#periods.set(`${entry.board.number}:${period.key}`, made);
    this.#periodsByNumber.set(made.number, made);
    return made;
  }

  /** The stamp of an event that counts in these periods; its first event gives each a number. */
  stamp(entry: BoardEntry, open: readonly Period[]): Stamp {
    if (this.#stamp?.open === open) return this.#stamp;
    const periods = open.map((period) => this.openPeriod(entry, period).number);
    const feeds = periods.map((period) => this.feed(indexNumber(period, everybody))!);
    this.#stamp = { open, periods, feeds };
    return this.#stamp;
  }

  /** The number of a scope value; its first event gives it one. */
  openScope(entry: BoardEntry, name: string, value: string): number {
    const known = this.findScope(entry, name, value);
    if (known !== null) return known;
    const board = entry.board.number;
    const number = this.catalogue.nextScope + this.#newScopes++;
    this.#newScopesOf.set(board, (this.#newScopesOf.get(board) ?? 0) + 1);
    this.records.push({ kind: "scope", board, scope: number, name, value });
    const made = { number, board, name, value };
    this.#scopes.set(`${board}:${name}:${value}`, made);
    this.#scopesByNumber.set(number, made);
    return number;
  }

  /** Adds an event to the group. */
  addEvent(record: ScoreRecord): EarlierEvent {
    const sequence = this.nextSequence;
    this.records.push(record);
    const sameMatch = this.#events.get(record.matchId) ?? null;
    const event: DraftEvent = { sequence, record, state: record.held ? "held" : "counted", sameMatch };
    this.#events.set(record.matchId, event);
    return event;
  }

  setStanding(
    index: number,
    player: number,
    playerId: string,
    standing: Standing | null,
    revision: number,
  ): void {
    const member = this.member(index, player, playerId);
    member.standing = standing;
    member.revision = revision;
  }

  /** Adds the closes that are due on a board. They come last in a group: reports are judged by their own receipt. */
  addCloses(closes: readonly CloseRecord[]): void {
    this.records.push(...closes);
  }

  #makeFeed(index: number): Feed | null {
    const number = periodOfIndex(index);
    const period = this.catalogue.period(number) ?? this.#periodsByNumber.get(number);
    if (period === undefined) return null;
    const scopeNumber = scopeOfIndex(index);
    if (scopeNumber === everybody) return { index, period: period.key, scope: null };
    const scope = this.catalogue.scope(scopeNumber) ?? this.#scopesByNumber.get(scopeNumber);
    return scope === undefined ? null : { index, period: period.key, scope };
  }
}
