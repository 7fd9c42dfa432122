/**
 * Reading the log at a start: every record behind a position is read once, in order, and folded into the state
 * as of that position. What does not fit together is damage: no group may be missing, at the end neither, and no
 * player.
 *
 * The loop is synchronous but for what it has to wait for, a slice of groups or of players: a million awaits
 * take a second.
 */
import { DamagedBytes } from "../../core/bytes.ts";
import { type FoldEvent, fold } from "../../core/fold.ts";
import { everybody, indexNumber, periodOfIndex } from "../../core/index-number.ts";
import type { LedgerRecord, ScoreRecord, StandingAfter } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import { EventsAtHand } from "./events-at-hand.ts";
import { FolderFault, LogFault, messageOf, startFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import type { Identities } from "./identities.ts";
import type { LedgerState } from "./ledger-state.ts";
import type { LogReader } from "./log.ts";
import type { LogGroup } from "./log-database.ts";
import { PlayerFeed } from "./player-feed.ts";

/** Bytes of groups that are read ahead while the ones before are folded. */
const sliceBytes = 4 * 2 ** 20;

/** What takes the identities of events in order, and makes the reader wait while it has no room. */
type IdentitySink = Pick<Identities, "add" | "covered" | "full" | "room">;

/**
 * Folds what the log of a folder holds behind a position into the state as of that position, and hands all
 * identities on that are not covered yet, which may begin earlier; returns where the log ends. Standings may be
 * newer: each is taken from its revision on. Throws a FolderFault on damage.
 */
export async function replay(
  folder: string,
  log: LogReader,
  state: LedgerState,
  identities: IdentitySink,
  behind = 0,
): Promise<number> {
  let position = 0;
  try {
    // Files of identities may end within a group.
    const begin = await log.groupOf(Math.min(behind, identities.covered) + 1);
    position = Math.max(0, begin - 1);
    const { members } = state;
    const feed = new PlayerFeed(log, members.players);
    const events = new EventsAtHand(log);
    for await (const groups of readSlices(log, position)) {
      for (const { sequence, bytes } of groups) {
        if (sequence !== position + 1)
          throw new DamagedBytes(
            `the group behind record ${position} is missing: the next begins with ${sequence}`,
          );
        for (const record of decodeGroup(bytes).records) {
          position += 1;
          if (record.kind === "score") identities.add(record.board, record.player, record.matchId, position);
          if (position <= behind) continue;
          if ("player" in record && !members.players.has(record.player) && !(await feed.find(record.player)))
            throw new DamagedBytes(`record ${position} names player ${record.player}, who is missing`);
          take(state, record, position);
          if (foldRecord(state, events, record, position)) continue;
          do await events.read();
          while (!foldRecord(state, events, record, position));
          events.clear();
        }
      }
      if (identities.full) await identities.room();
    }
    await feed.rest();
    const head = await log.head();
    if (position !== head)
      throw new DamagedBytes(`the log ends with record ${position}, and ${head} records were written`);
    return position;
  } catch (error) {
    throw startFault(folder, asDamage(error, position));
  }
}

/** Groups from the one that holds a sequence on, read ahead by a slice. */
export async function* readGroups(log: LogReader, from: number): AsyncIterable<LogGroup> {
  for await (const groups of readSlices(log, (await log.groupOf(from)) - 1)) yield* groups;
}

/** Slices of groups whose key is above `behind`, each read while the one before is used. */
async function* readSlices(log: LogReader, behind: number): AsyncIterable<readonly LogGroup[]> {
  let ahead = log.groups(behind, sliceBytes);
  for (;;) {
    const groups = await ahead;
    const last = groups.at(-1);
    if (last === undefined) return;
    ahead = log.groups(last.sequence, sliceBytes);
    // Where the reader stops early, nobody waits for the slice ahead; its failure is not lost on the others.
    ahead.catch(() => {});
    yield groups;
  }
}

/** Throws away the members of boards that are gone. */
export function dropGone({ catalogue, members }: Pick<LedgerState, "catalogue" | "members">): void {
  for (const index of [...members.indexes()])
    if (catalogue.period(periodOfIndex(index)) === undefined) members.drop(index);
}

/** Takes a record into the catalogue. */
function take({ catalogue, members }: LedgerState, record: LedgerRecord, sequence: number): void {
  // Members may be of periods that the records so far have not opened: only the board's own are let go.
  if (record.kind === "board-delete") {
    const entry = catalogue.boardByNumber(record.board);
    const gone = new Set([...(entry?.periods.values() ?? [])].map(({ number }) => number));
    for (const index of [...members.indexes()]) if (gone.has(periodOfIndex(index))) members.drop(index);
  }
  catalogue.apply(record, sequence);
}

/**
 * Folds one record into the standings that are older; false where an event is wanted that is not at hand, when
 * it has to be done again. A fold asks for the matchId of a standing's own event only where all else is equal.
 */
function foldRecord(
  state: LedgerState,
  events: EventsAtHand,
  record: LedgerRecord,
  sequence: number,
): boolean {
  switch (record.kind) {
    case "score":
      return record.held || foldScore(state, events, record, sequence);
    case "void":
    case "restore":
    case "approve":
    case "reject":
      if (state.catalogue.boardByNumber(record.board) !== undefined)
        for (const after of record.standings) write(state.members, record.player, after, sequence);
      return true;
    default:
      return true;
  }
}

function foldScore(
  { catalogue, members }: LedgerState,
  events: EventsAtHand,
  record: ScoreRecord,
  sequence: number,
): boolean {
  const board = catalogue.boardByNumber(record.board)?.board;
  if (board === undefined) return true;
  const { player, matchId, values, achievedAt, periods, scopes } = record;
  const rows = members.rowsOf(values.length);
  const event: FoldEvent = { sequence, matchId, values, achievedAt };
  for (const period of periods) {
    for (let i = -1; i < scopes.length; i++) {
      const handle = members.handles.open(indexNumber(period, i < 0 ? everybody : scopes[i]!), values.length);
      if (handle === 0) continue;
      const row = rows.find(handle, player);
      if (row !== 0 && rows.revision(row) >= sequence) continue;
      const after = fold(board, row === 0 ? null : rows.standing(row), event, events.matchIdOf);
      if (!events.complete) return false;
      rows.write(row || rows.add(handle, player), after, sequence);
    }
  }
  return true;
}

/** A member without a standing needs no row: what is newer than the record is in the log behind it. */
function write(members: Members, player: number, { index, standing }: StandingAfter, sequence: number): void {
  if (members.revision(index, player) >= sequence) return;
  if (standing === null) members.forget(index, player);
  else members.write(index, player, standing, sequence);
}

/** Checksums held, and yet a record makes no sense: some row is not the one that was written. */
function asDamage(error: unknown, position: number): unknown {
  if (error instanceof FolderFault || error instanceof LogFault || error instanceof DamagedBytes)
    return error;
  return new DamagedBytes(`behind record ${position}: ${messageOf(error)}`);
}
