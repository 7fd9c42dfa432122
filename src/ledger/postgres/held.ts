/**
 * What a transaction holds: everything that it wanted, read under locks that last until its end.
 *
 * The order of the statements is what keeps it true:
 *
 *     begin, catalogue lock -> catalogue -> players -> missing members -> lock members -> identities, draw
 *
 * - Each is a statement of its own, with a snapshot of its own. Identities are read by a later statement than the
 *   one that locks: joined into it they would be read on the snapshot from before the wait, and the event that was
 *   just waited for would be counted twice.
 * - Rows are inserted and locked in order of (board, player), so that no two groups wait for each other.
 * - Sequences are drawn while the members are locked: a later state of a member has the greater revision.
 *
 * They go to the server together; only ids that this process has never met take one more round trip.
 */
import type { QueryResult } from "pg";
import { DamagedBytes } from "../../core/bytes.ts";
import type { EarlierEvent } from "../../core/draft.ts";
import { decodeState, type PlayerState } from "../../core/state.ts";
import type { Players } from "../../members/players.ts";
import { numbers, type Session, type Statement } from "./connections.ts";
import { timelineNow } from "./epoch.ts";
import { stateOfCode } from "./event-state.ts";
import { DatabaseFault } from "./faults.ts";
import { catalogueLock } from "./locks.ts";
import {
  type CatalogueRow,
  type CountRow,
  entriesBehind,
  eventCounts,
  readBody,
  type SharedCatalogue,
} from "./shared-catalogue.ts";
import type { Wanted } from "./wanted.ts";

/** A locked member: one player on one board. */
export class HeldMember {
  readonly board: number;
  readonly player: number;
  /** Whether its row was made by this transaction. */
  readonly isNew: boolean;
  /** Whatever was asked about its matches: null where there is no such event. */
  readonly events = new Map<string, EarlierEvent | null>();
  bytes: Uint8Array = empty;
  #state: PlayerState | null = null;

  constructor(board: number, player: number, isNew: boolean) {
    this.board = board;
    this.player = player;
    this.isNew = isNew;
  }

  get state(): PlayerState {
    this.#state ??= this.bytes.length === 0 ? nothing : decodeState(this.bytes);
    return this.#state;
  }
}

const empty = new Uint8Array();
const nothing: PlayerState = { revision: 0, excluded: false, standings: [] };

/** Thrown where a player who comes with a number has another one here. */
export class PlayerMismatch extends Error {}

/** Members by board, then player. */
export type HeldMembers = ReadonlyMap<number, ReadonlyMap<number, HeldMember>>;

export interface Held {
  /** The sequence before the first that was drawn; without any, the last that anybody has drawn. */
  readonly base: number;
  readonly drawn: number;
  /** Transaction id, by which its end can be asked for; null while it has written nothing. */
  readonly xid: string | null;
  /** Numbers of wanted ids that were not in the process's table: 0 for none. `isNew`: given by this transaction. */
  readonly players: ReadonlyMap<string, { readonly number: number; readonly isNew: boolean }>;
  readonly members: HeldMembers;
  /** Of the events that were wanted by sequence. */
  readonly matchIds: ReadonlyMap<number, string>;
}

const insertPlayers: Statement = {
  name: "laurel-insert-players",
  text: `insert into laurel.players (number, id)
    select nextval('laurel.player_numbers'), missing.id from (
      select u.id from unnest($1::text[]) as u(id)
      where not exists (select from laurel.players p where p.id = u.id)
      order by u.id collate "C") as missing
    on conflict do nothing returning number`,
};

const findPlayers: Statement = {
  name: "laurel-find-players",
  text: "select id, number from laurel.players where id = any($1::text[])",
};

const insertGiven: Statement = {
  name: "laurel-insert-given",
  text: `insert into laurel.players (number, id) select * from unnest($1::bigint[], $2::text[])
    on conflict do nothing returning number`,
};

const findGiven: Statement = {
  name: "laurel-find-given",
  text: "select number, id from laurel.players where number = any($1::bigint[]) or id = any($2::text[])",
};

const passGiven: Statement = {
  name: "laurel-pass-given",
  text: `select setval('laurel.player_numbers', greatest(last_value, $1::bigint)) from laurel.player_numbers`,
};

const insertMembers: Statement = {
  name: "laurel-insert-members",
  text: `insert into laurel.members (board, player)
    select board, player from unnest($1::integer[], $2::bigint[]) as u(board, player)
    where not exists (select from laurel.members m where m.board = u.board and m.player = u.player)
    on conflict do nothing returning board, player`,
};

const lockMembers: Statement = {
  name: "laurel-lock-members",
  text: `select m.board, m.player, m.state
    from unnest($1::integer[], $2::bigint[]) as u(board, player) join laurel.members m using (board, player)
    order by m.board, m.player for update of m`,
};

