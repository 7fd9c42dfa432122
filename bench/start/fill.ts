/** Fills a folder's ledger the short way: groups go straight into ledger.db, as a service would have written them. */
import { readDefinition } from "../../src/core/read-definition.ts";
import type { LedgerRecord, ScoreRecord } from "../../src/core/record.ts";
import { encodeGroup } from "../../src/ledger/local/group.ts";
import { LogDatabase, type PlayerRow } from "../../src/ledger/local/log-database.ts";
import { playerId, Random } from "../support/random.ts";

const groupEvents = 2_000;
const started = Date.UTC(2026, 0, 1);

/** Events of players from number `from + 1` to `to`, one each, on a board of one standing; the board first. */
export function fillLedger(folder: string, from: number, to: number, seed: number): void {
  const database = new LogDatabase(folder);
  try {
    database.startWriting();
    let position = database.head();
    const append = (records: readonly LedgerRecord[], players: readonly PlayerRow[]): void => {
      const bytes = encodeGroup({ committedAt: started + position, records });
      database.append(position + 1, position + records.length, bytes, players);
      position += records.length;
    };
    if (position === 0) append(boardRecords(), []);
    const random = new Random(seed + from);
    for (let first = from; first < to; first += groupEvents) {
      const count = Math.min(groupEvents, to - first);
      const numbers = Array.from({ length: count }, (_, i) => first + i + 1);
      append(
        numbers.map((number) => eventOf(number, random.below(2 ** 30))),
        numbers.map((number) => ({ number, id: playerId(number) })),
      );
    }
  } finally {
    database.close();
  }
}

function boardRecords(): LedgerRecord[] {
  const definition = readDefinition({ id: "bench", publicReads: true });
  if (!definition.ok) throw new Error(definition.refusal.detail);
  const action = { at: started, by: "", reason: "" };
  return [
    { kind: "board", board: 1, definition: definition.value, ...action },
    { kind: "period", board: 1, period: 1, periodKind: "all", key: "all", start: null, end: null },
  ];
}

function eventOf(player: number, score: number): ScoreRecord {
  return {
    kind: "score",
    board: 1,
    player,
    matchId: `match-${player}`,
    values: [score],
    achievedAt: started + player,
    periods: [1],
    scopes: [],
    held: false,
    closed: [],
    metadata: null,
  };
}
