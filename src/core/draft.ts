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
import type { MatchIdOf, Standing } from "./fold.ts";
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

/** What a group leaves of one member of one index. */
export interface DraftStanding {
  readonly index: number;
  readonly player: number;
  readonly playerId: string;
  /** As it was before the group. */
  readonly before: Standing | null;
  after: Standing | null;
  /** Sequence of the last record that touched it. */
  revision: number;
}

export class Draft {
  readonly known: Known;
  readonly room: Room;
  readonly records: LedgerRecord[] = [];
  readonly #standings = new Map<number, Map<number, DraftStanding>>();
  readonly #events = new Map<string, EarlierEvent>();
  readonly #eventsBySequence = new Map<number, string>();
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

  /** What the group leaves of every member that it touched. */
  *standings(): Iterable<DraftStanding> {
    for (const players of this.#standings.values()) yield* players.values();
  }

  earlier(board: number, playerId: string, matchId: string): EarlierEvent | null {
    return (
      this.#events.get(identity(board, playerId, matchId)) ?? this.known.earlier(board, playerId, matchId)
    );
  }

  standing(index: number, player: number): Standing | null {
    const drafted = this.#standings.get(index)?.get(player);
    return drafted === undefined ? this.known.standing(index, player) : drafted.after;
  }

  /** As it was before the group. */
  standingBefore(index: number, player: number): Standing | null {
    const drafted = this.#standings.get(index)?.get(player);
    return drafted === undefined ? this.known.standing(index, player) : drafted.before;
  }

  readonly matchIdOf: MatchIdOf = (sequence) =>
    this.#eventsBySequence.get(sequence) ?? this.known.matchIdOf(sequence);

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

  /** The key of a period by its number; null if its board is gone. */
  periodKey(number: number): string | null {
    return (this.catalogue.period(number) ?? this.#periodsByNumber.get(number))?.key ?? null;
  }

  /** Name and value of a scope by its number; null if its board is gone. */
  scopeName(number: number): { name: string; value: string } | null {
    return this.catalogue.scope(number) ?? this.#scopesByNumber.get(number) ?? null;
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

  /** Adds an event to the group; its record must be the next. Returns its sequence. */
  addEvent(record: ScoreRecord, playerId: string): number {
    const sequence = this.nextSequence;
    this.records.push(record);
    const event: EarlierEvent = { sequence, record, state: record.held ? "held" : "counted" };
    this.#events.set(identity(record.board, playerId, record.matchId), event);
    this.#eventsBySequence.set(sequence, record.matchId);
    return sequence;
  }

  setStanding(
    index: number,
    player: number,
    playerId: string,
    after: Standing | null,
    revision: number,
  ): void {
    let players = this.#standings.get(index);
    if (players === undefined) {
      players = new Map();
      this.#standings.set(index, players);
    }
    const drafted = players.get(player);
    if (drafted === undefined) {
      players.set(player, {
        index,
        player,
        playerId,
        before: this.known.standing(index, player),
        after,
        revision,
      });
    } else {
      drafted.after = after;
      drafted.revision = revision;
    }
  }

  /** Adds the closes that are due on a board. They come last in a group: reports are judged by their own receipt. */
  addCloses(closes: readonly CloseRecord[]): void {
    this.records.push(...closes);
  }
}

/** Ids hold any character but controls: the newline separates them without meeting any. */
function identity(board: number, playerId: string, matchId: string): string {
  return `${board}\n${playerId}\n${matchId}`;
}
