/**
 * The catalogue: boards, their periods and scopes, and the keys, as the ledger's records left them.
 *
 * A pure fold over records, used by every ledger, in every process: the same records give the same catalogue.
 * It holds what is few; players, events and standings are elsewhere.
 */
import { type Board, type BoardDefinition, makeBoard } from "./board.ts";
import { periodOfIndex } from "./index-number.ts";
import type { OrderRule, Ties } from "./order.ts";
import type { PeriodKind } from "./period.ts";
import type { CloseRecord, KeyRecord, LedgerRecord, PeriodRecord } from "./record.ts";

/** A period that holds events. */
export interface PeriodEntry {
  readonly number: number;
  readonly board: number;
  readonly kind: PeriodKind;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** The tie rule that was in force at its close; null while it is open: then the board's rule holds. */
  readonly closedTies: Ties | null;
}

export interface ScopeEntry {
  readonly number: number;
  readonly board: number;
  readonly name: string;
  readonly value: string;
}

/** From `from` on, periods that end take late events for `graceMs` more. */
interface Grace {
  readonly from: number;
  readonly graceMs: number;
}

/** A board with what the ledger knows of it. */
export interface BoardEntry {
  board: Board;
  /** Sequence of the record that gave it its present definition. */
  definedBy: number;
  /** By key. */
  readonly periods: Map<string, PeriodEntry>;
  /** By scope name, then value. */
  readonly scopes: Map<string, Map<string, ScopeEntry>>;
  /** By kind, or season id: periods that end at this instant or earlier take nothing any more. */
  readonly closedThrough: Map<string, number>;
  readonly graces: Grace[];
  /** How many events it ever took. */
  events: number;
}

/** A board in a snapshot. */
interface BoardSnapshot extends Pick<BoardEntry, "definedBy" | "events"> {
  readonly number: number;
  readonly definition: BoardDefinition;
  readonly closedThrough: readonly (readonly [periods: string, through: number])[];
  /** `from` is null where it has no beginning. */
  readonly graces: readonly { readonly from: number | null; readonly graceMs: number }[];
}

/** A period in a snapshot: an instant that is without bound is null once it has been JSON. */
interface PeriodSnapshot extends Omit<PeriodEntry, "start" | "end"> {
  readonly start: number | null;
  readonly end: number | null;
}

/** All that a catalogue knows, as data that goes through JSON and that no later record changes. */
export interface CatalogueSnapshot {
  readonly boards: readonly BoardSnapshot[];
  readonly periods: readonly PeriodSnapshot[];
  readonly scopes: readonly ScopeEntry[];
  readonly keys: readonly KeyRecord[];
  /** The next number of each kind. */
  readonly next: { readonly board: number; readonly period: number; readonly scope: number };
}

export class Catalogue {
  readonly #byId = new Map<string, BoardEntry>();
  readonly #byNumber = new Map<number, BoardEntry>();
  readonly #periods = new Map<number, PeriodEntry>();
  readonly #scopes = new Map<number, ScopeEntry>();
  readonly #keys = new Map<string, KeyRecord>();
  readonly #keysByHash = new Map<string, KeyRecord>();
  /** The next number of each kind: one above all that were ever given out. */
  nextBoard = 1;
  nextPeriod = 1;
  nextScope = 1;

  board(id: string): BoardEntry | undefined {
    return this.#byId.get(id);
  }

  boardByNumber(number: number): BoardEntry | undefined {
    return this.#byNumber.get(number);
  }

  /** Every board, in order of definition. */
  boards(): Iterable<BoardEntry> {
    return this.#byNumber.values();
  }

  period(number: number): PeriodEntry | undefined {
    return this.#periods.get(number);
  }

  scope(number: number): ScopeEntry | undefined {
    return this.#scopes.get(number);
  }

  /** The order of an index's members; null where its board is gone. */
  orderOfIndex(index: number): OrderRule | null {
    const period = this.#periods.get(periodOfIndex(index));
    const entry = period === undefined ? undefined : this.#byNumber.get(period.board);
    return entry === undefined ? null : orderOf(entry.board, period);
  }