const findEvents: Statement = {
  name: "laurel-find-events",
  text: `select u.place, i.sequence, i.state, r.committed_at, r.body
    from unnest($1::integer[], $2::bigint[], $3::text[]) with ordinality as u(board, player, match_id, place)
    join laurel.identities i using (board, player, match_id) join laurel.records r using (sequence)`,
};

const recordsOf: Statement = {
  name: "laurel-records-of",
  text: "select sequence, committed_at, body from laurel.records where sequence = any($1::bigint[])",
};

const draw: Statement = {
  name: "laurel-draw",
  text: "select laurel.draw($1::bigint), pg_current_xact_id()::text",
};

const peek: Statement = {
  name: "laurel-peek",
  text: "select last_value, pg_current_xact_id_if_assigned()::text from laurel.sequence",
};

/**
 * Begins a transaction and reads all that is wanted. Returns null where the catalogue has records that this process
 * did not know: it knows them then, and the transaction is to be begun again.
 *
 * `exclusive`: nobody else is in a transaction; the catalogue may be changed. `draws`: sequences drawn beforehand.
 *
 * Throws a DatabaseFault where the server is not on `timeline` any more: see epoch.ts.
 */
export async function hold(
  session: Session,
  shared: SharedCatalogue,
  players: Players,
  wanted: Wanted,
  exclusive: boolean,
  draws: number,
  timeline: string,
): Promise<Held | null> {
  const begun = Promise.all([
    begin(session, exclusive),
    session.rows<CatalogueRow>(entriesBehind, [shared.version]),
    exclusive ? session.rows<CountRow>(eventCounts) : [],
  ]);
  begun.catch(() => {});
  const foreign =
    wanted.given.size === 0
      ? await lookUp(session, players, wanted, begun)
      : await takeGiven(session, players, wanted.given, begun);

  const numberOf = (id: string): number => players.find(id) || (foreign.get(id)?.number ?? 0);
  const places = placesOf(wanted, numberOf);
  const [boards, playerNumbers] = [
    numbers(places.members.map(({ board }) => board)),
    numbers(places.members.map(({ player }) => player)),
  ];
  const { asked } = places;
  const none = Promise.resolve([]);
  const [[onTimeline, behind, counts], made, locked, found, [drawn], wantedRecords] = await Promise.all([
    begun,
    places.members.length === 0
      ? none
      : session.rows<[number, number]>(insertMembers, [boards, playerNumbers]),
    places.members.length === 0
      ? none
      : session.rows<[number, number, Buffer]>(lockMembers, [boards, playerNumbers]),
    asked.length === 0
      ? none
      : session.rows<[number, number, number, number, Buffer]>(findEvents, [
          numbers(asked.map(({ board }) => board)),
          numbers(asked.map(({ player }) => player)),
          asked.map(({ matchId }) => matchId),
        ]),
    drawSequences(session, draws),
    wanted.sequences.size === 0
      ? none
      : session.rows<[number, number, Buffer]>(recordsOf, [numbers([...wanted.sequences])]),
  ]);
  if (onTimeline !== timeline)
    throw new DatabaseFault(`it is on timeline ${onTimeline}, and was on ${timeline}`);
  if (behind.length > 0) {
    await shared.catchUp(session);
    return null;
  }
  shared.count(counts);
  const members = membersOf(made, locked);
  for (const { board, player, matchId } of asked) members.get(board)!.get(player)!.events.set(matchId, null);
  for (const [place, sequence, code, committedAt, body] of found) {
    const { board, player, matchId } = asked[place - 1]!;
    const record = readBody(body, committedAt);
    if (record.kind !== "score" || record.matchId !== matchId)
      throw new DamagedBytes(`record ${sequence} is not match ${matchId}, which its identity says`);
    const state = stateOfCode(code);
    members.get(board)!.get(player)!.events.set(matchId, { sequence, record, state });
  }
  const matchIds = new Map<number, string>();
  for (const [sequence, committedAt, body] of wantedRecords) {
    const record = readBody(body, committedAt);
    if (record.kind === "score") matchIds.set(sequence, record.matchId);
  }
  return { ...drawn, players: foreign, members, matchIds };
}

/** Draws sequences in a transaction that holds its members; with none, says how far others have drawn. */
export async function drawSequences(
  session: Session,
  count: number,
): Promise<[Pick<Held, "base" | "drawn" | "xid">]> {
  const rows =
    count === 0
      ? await session.rows<[number, string | null]>(peek)
      : await session.rows<[number, string]>(draw, [count]);
  const [base, xid] = rows[0]!;
  return [{ base, drawn: count, xid }];
}

