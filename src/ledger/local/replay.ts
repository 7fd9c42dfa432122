/**
 * Starting from the log: every record is read once, in order, and folded into catalogue, identities and members.
 * What does not fit together is damage: no group may be missing, at the end neither, and no player.
 */
import { DamagedBytes } from "../../core/bytes.ts";
import type { Catalogue } from "../../core/catalogue.ts";
import { periodOfIndex } from "../../core/index-number.ts";
import type { LedgerRecord, StandingAfter } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import { EventsAtHand } from "./events-at-hand.ts";
import { FolderFault, LogFault, messageOf, startFault } from "./faults.ts";
import { decodeGroup } from "./group.ts";
import type { Identities } from "./identities.ts";
import type { LogReader } from "./log.ts";
import type { LogGroup } from "./log-database.ts";
import { standingsAfter } from "./standings-after.ts";

/** Bytes of groups that are read ahead while the ones before are folded. */
const sliceBytes = 4 * 2 ** 20;
const slicePlayers = 20_000;

/** What takes the identities of events in order, and makes the reader wait while it has no room. */
type IdentitySink = Pick<Identities, "add" | "full" | "room">;

/** Replays the log of a folder from its beginning; returns its position. Throws a FolderFault on damage. */
export async function replay(
  folder: string,
  log: LogReader,
  catalogue: Catalogue,
  members: Members,
  identities: IdentitySink,
): Promise<number> {
  let position = 0;
  try {
    await loadPlayers(log, members);
    const events = new EventsAtHand(log);
    for await (const { sequence, bytes } of readGroups(log, 1)) {
      if (sequence !== position + 1)
        throw new DamagedBytes(
          `the group behind record ${position} is missing: the next begins with ${sequence}`,
        );
      for (const record of decodeGroup(bytes).records) {
        position += 1;
        takeRecord(catalogue, members, identities, record, position);
        await foldRecord(events, catalogue, members, record, position);
      }
      if (identities.full) await identities.room();
    }
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
  let ahead = log.groups((await log.groupOf(from)) - 1, sliceBytes);
  for (;;) {
    const groups = await ahead;
    const last = groups.at(-1);
    if (last === undefined) return;
    ahead = log.groups(last.sequence, sliceBytes);
    // Where the reader stops early, nobody waits for the slice ahead; its failure is not lost on the others.
    ahead.catch(() => {});
    yield* groups;
  }
}

/** Throws away the members of boards that are gone. */
export function dropGone(catalogue: Catalogue, members: Members): void {
  for (const index of [...members.indexes()])
    if (catalogue.period(periodOfIndex(index)) === undefined) members.drop(index);
}

async function loadPlayers(log: LogReader, members: Members): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await log.players(after, slicePlayers);
    for (const { number, id } of rows) members.players.set(number, id);
    if (rows.length < slicePlayers) return;
    after = rows.at(-1)!.number;
  }
}

function takeRecord(
  catalogue: Catalogue,
  members: Members,
  identities: IdentitySink,
  record: LedgerRecord,
  sequence: number,
): void {
  if ("player" in record && !members.players.has(record.player))
    throw new DamagedBytes(`record ${sequence} names player ${record.player}, who is missing`);
  catalogue.apply(record, sequence);
  if (record.kind === "score") identities.add(record.board, record.player, record.matchId, sequence);
  else if (record.kind === "board-delete") dropGone(catalogue, members);
}

/**
 * Folds one record. A fold asks for the matchId of a standing's own event, which is only read where all else is
 * equal.
 */
function foldRecord(
  events: EventsAtHand,
  catalogue: Catalogue,
  members: Members,
  record: LedgerRecord,
  sequence: number,
): Promise<void> | undefined {
  if (!("player" in record)) return undefined;
  const work = (): boolean => {
    const after = standingsAfter(
      catalogue,
      record,
      sequence,
      (index, player) => members.standing(index, player),
      events.matchIdOf,
    );
    if (!events.complete) return false;
    write(members, record.player, after, sequence);
    return true;
  };
  return work() ? undefined : again(events, work);
}

async function again(events: EventsAtHand, work: () => boolean): Promise<void> {
  do await events.read();
  while (!work());
  events.clear();
}

/** Nothing is newer than what is replayed: a member without a standing needs no row to remember that. */
function write(members: Members, player: number, after: readonly StandingAfter[], sequence: number): void {
  for (const { index, standing } of after) {
    if (standing === null) members.forget(index, player);
    else members.write(index, player, standing, sequence);
  }
}

/** Checksums held, and yet a record makes no sense: some row is not the one that was written. */
function asDamage(error: unknown, position: number): unknown {
  if (error instanceof FolderFault || error instanceof LogFault || error instanceof DamagedBytes)
    return error;
  return new DamagedBytes(`behind record ${position}: ${messageOf(error)}`);
}
