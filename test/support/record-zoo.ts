/** One history that holds every kind of record, those of later work too, with the ids of its players. */

import { everybody, indexNumber } from "../../src/core/index-number.ts";
import { readDefinition } from "../../src/core/read-definition.ts";
import type { EventActionRecord, LedgerRecord, ScoreRecord } from "../../src/core/record.ts";

export const zooTime = Date.UTC(2026, 9, 5, 12);

export const zooPlayers: ReadonlyMap<number, string> = new Map([
  [1, "plain"],
  [2, "😀:{}/|%'\"<> é\ufeff"],
  [3, "x".repeat(128)],
]);

const definition = readDefinition({
  id: "zoo ✓",
  columns: [{ name: "points" }, { name: "time", order: "asc", decimals: 3 }],
  periods: ["all", "day", { season: "s4", start: "2026-10-01T00:00", end: "2027-01-01T00:00" }],
  timeZone: "Europe/Paris",
  scopes: ["region"],
  retention: { day: "7d" },
});
if (!definition.ok) throw new Error(definition.refusal.detail);
const board = definition.value;

const who = { at: zooTime, by: "key_1", reason: "because\n\u0000 😀" };

const score: ScoreRecord = {
  kind: "score",
  board: 1,
  player: 1,
  matchId: "m1",
  values: [Number.MAX_SAFE_INTEGER, -(1e15 - 1)],
  achievedAt: zooTime,
  periods: [1, 2],
  scopes: [1],
  held: false,
  closed: ["2026-10-04"],
  metadata: '{"hero":"mage \\ud83d"}',
};

const none = indexNumber(1, everybody);
const lowest = { values: [0, 0], reachedAt: 1e11, attempts: 1, event: 6, moved: false };

/** An action on the event of record `event`, with what it leaves of its player on the index of `all`. */
function action(kind: EventActionRecord["kind"], event: number, player: number, left: boolean): LedgerRecord {
  const standing = left ? { ...lowest, event } : null;
  return { kind, board: 1, player, event, standings: [{ index: none, standing }], ...who };
}

export const recordZoo: readonly LedgerRecord[] = [
  { kind: "board", board: 1, definition: board, ...who },
  {
    kind: "period",
    board: 1,
    period: 1,
    periodKind: "all",
    key: "all",
    start: null,
    end: null,
  },
  {
    kind: "period",
    board: 1,
    period: 2,
    periodKind: "day",
    key: "2026-10-05",
    start: Date.UTC(2026, 9, 4, 22),
    end: Date.UTC(2026, 9, 5, 22),
  },
  { kind: "scope", board: 1, scope: 1, name: "region", value: "__proto__:é" },
  score,
  { ...score, player: 2, matchId: "m1", values: [0, 0], scopes: [], closed: [], metadata: null },
  { ...score, player: 3, matchId: "😀", held: true, scopes: [], closed: [], metadata: "{}" },
  action("void", 6, 2, false),
  action("restore", 6, 2, true),
  action("approve", 7, 3, true),
  action("reject", 7, 3, false),
  { kind: "exclude", board: 0, player: 2, ...who },
  { kind: "readmit", board: 1, player: 2, ...who },
  {
    kind: "snapshot",
    board: 1,
    period: 2,
    version: 1,
    position: 11,
    count: 3,
    hash: "ab".repeat(32),
    changes: null,
    ...who,
  },
  {
    kind: "snapshot",
    board: 1,
    period: 2,
    version: 2,
    position: 13,
    count: 2,
    hash: "cd".repeat(32),
    changes: '{"left":["plain"]}',
    ...who,
  },
  { kind: "close", board: 1, periods: "day", through: Date.UTC(2026, 9, 5, 22), at: zooTime },
  { kind: "expire", board: 1, period: 2, at: zooTime },
  { kind: "profile", player: 1, displayName: "Ann 😀", avatarUrl: null, at: zooTime },
  { kind: "erase", player: 3, tombstone: "erased-1", idHash: "ef".repeat(32), ...who },
  { kind: "lift-erase", idHash: "ef".repeat(32), ...who },
  {
    kind: "key",
    id: "key_1",
    name: "server 😀",
    hash: "01".repeat(32),
    rights: ["read", "submit"],
    boards: ["zoo ✓"],
    at: zooTime,
    by: "",
  },
  {
    kind: "key",
    id: "key_2",
    name: "",
    hash: "23".repeat(32),
    rights: ["admin"],
    boards: null,
    at: zooTime,
    by: "key_1",
  },
  { kind: "key-revoke", id: "key_2", at: zooTime, by: "key_1" },
  { kind: "board", board: 2, definition: { ...board, id: "gone" }, ...who },
  { kind: "board-delete", board: 2, ...who },
];