  /** Every key that is not revoked. */
  keys(): Iterable<KeyRecord> {
    return this.#keys.values();
  }

  key(id: string): KeyRecord | undefined {
    return this.#keys.get(id);
  }

  /** The key whose secret has this hex SHA-256. */
  keyByHash(hash: string): KeyRecord | undefined {
    return this.#keysByHash.get(hash);
  }

  /** Takes one record; `sequence` is its place in the ledger. Records must come in order. */
  apply(record: LedgerRecord, sequence: number): void {
    switch (record.kind) {
      case "score": {
        const entry = this.#byNumber.get(record.board);
        if (entry !== undefined) entry.events += 1;
        return;
      }
      case "board":
        this.#define(record.board, record.definition, sequence, record.at);
        return;
      case "board-delete":
        this.#delete(record.board);
        return;
      case "period":
        this.#openPeriod(record);
        return;
      case "scope":
        this.#openScope(record);
        return;
      case "close":
        this.#close(record);
        return;
      case "key":
        this.#keys.set(record.id, record);
        this.#keysByHash.set(record.hash, record);
        return;
      case "key-revoke": {
        const key = this.#keys.get(record.id);
        if (key === undefined) return;
        this.#keys.delete(record.id);
        this.#keysByHash.delete(key.hash);
        return;
      }
    }
  }

