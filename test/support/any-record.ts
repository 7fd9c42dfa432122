/** Any record, state and text that the ledger may have to hold, for property tests of byte forms. */
import fc, { type Arbitrary } from "fast-check";
import type { BoardDefinition } from "../../src/core/board.ts";
import type { Standing } from "../../src/core/fold.ts";
import type { LedgerRecord, RecordKind, ScoreRecord } from "../../src/core/record.ts";
import type { PlayerState } from "../../src/core/state.ts";
import { testSeed } from "./random.ts";

/** Settings of a property: the seed of this run, and how often it is tried. */
export function runs(numRuns: number): { seed: number; numRuns: number } {
  return { seed: testSeed(), numRuns };
}

export const limit = Number.MAX_SAFE_INTEGER;

/** 0 to 2^53 − 1, the borders of the byte form among them. */
export const anyCount = fc.oneof(
  fc.constantFrom(0, 1, 0x3f, 0x40, 0x7f, 0x80, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 49, 2 ** 52, limit),
  fc.nat({ max: 300 }),
  fc.maxSafeNat(),
);

/** −(2^53 − 1) to 2^53 − 1. */
export const anyInteger = fc.oneof(
  anyCount,
  anyCount.map((count) => 0 - count),
);

/** Well-formed text of any characters, short and beyond what one byte of length holds. */
export const anyText = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "\ufeff",
    "\u0000",
    "é",
    "\uffff",
    "😀",
    "\u{10ffff}",
    "a".repeat(127),
    "a".repeat(128),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 40 }),
  fc.string({ unit: "binary", minLength: 100, maxLength: 300 }),
);

/** The time of a group: of this age. */
export const anyTime = fc.integer({ min: 1e11, max: 4e12 });

export const anyStanding: Arbitrary<Standing> = fc.record({
  values: fc.array(anyInteger, { minLength: 1, maxLength: 4 }),
  reachedAt: fc.oneof(anyTime, anyInteger),
  attempts: anyCount,
  event: anyCount,
  moved: fc.boolean(),
});

/** Standings share events often, and then their matchIds. */
export const anyState: Arbitrary<PlayerState> = anyCount.chain((revision) => {
  const revisions = fc.oneof(fc.constant(revision), fc.nat({ max: revision }));
  const standing = fc
    .tuple(anyStanding, fc.option(fc.nat({ max: 2 })))
    .map(([one, event]) => ({ ...one, event: event ?? one.event }));
  const row = { index: anyCount, standing, matchId: anyText, revision: revisions };
  const standings = fc.array(fc.record(row), { maxLength: 12 }).map((rows) => {
    const matchIds = new Map(rows.map(({ standing: { event }, matchId }) => [event, matchId]));
    return rows.map((one) => ({ ...one, matchId: matchIds.get(one.standing.event)! }));
  });
  return fc.record({ revision: fc.constant(revision), excluded: fc.boolean(), standings });
});

const anyScore: Arbitrary<ScoreRecord> = fc.record({
  kind: fc.constant("score" as const),
  board: anyCount,
  player: anyCount,
  matchId: anyText,
  values: fc.array(anyInteger, { maxLength: 4 }),
  achievedAt: anyTime,
  periods: fc.array(anyCount, { maxLength: 8 }),
  scopes: fc.array(anyCount, { maxLength: 16 }),
  held: fc.boolean(),
  closed: fc.array(anyText, { maxLength: 3 }),
  metadata: fc.option(fc.json()),
});

const action = { at: anyTime, by: anyText, reason: anyText };
const visibility = { board: anyCount, player: anyCount, ...action };
const eventAction = {
  board: anyCount,
  player: anyCount,
  event: anyCount,
  standings: fc.array(fc.record({ index: anyCount, standing: fc.option(anyStanding) }), { maxLength: 8 }),
  ...action,
};

const anyDefinition: Arbitrary<BoardDefinition> = fc.record({
  id: anyText,
  title: anyText,
  semantics: fc.constantFrom("best", "sum", "last"),
  columns: fc.array(
    fc.record({
      name: anyText,
      order: fc.constantFrom("asc", "desc"),
      decimals: fc.nat({ max: 6 }),
      min: fc.option(anyInteger),
      max: fc.option(fc.constantFrom(0.1, 0.3, 1e15 - 1, 123456789.012345)),
    }),
    { maxLength: 4 },
  ),
  ties: fc.constantFrom("first", "last", "shared", "dense"),
  periods: fc.array(
    fc.oneof(
      fc.constantFrom("all" as const, "day" as const, "week" as const, "month" as const),
      fc.record({ season: anyText, start: anyText, end: anyText }),
    ),
  ),
  timeZone: anyText,
  weekStart: fc.constantFrom("monday", "sunday"),
  grace: anyText,
  maxAge: fc.option(anyText),
  scopes: fc.array(anyText),
  rank: fc.constant("exact" as const),
  publicReads: fc.boolean(),
  retention: fc.constantFrom({}, { day: "7d" }, { day: "7d", season: "1000d" }),
});

type FieldsOf<Kind, Of = LedgerRecord> = Of extends { kind: string }
  ? Kind extends Of["kind"]
    ? Omit<Of, "kind">
    : never
  : never;

const fieldsOf: { readonly [Kind in RecordKind]: Arbitrary<FieldsOf<Kind>> } = {
  score: anyScore,
  board: fc.record({ board: anyCount, definition: anyDefinition, ...action }),
  "board-delete": fc.record({ board: anyCount, ...action }),
  period: fc.record({
    board: anyCount,
    period: anyCount,
    periodKind: fc.constantFrom("all", "day", "week", "month", "season"),
    key: anyText,
    start: fc.option(anyInteger),
    end: fc.option(anyInteger),
  }),
  scope: fc.record({ board: anyCount, scope: anyCount, name: anyText, value: anyText }),
  close: fc.record({ board: anyCount, periods: anyText, through: anyInteger, at: anyTime }),
  snapshot: fc.record({
    board: anyCount,
    period: anyCount,
    version: anyCount,
    position: anyCount,
    count: anyCount,
    hash: anyText,
    changes: fc.option(fc.json()),
    ...action,
  }),
  expire: fc.record({ board: anyCount, period: anyCount, at: anyTime }),
  void: fc.record(eventAction),
  restore: fc.record(eventAction),
  approve: fc.record(eventAction),
  reject: fc.record(eventAction),
  exclude: fc.record(visibility),
  readmit: fc.record(visibility),
  erase: fc.record({ player: anyCount, tombstone: anyText, idHash: anyText, ...action }),
  "lift-erase": fc.record({ idHash: anyText, ...action }),
  key: fc.record({
    id: anyText,
    name: anyText,
    hash: anyText,
    rights: fc.subarray(["read", "submit", "review", "admin"] as const),
    boards: fc.option(fc.array(anyText)),
    at: anyTime,
    by: anyText,
  }),
  "key-revoke": fc.record({ id: anyText, at: anyTime, by: anyText }),
  profile: fc.record({
    player: anyCount,
    displayName: fc.option(anyText),
    avatarUrl: fc.option(anyText),
    at: anyTime,
  }),
};

/** Every kind of record. */
export const recordKinds = Object.keys(fieldsOf) as RecordKind[];

/** Any record of a kind. */
export function anyRecordOf(kind: RecordKind): Arbitrary<LedgerRecord> {
  return fieldsOf[kind].map((fields) => ({ ...fields, kind }) as unknown as LedgerRecord);
}

export const anyRecord: Arbitrary<LedgerRecord> = fc.oneof(...recordKinds.map(anyRecordOf));