/**
 * Plans are made once for tables of any size, so only those by index are allowed; what can only be scanned then looks
 * so costly that the server would compile it (9 ms for reading a sequence), so it must not. A server ends a transaction whose
 * client is gone without a word: it would hold its members and stop the feed.
 */
async function begin(session: Session, exclusive: boolean): Promise<string> {
  const results: unknown = await session.client.query(
    `begin isolation level read committed read write;
    set local lock_timeout = '10s';
    set local statement_timeout = '30s';
    set local idle_in_transaction_session_timeout = '10s';
    set local enable_seqscan = off;
    set local enable_hashjoin = off;
    set local enable_mergejoin = off;
    set local jit = off;
    select pg_advisory_xact_lock${exclusive ? "" : "_shared"}(${catalogueLock});
    select ${timelineNow} as timeline`,
  );
  return (results as QueryResult<{ timeline: string }>[]).at(-1)!.rows[0]!.timeline;
}

/** Finds players that are not in the process's table, and numbers those that need it. */
async function lookUp(
  session: Session,
  players: Players,
  wanted: Wanted,
  begun: Promise<unknown>,
): Promise<Held["players"]> {
  const isForeign = (id: string): boolean => players.find(id) === 0;
  const toNumber = new Set(wanted.numbered);
  for (const { playerId } of wanted.events) if (isForeign(playerId)) toNumber.add(playerId);
  const all = [...new Set([...wanted.players, ...toNumber])].filter(isForeign);
  const found = new Map<string, { number: number; isNew: boolean }>();
  if (all.length === 0) return found;
  const [, made, rows] = await Promise.all([
    begun,
    session.rows<[number]>(insertPlayers, [[...toNumber].filter(isForeign)]),
    session.rows<[string, number]>(findPlayers, [all]),
  ]);
  const own = new Set(made.map(([number]) => number));
  for (const id of all) found.set(id, { number: 0, isNew: false });
  for (const [id, number] of rows) {
    found.set(id, { number, isNew: own.has(number) });
    if (!own.has(number)) players.set(number, id);
  }
  return found;
}

/** Makes the players that another ledger's records name, under their numbers. Throws where one is another here. */
async function takeGiven(
  session: Session,
  players: Players,
  given: ReadonlyMap<number, string>,
  begun: Promise<unknown>,
): Promise<Held["players"]> {
  const [playerNumbers, ids] = [numbers([...given.keys()]), [...given.values()]];
  const [, made, rows] = await Promise.all([
    begun,
    session.rows<[number]>(insertGiven, [playerNumbers, ids]),
    session.rows<[number, string]>(findGiven, [playerNumbers, ids]),
    session.rows(passGiven, [Math.max(...given.keys())]),
  ]);
  const own = new Set(made.map(([number]) => number));
  const found = new Map<string, { number: number; isNew: boolean }>();
  for (const [number, id] of rows) {
    found.set(id, { number, isNew: own.has(number) });
    if (!own.has(number)) players.set(number, id);
  }
  for (const [number, id] of given) {
    if (found.get(id)?.number !== number) throw new PlayerMismatch(`player ${number} is another one here`);
  }
  return found;
}

interface Place {
  readonly board: number;
  readonly player: number;
}

/** The members that are wanted, each once and in order, and the identities that are asked for. */
function placesOf(
  wanted: Wanted,
  numberOf: (id: string) => number,
): { members: Place[]; asked: (Place & { matchId: string })[] } {
  const seen = new Map<number, Set<number>>();
  const members: Place[] = [];
  const asked: (Place & { matchId: string })[] = [];
  for (const { board, playerId, matchId } of wanted.events) {
    const player = numberOf(playerId);
    let ofBoard = seen.get(board);
    if (ofBoard === undefined) {
      ofBoard = new Set();
      seen.set(board, ofBoard);
    }
    if (!ofBoard.has(player)) {
      ofBoard.add(player);
      members.push({ board, player });
    }
    if (matchId !== null) asked.push({ board, player, matchId });
  }
  members.sort((a, b) => a.board - b.board || a.player - b.player);
  return { members, asked };
}

function membersOf(
  made: readonly (readonly [number, number])[],
  locked: readonly (readonly [number, number, Buffer])[],
): Map<number, Map<number, HeldMember>> {
  const isNew = new Set(made.map(([board, player]) => `${board}/${player}`));
  const members = new Map<number, Map<number, HeldMember>>();
  for (const [board, player, bytes] of locked) {
    const member = new HeldMember(board, player, isNew.size > 0 && isNew.has(`${board}/${player}`));
    member.bytes = bytes;
    let ofBoard = members.get(board);
    if (ofBoard === undefined) {
      ofBoard = new Map();
      members.set(board, ofBoard);
    }
    ofBoard.set(player, member);
  }
  return members;
}
