/**
 * Starting from the log: every record is read once, in order, and folded into catalogue, identities and members.
 */
import { DamagedBytes } from "../../core/bytes.ts";
import type { Catalogue } from "../../core/catalogue.ts";
import { fold } from "../../core/fold.ts";
import { everybody, indexNumber, periodOfIndex } from "../../core/index-number.ts";
import type { LedgerRecord, ScoreRecord, StandingAfter } from "../../core/record.ts";
import type { Members } from "../../members/members.ts";
import { EventWanted } from "./event-wanted.ts";
import { decodeGroup } from "./group.ts";
import type { Identities } from "./identities.ts";
import type { Log } from "./log.ts";
import { damaged, type LogGroup } from "./log-database.ts";

/** Bytes of groups that are read ahead while the ones before are folded. */
const sliceBytes = 4 * 2 ** 20;
const slicePlayers = 20_000;

/** Replays the log of a folder from its beginning; returns its position. Throws a FolderFault on damage. */
export async function replay(
  folder: string,
  log: Log,
  catalogue: Catalogue,
  members: Members,
  identities: Identities,
): Promise<number> {
  await loadPlayers(log, members);
  let position = 0;
  try {
    for await (const { sequence, bytes } of readGroups(log, 1)) {
      if (sequence !== position + 1)
        throw new DamagedBytes(
          `the group behind record ${position} is missing: the next begins with ${sequence}`,
        );
      for (const record of decodeGroup(bytes).records) {
        position += 1;
        catalogue.apply(record, position);
        if (record.kind === "score") identities.add(record.board, record.player, record.matchId, position);
        await foldWhole(log, catalogue, members, record, position);
      }
    }
  } catch (error) {
    throw error instanceof DamagedBytes ? damaged(folder, error) : error;
  }
  return position;
}

/** Groups from the one that holds a sequence on, read ahead by a slice. */
export async function* readGroups(log: Log, from: number): AsyncIterable<LogGroup> {
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

async function loadPlayers(log: Log, members: Members): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await log.players(after, slicePlayers);
    for (const { number, id } of rows) members.players.set(number, id);
    if (rows.length < slicePlayers) return;
    after = rows.at(-1)!.number;
  }
}

/**
 * Folds one record. A fold asks for the matchId of a standing's own event, which is only read where all else is
 * equal; then the record is folded again, and what it had done already is passed over by revision.
 */
function foldWhole(
  log: Log,
  catalogue: Catalogue,
  members: Members,
  record: LedgerRecord,
  sequence: number,
): Promise<void> | undefined {
  try {
    foldRecord(catalogue, members, record, sequence, noneKnown);
    return undefined;
  } catch (error) {
    if (!(error instanceof EventWanted)) throw error;
    return refold(log, catalogue, members, record, sequence, error.sequence);
  }
}

async function refold(
  log: Log,
  catalogue: Catalogue,
  members: Members,
  record: LedgerRecord,
  sequence: number,
  first: number,
): Promise<void> {
  const known = new Map<number, LedgerRecord>();
  for (let wanted = first; ; ) {
    for (const [found, event] of await log.records([wanted])) known.set(found, event);
    if (!known.has(wanted)) throw new DamagedBytes(`record ${wanted} is missing`);
    try {
      return foldRecord(catalogue, members, record, sequence, known);
    } catch (error) {
      if (!(error instanceof EventWanted)) throw error;
      wanted = error.sequence;
    }
  }
}

const noneKnown: ReadonlyMap<number, LedgerRecord> = new Map();

/** Plain score records are folded; actions carry their result. */
function foldRecord(
  catalogue: Catalogue,
  members: Members,
  record: LedgerRecord,
  sequence: number,
  known: ReadonlyMap<number, LedgerRecord>,
): void {
  if (record.kind === "score") {
    if (!record.held) foldScore(catalogue, members, record, sequence, known);
  } else if (
    record.kind === "void" ||
    record.kind === "restore" ||
    record.kind === "approve" ||
    record.kind === "reject"
  ) {
    for (const after of record.standings) writeResult(members, record.player, after, sequence);
  } else if (record.kind === "board-delete") {
    for (const [index] of [...members.all()]) {
      if (catalogue.period(periodOfIndex(index)) === undefined) members.drop(index);
    }
  }
}

function foldScore(
  catalogue: Catalogue,
  members: Members,
  record: ScoreRecord,
  sequence: number,
  known: ReadonlyMap<number, LedgerRecord>,
): void {
  const entry = catalogue.boardByNumber(record.board);
  if (entry === undefined) return;
  const event = { sequence, matchId: record.matchId, values: record.values, achievedAt: record.achievedAt };
  const matchIdOf = (wanted: number): string => matchIdIn(known, wanted);
  for (const period of record.periods) {
    for (const scope of record.scopes.length === 0 ? onlyEverybody : [everybody, ...record.scopes]) {
      const table = members.open(indexNumber(period, scope), record.values.length);
      if (table === null) continue;
      const row = table.find(record.player) || table.add(record.player);
      if (table.revision(row) >= sequence) continue;
      table.write(row, fold(entry.board, table.standing(row), event, matchIdOf), sequence);
    }
  }
}

const onlyEverybody = [everybody];

function matchIdIn(known: ReadonlyMap<number, LedgerRecord>, sequence: number): string {
  const record = known.get(sequence);
  if (record?.kind !== "score") throw new EventWanted(sequence);
  return record.matchId;
}

function writeResult(members: Members, player: number, after: StandingAfter, sequence: number): void {
  const table = members.table(after.index);
  if (table === null) return;
  table.write(table.find(player) || table.add(player), after.standing, sequence);
}
