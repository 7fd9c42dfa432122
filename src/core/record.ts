/**
 * What the ledger holds: every kind of record, with its byte form.
 *
 * A record has a sequence: 1 for the first of a ledger, one more for each that follows. Kinds are defined
 * from the start, those of later work too, because the file format is the hardest thing to change. Records of
 * actions (void, exclude and so on) carry the standings after them: replay applies these results and folds
 * only plain score records, so that it never needs a player's whole past.
 *
 * A record is written as: kind, version of the kind's form, length of the body, body. A reader that meets an
 * unknown kind or version stops: guessing would be a lie about the truth.
 */
import type { BoardDefinition } from "./board.ts";
import { type ByteReader, type ByteWriter, DamagedBytes } from "./bytes.ts";
import type { Standing } from "./fold.ts";
import type { PeriodKind } from "./period.ts";
import { readStanding, writeStanding } from "./standing-bytes.ts";

/** What somebody did, and who, when and why. */
interface Action {
  /** Milliseconds since 1970, by the clock of the server that took it. */
  readonly at: number;
  /** Id of the key that asked for it; empty for the server itself. */
  readonly by: string;
  readonly reason: string;
}

/** A member's standing on one index after an action; null for none. */
export interface StandingAfter {
  readonly index: number;
  readonly standing: Standing | null;
}

/** A report that was accepted: an event. */
export interface ScoreRecord {
  readonly kind: "score";
  readonly board: number;
  readonly player: number;
  readonly matchId: string;
  /** Scaled integers, a column each; deltas on `sum` boards. */
  readonly values: readonly number[];
  readonly achievedAt: number;
  /** The stamp: numbers of the periods that took it. */
  readonly periods: readonly number[];
  /** Numbers of the scopes that it feeds besides everybody's. */
  readonly scopes: readonly number[];
  /** Held for review: stored, but not folded. */
  readonly held: boolean;
  /** Keys of the periods that held its achievedAt and no longer took it. */
  readonly closed: readonly string[];
  /** Compact JSON of an object; null for none. */
  readonly metadata: string | null;
}

/** A board is defined (its number is new) or changed. */
export interface BoardRecord extends Action {
  readonly kind: "board";
  readonly board: number;
  readonly definition: BoardDefinition;
}

export interface BoardDeleteRecord extends Action {
  readonly kind: "board-delete";
  readonly board: number;
}

/** A period begins to hold events: from here on its start and end are these, whatever newer zone data says. */
export interface PeriodRecord {
  readonly kind: "period";
  readonly board: number;
  readonly period: number;
  readonly periodKind: PeriodKind;
  readonly key: string;
  /** null: without bound, for `all`. */
  readonly start: number | null;
  readonly end: number | null;
}

/** A scope value gets its number. */
export interface ScopeRecord {
  readonly kind: "scope";
  readonly board: number;
  readonly scope: number;
  readonly name: string;
  readonly value: string;
}

/**
 * Periods of one kind stop taking events: all of them that end at `through` or earlier. A season is a kind of
 * its own, under its id. It closes periods that never held an event too, so that a clock that goes back opens
 * nothing.
 */
export interface CloseRecord {
  readonly kind: "close";
  readonly board: number;
  readonly periods: string;
  readonly through: number;
  readonly at: number;
}

/** A version of a closed period's final standings: the fold at `position`, proved by count and hash. */
export interface SnapshotRecord extends Action {
  readonly kind: "snapshot";
  readonly board: number;
  readonly period: number;
  readonly version: number;
  readonly position: number;
  readonly count: number;
  /** Hex SHA-256 of the NDJSON download. */
  readonly hash: string;
  /** What changed against the version before, as compact JSON; null in the first. */
  readonly changes: string | null;
}

/** The rows of a closed period's snapshots are gone for good, by the board's retention. */
export interface ExpireRecord {
  readonly kind: "expire";
  readonly board: number;
  readonly period: number;
  readonly at: number;
}

