import type Database from "better-sqlite3";
import { DamagedBytes } from "../../core/bytes.ts";
import type { EventPage, PlayerEvent } from "../ledger.ts";
import { stateOf } from "./event-state.ts";
import { LogFault, readFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import { eventStates } from "./history-file.ts";
import type { LogDatabase } from "./log-database.ts";

/** Records behind the history that a question still reads from the log: some 20 ms. */
export const tailMax = 20_000;
const sliceBytes = 2 ** 20;

/** Which events of a player on a board. */
export interface HistoryQuestion {
  readonly board: number;
  readonly player: number;
  /** Only events below this sequence; null for all. */
  readonly before: number | null;
  readonly limit: number;
  /** The record up to which answers may tell: later ones are not yet visible elsewhere. */
  readonly upTo: number;
}

export type HistoryPage = EventPage;

/** The answer from history.db and the tail of the log behind it. Throws DamagedBytes where they disagree. */
export function pageOf(history: Database.Database, log: LogDatabase, question: HistoryQuestion): HistoryPage {
  const { board, player, limit, upTo } = question;
  const before = Math.min(question.before ?? upTo + 1, upTo + 1);
  const { position, time, rows } = readRows(history, board, player, before, limit);
  const current = upTo - position <= tailMax;
  if (!current && position === 0)
    throw new LogFault(false, "the history is being made from the log: ask again in a moment");
  const states = new Map<number, number>();
  if (current) fromLog(() => readTail(log, position, question, states));
  const sequences = new Map(rows.map(([sequence, state]) => [sequence, states.get(sequence) ?? state]));
  for (const [sequence, state] of states)
    if (sequence > position && sequence < before) sequences.set(sequence, state);
  const newest = [...sequences].sort(([a], [b]) => b - a).slice(0, limit);
  return { events: readEvents(log, board, player, newest), asOf: current ? null : time };
}

interface Rows {
  readonly position: number;
  readonly time: number;
  readonly rows: readonly (readonly [sequence: number, state: number])[];
}

/** Progress and rows of one moment. */
function readRows(
  history: Database.Database,
  board: number,
  player: number,
  before: number,
  limit: number,
): Rows {
  return history.transaction((): Rows => {
    const progress = history.prepare("select position, time from progress").get() as Omit<Rows, "rows">;
    const rows = history
      .prepare(
        "select sequence, state from events where board = ? and player = ? and sequence < ? order by sequence desc limit ?",
      )
      .raw()
      .all(board, player, before, limit) as [number, number][];
    return { ...progress, rows };
  })();
}

/** States of events by sequence, as the records behind a position say: those there, and others' that they change. */
function readTail(
  log: LogDatabase,
  position: number,
  { board, player, upTo }: HistoryQuestion,
  states: Map<number, number>,
): void {
  for (let behind = log.groupOf(position); ; ) {
    const groups = log.groups(behind, sliceBytes);
    if (groups.length === 0) return;
    for (const { sequence, bytes } of groups) {
      if (sequence > upTo) return;
      behind = sequence;
      for (const [i, record] of decodeGroup(bytes).records.entries()) {
        if (sequence + i <= position || sequence + i > upTo) continue;
        if (!("player" in record) || record.player !== player) continue;
        if (!("board" in record) || record.board !== board) continue;
        const state = stateOf(record);
        if (state !== null)
          states.set("event" in record ? record.event : sequence + i, eventStates.indexOf(state));
      }
    }
  }
}

function readEvents(
  log: LogDatabase,
  board: number,
  player: number,
  sequences: readonly (readonly [sequence: number, state: number])[],
): PlayerEvent[] {
  const found = fromLog(() => log.sequenced(sequences.map(([sequence]) => sequence)));
  return sequences.map(([sequence, state]) => {
    const { record, committedAt } = found.get(sequence) ?? {};
    if (record?.kind !== "score" || record.board !== board || record.player !== player)
      throw new DamagedBytes(`record ${sequence} is not the event that it says`);
    return { sequence, record, committedAt: committedAt!, state: eventStates[state]! };
  });
}

/** What is wrong with the log is not the history's fault. */
function fromLog<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw readFault(error);
  }
}
