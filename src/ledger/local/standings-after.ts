import type { Catalogue } from "../../core/catalogue.ts";
import { fold, type MatchIdOf, type Standing } from "../../core/fold.ts";
import { everybody, indexNumber } from "../../core/index-number.ts";
import type { LedgerRecord, ScoreRecord, StandingAfter } from "../../core/record.ts";

/**
 * What one record makes of the standings that it touches: a plain score is folded, an action carries its result.
 * `before` is a standing as the records in front of this one left it.
 */
export function standingsAfter(
  catalogue: Catalogue,
  record: LedgerRecord,
  sequence: number,
  before: (index: number, player: number) => Standing | null,
  matchIdOf: MatchIdOf,
): readonly StandingAfter[] {
  switch (record.kind) {
    case "score":
      return record.held ? none : foldScore(catalogue, record, sequence, before, matchIdOf);
    case "void":
    case "restore":
    case "approve":
    case "reject":
      return catalogue.boardByNumber(record.board) === undefined ? none : record.standings;
    default:
      return none;
  }
}

const none: readonly StandingAfter[] = [];

function foldScore(
  catalogue: Catalogue,
  record: ScoreRecord,
  sequence: number,
  before: (index: number, player: number) => Standing | null,
  matchIdOf: MatchIdOf,
): readonly StandingAfter[] {
  const board = catalogue.boardByNumber(record.board)?.board;
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