/** One event is voided, restored, approved or rejected. */
export interface EventActionRecord extends Action {
  readonly kind: "void" | "restore" | "approve" | "reject";
  readonly board: number;
  readonly player: number;
  /** Sequence of the event's score record. */
  readonly event: number;
  readonly standings: readonly StandingAfter[];
}

/** A player is hidden from the public or shown again; board 0 means all boards. */
export interface VisibilityRecord extends Action {
  readonly kind: "exclude" | "readmit";
  readonly board: number;
  readonly player: number;
}

/** A player is erased: the id becomes a tombstone; `idHash` is the keyed hash by which the id is refused. */
export interface EraseRecord extends Action {
  readonly kind: "erase";
  readonly player: number;
  readonly tombstone: string;
  readonly idHash: string;
}

/** An erased id may be used again. */
export interface LiftEraseRecord extends Action {
  readonly kind: "lift-erase";
  readonly idHash: string;
}

export type Right = "read" | "submit" | "review" | "admin";

/** A key is made. Only the hash of its secret is kept. */
export interface KeyRecord {
  readonly kind: "key";
  readonly id: string;
  readonly name: string;
  /** Hex SHA-256 of the secret. */
  readonly hash: string;
  readonly rights: readonly Right[];
  /** Ids of the boards it is bound to; null for all. */
  readonly boards: readonly string[] | null;
  readonly at: number;
  readonly by: string;
}

export interface KeyRevokeRecord {
  readonly kind: "key-revoke";
  readonly id: string;
  readonly at: number;
  readonly by: string;
}

/** How a player is shown; null takes the field away. */
export interface ProfileRecord {
  readonly kind: "profile";
  readonly player: number;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly at: number;
}

export type LedgerRecord =
  | ScoreRecord
  | BoardRecord
  | BoardDeleteRecord
  | PeriodRecord
  | ScopeRecord
  | CloseRecord
  | SnapshotRecord
  | ExpireRecord
  | EventActionRecord
  | VisibilityRecord
  | EraseRecord
  | LiftEraseRecord
  | KeyRecord
  | KeyRevokeRecord
  | ProfileRecord;

export type RecordKind = LedgerRecord["kind"];

/** Kind codes as stored: never reused, never renumbered. */
const kindCodes: Readonly<Record<RecordKind, number>> = {
  score: 1,
  board: 2,
  "board-delete": 3,
  period: 4,
  scope: 5,
  close: 6,
  snapshot: 7,
  expire: 8,
  void: 9,
  restore: 10,
  approve: 11,
  reject: 12,
  exclude: 13,
  readmit: 14,
  erase: 15,
  "lift-erase": 16,
  key: 17,
  "key-revoke": 18,
  profile: 19,
};

const kindOfCode = new Map(Object.entries(kindCodes).map(([kind, code]) => [code, kind as RecordKind]));

/** The version of each form that is written; all are read that were ever written. */
const formVersion = 1;

const flagHeld = 1;
const flagMetadata = 2;
const flagScopes = 4;
const flagClosed = 8;

/**
 * Appends a record's byte form. `baseTime` is the time of its group, from which achievedAt is written as a
 * difference; both sides must use the same.
 */
export function writeRecord(out: ByteWriter, record: LedgerRecord, baseTime: number): void {
  out.byte(kindCodes[record.kind]);
  out.byte(formVersion);
  const body = out.begin();
  if (record.kind === "score") writeScore(out, record, baseTime);
  else writeRare(out, record);
  out.end(body);
}

/** Reads the record that starts at the reader's position. Throws DamagedBytes on anything it does not know. */
export function readRecord(reader: ByteReader, baseTime: number): LedgerRecord {
  const { kind, end } = readHead(reader);
  const record = kind === "score" ? readScore(reader, baseTime) : readRare(kind, reader);
  if (reader.position !== end)
    throw new DamagedBytes(`a ${kind} record ends at ${reader.position}, not at ${end}`);
  return record;
}

