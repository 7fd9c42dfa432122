/** The read side that the running ledger and a folder that is only read have in common. */
import type { Catalogue } from "../../core/catalogue.ts";
import type { LedgerRecord, ScoreRecord } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import type { Sequenced, StateRow } from "../ledger.ts";

/** States are read out in slices of this many, so that the event loop stays free. */
const sliceRows = 2_000;

/** Every standing, in no order. */
export async function* statesOf(members: Members): AsyncIterable<StateRow> {
  let read = 0;
  for (const [index, table] of members.all()) {
    for (let row = 1; row < table.end; row++) {
      const standing = table.isPresent(row) ? table.standing(row) : null;
      if (standing !== null) {
        const player = table.player(row);
        const playerId = members.players.idOf(player);
        yield { index, player, playerId, standing, revision: table.revision(row) };
      }
      if (++read % sliceRows === 0) await new Promise(setImmediate);
    }
  }
}

/** The events of one player on one board among all records, newest first: a scan. */
export async function* eventsOfPlayer(
  catalogue: Catalogue,
  members: Members,
  records: AsyncIterable<Sequenced>,
  board: number,
  playerId: string,
): AsyncIterable<{ sequence: number; record: ScoreRecord; committedAt: number }> {
  const player = members.players.find(playerId);
  if (player === 0 || catalogue.boardByNumber(board) === undefined) return;
  const found: { sequence: number; record: ScoreRecord; committedAt: number }[] = [];
  for await (const { sequence, record, committedAt } of records) {
    if (record.kind === "score" && record.board === board && record.player === player)
      found.push({ sequence, record, committedAt });
  }
  yield* found.reverse();
}

/** The scores among records whose board is still there. */
export function scoresAmong(
  catalogue: Catalogue,
  records: ReadonlyMap<number, LedgerRecord>,
): Map<number, ScoreRecord> {
  const scores = new Map<number, ScoreRecord>();
  for (const [sequence, record] of records) {
    if (record.kind === "score" && catalogue.boardByNumber(record.board) !== undefined)
      scores.set(sequence, record);
  }
  return scores;
}
