import type { Board } from "./board.ts";
import { fold, type MatchIdOf, type Standing } from "./fold.ts";
import { everybody, indexNumber } from "./index-number.ts";
import type { LedgerRecord, ScoreRecord, StandingAfter } from "./record.ts";

/** As much of a catalogue as is asked here. */
export interface Boards {
  boardByNumber(number: number): { readonly board: Board } | undefined;
}

/**
 * What one record makes of the standings that it touches: a plain score is folded, an action carries its result.
 * `before` is a standing as the records in front of this one left it.
 */
export function standingsAfter(
  boards: Boards,
  record: LedgerRecord,
  sequence: number,
  before: (index: number, player: number) => Standing | null,
  matchIdOf: MatchIdOf,
): readonly StandingAfter[] {
  switch (record.kind) {
    case "score":
      return record.held ? none : foldScore(boards, record, sequence, before, matchIdOf);
    case "void":
    case "restore":
    case "approve":
    case "reject":
      return boards.boardByNumber(record.board) === undefined ? none : record.standings;
    default:
      return none;
  }
}

const none: readonly StandingAfter[] = [];

function foldScore(
  boards: Boards,
  record: ScoreRecord,
  sequence: number,
  before: (index: number, player: number) => Standing | null,
  matchIdOf: MatchIdOf,
): readonly StandingAfter[] {
  const board = boards.boardByNumber(record.board)?.board;
  if (board === undefined) return none;
  const { player, matchId, values, achievedAt, scopes } = record;
  const event = { sequence, matchId, values, achievedAt };
  const after: StandingAfter[] = [];
  for (const period of record.periods) {
    for (let i = -1; i < scopes.length; i++) {
      const index = indexNumber(period, i < 0 ? everybody : scopes[i]!);
      after.push({ index, standing: fold(board, before(index, player), event, matchIdOf) });
    }
  }
  return after;
}