/** Passes over the record at the reader's position. */
export function skipRecord(reader: ByteReader): void {
  const { end } = readHead(reader);
  reader.bytes(end - reader.position);
}

function readHead(reader: ByteReader): { kind: RecordKind; end: number } {
  const code = reader.byte();
  const version = reader.byte();
  const length = reader.count();
  const kind = kindOfCode.get(code);
  if (kind === undefined) throw new DamagedBytes(`record kind ${code} is unknown to this version of Laurel`);
  if (version !== formVersion)
    throw new DamagedBytes(`version ${version} of a ${kind} record is unknown to this version of Laurel`);
  return { kind, end: reader.position + length };
}

function writeScore(out: ByteWriter, record: ScoreRecord, baseTime: number): void {
  const { scopes, closed, metadata } = record;
  out.byte(
    (record.held ? flagHeld : 0) |
      (metadata !== null ? flagMetadata : 0) |
      (scopes.length > 0 ? flagScopes : 0) |
      (closed.length > 0 ? flagClosed : 0),
  );
  out.count(record.board);
  out.count(record.player);
  out.text(record.matchId);
  out.byte(record.values.length);
  for (const value of record.values) out.signed(value);
  out.signed(baseTime - record.achievedAt);
  out.byte(record.periods.length);
  for (const period of record.periods) out.count(period);
  if (scopes.length > 0) {
    out.byte(scopes.length);
    for (const scope of scopes) out.count(scope);
  }
  if (closed.length > 0) {
    out.byte(closed.length);
    for (const key of closed) out.text(key);
  }
  if (metadata !== null) out.text(metadata);
}

function readScore(reader: ByteReader, baseTime: number): ScoreRecord {
  const flags = reader.byte();
  const board = reader.count();
  const player = reader.count();
  const matchId = reader.text();
  const values = readList(reader, () => reader.signed());
  const achievedAt = baseTime - reader.signed();
  const periods = readList(reader, () => reader.count());
  const scopes = flags & flagScopes ? readList(reader, () => reader.count()) : [];
  const closed = flags & flagClosed ? readList(reader, () => reader.text()) : [];
  const metadata = flags & flagMetadata ? reader.text() : null;
  const held = (flags & flagHeld) !== 0;
  return {
    kind: "score",
    board,
    player,
    matchId,
    values,
    achievedAt,
    periods,
    scopes,
    held,
    closed,
    metadata,
  };
}

function readList<T>(reader: ByteReader, read: () => T): T[] {
  const length = reader.byte();
  const list: T[] = [];
  for (let i = 0; i < length; i++) list.push(read());
  return list;
}

/**
 * Records other than scores are rare: their fields are compact JSON, which any reader of the file can see,
 * and action results follow as binary standings.
 */
function writeRare(out: ByteWriter, record: Exclude<LedgerRecord, ScoreRecord>): void {
  const { kind: _, ...fields } = record;
  if (!("standings" in fields)) {
    out.text(JSON.stringify(fields));
    return;
  }
  const { standings, ...rest } = fields;
  out.text(JSON.stringify(rest));
  out.count(standings.length);
  for (const { index, standing } of standings) {
    out.count(index);
    out.byte(standing === null ? 0 : 1);
    if (standing !== null) writeStanding(out, standing);
  }
}

function readRare(kind: Exclude<RecordKind, "score">, reader: ByteReader): LedgerRecord {
  const fields = parseFields(reader.text());
  if (kind !== "void" && kind !== "restore" && kind !== "approve" && kind !== "reject") {
    return { kind, ...fields } as unknown as LedgerRecord;
  }
  const standings: StandingAfter[] = [];
  const length = reader.count();
  for (let i = 0; i < length; i++) {
    const index = reader.count();
    standings.push({ index, standing: reader.byte() === 0 ? null : readStanding(reader) });
  }
  return { kind, ...fields, standings } as unknown as LedgerRecord;
}

function parseFields(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new DamagedBytes("the fields of a record are not JSON");
  }
}
