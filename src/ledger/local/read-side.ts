/** The read side that the running ledger and a folder that is only read have in common. */
import type { Catalogue } from "../../core/catalogue.ts";
import type { LedgerRecord, ScoreRecord } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import type { EventPage, PlayerEvent, Sequenced, StateRow } from "../ledger.ts";
import { stateOf } from "./event-state.ts";

/** States are read out in slices of this many, so that the event loop stays free. */
const sliceRows = 2_000;

/** Every standing, in no order. */
export async function* statesOf(members: Members): AsyncIterable<StateRow> {
  let read = 0;
  for (const { columns } of members.rowRuns()) {
    const rows = members.rowsOf(columns);
    for (let row = 1; row < rows.end; row++) {
      const index = members.handles.indexOf(rows.handle(row));
      const standing = index === 0 ? null : rows.standing(row);
      if (standing !== null) {
        const player = rows.player(row);
        const playerId = members.players.idOf(player);
        yield { index, player, playerId, standing, revision: rows.revision(row) };
      }
      if (++read % sliceRows === 0) await new Promise(setImmediate);
    }
  }
}

/** A page of the events of one player on one board among all records: a scan. */
export async function pageOfEvents(
  catalogue: Catalogue,
  members: Members,
  records: AsyncIterable<Sequenced>,
  board: number,
  playerId: string,
  before: string | null,
  limit: number,
): Promise<EventPage | null> {
  const player = members.players.find(playerId);
  const found: PlayerEvent[] = [];
  let end = before === null ? Number.POSITIVE_INFINITY : null;
  if (player !== 0 && catalogue.boardByNumber(board) !== undefined) {
    for await (const { sequence, record, committedAt } of records) {
      if (!("player" in record && "board" in record)) continue;
      if (record.player !== player || record.board !== board) continue;
      const state = stateOf(record);
      if (state === null) continue;
      if (record.kind === "score") {
        if (record.matchId === before) end = sequence;
        found.push({ sequence, record, committedAt, state });
      } else if ("event" in record) {
        const at = found.findIndex((event) => event.sequence === record.event);
        if (at >= 0) found[at] = { ...found[at]!, state };
      }
    }
  }
  if (end === null) return null;
  const events = found
    .filter(({ sequence }) => sequence < end)
    .reverse()
    .slice(0, limit);
  return { events, asOf: null };
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