  /**
   * What the records so far have made. Entries of periods, scopes and keys are never changed, only replaced, so
   * the snapshot names them: a hundred thousand scope values take a millisecond.
   */
  snapshot(): CatalogueSnapshot {
    const boards = [...this.#byNumber].map(([number, entry]) => ({
      number,
      definition: entry.board.definition,
      definedBy: entry.definedBy,
      closedThrough: [...entry.closedThrough],
      graces: entry.graces.map(({ from, graceMs }) => ({ from: finite(from), graceMs })),
      events: entry.events,
    }));
    return {
      boards,
      periods: [...this.#periods.values()],
      scopes: [...this.#scopes.values()],
      keys: [...this.#keys.values()],
      next: { board: this.nextBoard, period: this.nextPeriod, scope: this.nextScope },
    };
  }

  /** Takes what a snapshot holds, whole or piece by piece: boards before what is theirs, each list in order. */
  restore({ boards = [], periods = [], scopes = [], keys = [], next }: Partial<CatalogueSnapshot>): void {
    for (const board of boards) this.#restoreBoard(board);
    for (const period of periods) {
      const { start, end } = period;
      this.#setPeriod(this.#byNumber.get(period.board)!, {
        ...period,
        start: start ?? Number.NEGATIVE_INFINITY,
        end: end ?? Number.POSITIVE_INFINITY,
      });
    }
    for (const { number: scope, ...rest } of scopes) this.#openScope({ scope, ...rest });
    for (const key of keys) this.apply(key, 0);
    if (next === undefined) return;
    this.nextBoard = next.board;
    this.nextPeriod = next.period;
    this.nextScope = next.scope;
  }

  #restoreBoard({ number, definition, graces, closedThrough, ...rest }: BoardSnapshot): void {
    const entry = {
      ...rest,
      board: makeBoard(number, definition),
      periods: new Map(),
      scopes: new Map(),
      closedThrough: new Map(closedThrough),
      graces: graces.map(({ from, graceMs }) => ({ from: from ?? Number.NEGATIVE_INFINITY, graceMs })),
    };
    this.#byNumber.set(number, entry);
    this.#byId.set(definition.id, entry);
  }

  #define(number: number, definition: BoardDefinition, sequence: number, at: number): void {
    const board = makeBoard(number, definition);
    const entry = this.#byNumber.get(number);
    if (entry === undefined) {
      const graces = [{ from: Number.NEGATIVE_INFINITY, graceMs: board.graceMs }];
      const made = {
        board,
        definedBy: sequence,
        periods: new Map(),
        scopes: new Map(),
        closedThrough: new Map(),
        graces,
        events: 0,
      };
      this.#byNumber.set(number, made);
      this.#byId.set(definition.id, made);
      this.nextBoard = Math.max(this.nextBoard, number + 1);
      return;
    }
    // A board without events is free to change whole; its old graces promised nothing to anybody.
    if (entry.events === 0) {
      entry.graces.length = 0;
      entry.closedThrough.clear();
    }
    if (entry.graces.at(-1)?.graceMs !== board.graceMs) {
      entry.graces.push({
        from: entry.graces.length === 0 ? Number.NEGATIVE_INFINITY : at,
        graceMs: board.graceMs,
      });
    }
    entry.board = board;
    entry.definedBy = sequence;
    for (const period of board.periods) {
      const open = typeof period === "object" ? entry.periods.get(period.id) : undefined;
      if (open !== undefined && typeof period === "object")
        this.#setPeriod(entry, { ...open, end: period.end });
    }
  }

  #close({ board, periods, through }: CloseRecord): void {
    const entry = this.#byNumber.get(board);
    if (entry === undefined) return;
    entry.closedThrough.set(periods, through);
    for (const period of entry.periods.values()) {
      if (period.closedTies === null && closeKey(period) === periods && period.end <= through) {
        this.#setPeriod(entry, { ...period, closedTies: entry.board.ties });
      }
    }
  }

  #delete(number: number): void {
    const entry = this.#byNumber.get(number);
    if (entry === undefined) return;
    this.#byNumber.delete(number);
    if (this.#byId.get(entry.board.id) === entry) this.#byId.delete(entry.board.id);
    for (const period of entry.periods.values()) this.#periods.delete(period.number);
    for (const values of entry.scopes.values())
      for (const scope of values.values()) this.#scopes.delete(scope.number);
  }

  #openPeriod(record: PeriodRecord): void {
    this.nextPeriod = Math.max(this.nextPeriod, record.period + 1);
    const entry = this.#byNumber.get(record.board);
    if (entry === undefined) return;
    const period = periodEntry(record);
    // History may open a period that closed before anybody scored in it.
    const closed = period.end <= (entry.closedThrough.get(closeKey(period)) ?? Number.NEGATIVE_INFINITY);
    this.#setPeriod(entry, closed ? { ...period, closedTies: entry.board.ties } : period);
  }

  #setPeriod(entry: BoardEntry, period: PeriodEntry): void {
    entry.periods.set(period.key, period);
    this.#periods.set(period.number, period);
  }

  #openScope(record: { board: number; scope: number; name: string; value: string }): void {
    this.nextScope = Math.max(this.nextScope, record.scope + 1);
    const entry = this.#byNumber.get(record.board);
    if (entry === undefined) return;
    const { board, scope: number, name, value } = record;
    let values = entry.scopes.get(name);
    if (values === undefined) {
      values = new Map();
      entry.scopes.set(name, values);
    }
    const made = { number, board, name, value };
    values.set(value, made);
    this.#scopes.set(number, made);
  }
}

/** JSON has no infinity. */
function finite(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

/** Under which name a period closes: its kind, or the season's id. */
export function closeKey(period: Pick<PeriodEntry, "kind" | "key">): string {
  return period.kind === "season" ? period.key : period.kind;
}

/** The order in which a period's members stand: the board's, with the ties of its close once it is closed. */
export function orderOf(board: Board, period: Pick<PeriodEntry, "closedTies"> | undefined): OrderRule {
  const ties = period?.closedTies ?? board.ties;
  return ties === board.ties ? board.order : { ...board.order, ties };
}

/** The period that a record opens. */
export function periodEntry(record: PeriodRecord): PeriodEntry {
  return {
    number: record.period,
    board: record.board,
    kind: record.periodKind,
    key: record.key,
    start: record.start ?? Number.NEGATIVE_INFINITY,
    end: record.end ?? Number.POSITIVE_INFINITY,
    closedTies: null,
  };
}
