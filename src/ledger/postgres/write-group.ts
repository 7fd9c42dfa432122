/** The statements that write a group. They go to the server together, the commit behind them. */
import type { EventActionRecord, LedgerRecord, ScoreRecord } from "../../core/record.ts";
import { numbers, type Session, type Statement } from "./connections.ts";
import { codeOfState } from "./event-state.ts";
import type { Group } from "./group.ts";
import type { Held } from "./held.ts";
import { type CountRow, writeBody } from "./shared-catalogue.ts";

const insertRecords: Statement = {
  name: "laurel-insert-records",
  text: `insert into laurel.records (sequence, committed_at, board, player, body)
    select $1::bigint + r.place - 1, $2::bigint, r.board, r.player, substring($7::bytea from r.start for r.length)
    from unnest($3::integer[], $4::bigint[], $5::integer[], $6::integer[])
      with ordinality as r(board, player, start, length, place)`,
};

const insertIdentities: Statement = {
  name: "laurel-insert-identities",
  text: `insert into laurel.identities (board, player, match_id, sequence, state)
    select * from unnest($1::integer[], $2::bigint[], $3::text[], $4::bigint[], $5::smallint[])`,
};

const setEventStates: Statement = {
  name: "laurel-set-event-states",
  text: `update laurel.identities i set state = u.state
    from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::smallint[]) as u(board, player, sequence, state)
    where i.board = u.board and i.player = u.player and i.sequence = u.sequence`,
};

const updateMembers: Statement = {
  name: "laurel-update-members",
  text: `update laurel.members m set state = substring($5::bytea from u.start for u.length)
    from unnest($1::integer[], $2::bigint[], $3::integer[], $4::integer[]) as u(board, player, start, length)
    where m.board = u.board and m.player = u.player`,
};

/** Sixteen slots: two writers rarely meet, and one that does waits for no more than the other's commit. */
const countEvents: Statement = {
  name: "laurel-count-events",
  text: `insert into laurel.board_events as b (board, slot, events)
    select u.board, pg_backend_pid() % 16, u.events
    from unnest($1::integer[], $2::bigint[]) as u(board, events) order by u.board
    on conflict (board, slot) do update set events = b.events + excluded.events
    returning board, slot, events`,
};

const insertCatalogue: Statement = {
  name: "laurel-insert-catalogue",
  text: `insert into laurel.catalogue (sequence, committed_at, events, kind, board, number, name, value, body)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const deleteMembers: Statement = {
  name: "laurel-delete-members",
  text: `delete from laurel.members m using unnest($1::integer[], $2::bigint[]) as u(board, player)
    where m.board = u.board and m.player = u.player`,
};

const deletePlayers: Statement = {
  name: "laurel-delete-players",
  text: "delete from laurel.players where number = any($1::bigint[])",
};

const giveSequencesBack: Statement = {
  name: "laurel-give-back",
  text: "select laurel.give_back($1::bigint, $2::bigint)::text",
};

/** Whether a transaction is among those that run: an id that was never given out is not. */
const isRunning: Statement = {
  name: "laurel-is-running",
  text: `select $1::text::xid8 >= pg_snapshot_xmin(s) and not pg_visible_in_snapshot($1::text::xid8, s)
      and $1::text::xid8 < pg_snapshot_xmax(s) from pg_current_snapshot() as s`,
};

const countTaken: Statement = {
  name: "laurel-count-taken",
  text: `select count(*) from unnest($3::integer[], $4::integer[]) with ordinality as u(start, length, place)
    join laurel.records r on r.sequence = $1::bigint + u.place - 1 and r.committed_at = $2::bigint
      and r.body = substring($5::bytea from u.start for u.length)`,
};

/** Writes and commits a group; returns how many events its boards have taken by now. */
export async function writeGroup(session: Session, held: Held, group: Group): Promise<CountRow[]> {
  const { records, committedAt, first, bodies, catalogue } = group;
  const sent: Promise<unknown>[] = [
    session.rows(insertRecords, [
      first,
      committedAt,
      numbers(records.map((record) => fieldOf(record, "board"))),
      numbers(records.map((record) => fieldOf(record, "player"))),
      numbers(bodies.starts),
      numbers(bodies.lengths),
      bodies.bytes,
    ]),
    ...writeStates(session, group),
    ...catalogue.map((entry) =>
      session.rows(insertCatalogue, [
        entry.sequence,
        committedAt,
        entry.events,
        entry.record.kind,
        fieldOf(entry.record, "board"),
        ...describe(entry.record),
        writeBody(entry.record, committedAt),
      ]),
    ),
    ...removeUnused(session, held, group),
  ];
  const counted = writeEvents(session, group);
  sent.push(...writeActions(session, group));
  const used = first + records.length - 1;
  const drawn = held.base + held.drawn;
  if (used < drawn) sent.push(giveBack(session, used, drawn));
  const [counts, ended] = await Promise.all([counted, session.client.query("commit"), ...sent]);
  // A transaction that has failed is rolled back by its commit; whatever failed it is thrown above.
  if (ended.command !== "COMMIT") throw new Error(`a commit was answered with ${ended.command}`);
  return counts;
}

/** Ends a transaction as if it had never been. */
export async function abandon(session: Session, held: Held): Promise<void> {
  const sent: Promise<unknown>[] = [];
  if (held.drawn > 0) sent.push(giveBack(session, held.base, held.base + held.drawn));
  sent.push(session.client.query("rollback"));
  await Promise.all(sent);
}

/** Gives sequences above `used`, up to `drawn`, back, unless somebody has drawn more since: gaps stay rare. */
export async function giveBack(session: Session, used: number, drawn: number): Promise<void> {
  await session.rows(giveSequencesBack, [used, drawn]);
}

/**
 * Whether a group whose commit got no answer is in the ledger; null while its transaction still runs. The records
 * themselves are looked for: a transaction's id, and its sequences, may be given out again after a crash.
 */
export async function wasTaken(session: Session, xid: string, group: Group): Promise<boolean | null> {
  const { first, committedAt, bodies, records } = group;
  const [[running]] = (await session.rows<[boolean]>(isRunning, [xid])) as [[boolean]];
  if (running) return null;
  const values = [first, committedAt, numbers(bodies.starts), numbers(bodies.lengths), bodies.bytes];
  const [[found]] = (await session.rows<[number]>(countTaken, values)) as [[number]];
  return found === records.length;
}

function writeStates(session: Session, { members, states }: Group): Promise<unknown>[] {
  if (members.length === 0) return [];
  return [
    session.rows(updateMembers, [
      numbers(members.map(({ board }) => board)),
      numbers(members.map(({ player }) => player)),
      numbers(states.starts),
      numbers(states.lengths),
      states.bytes,
    ]),
  ];
}

async function writeEvents(session: Session, { records, first }: Group): Promise<CountRow[]> {
  const scores: ScoreRecord[] = [];
  const sequences: number[] = [];
  const events = new Map<number, number>();
  for (const [i, record] of records.entries()) {
    if (record.kind !== "score") continue;
    scores.push(record);
    sequences.push(first + i);
    events.set(record.board, (events.get(record.board) ?? 0) + 1);
  }
  if (scores.length === 0) return [];
  const [, counts] = await Promise.all([
    session.rows(insertIdentities, [
      numbers(scores.map(({ board }) => board)),
      numbers(scores.map(({ player }) => player)),
      scores.map(({ matchId }) => matchId),
      numbers(sequences),
      numbers(scores.map(({ held }) => codeOfState(held ? "held" : "counted"))),
    ]),
    session.rows<CountRow>(countEvents, [numbers([...events.keys()]), numbers([...events.values()])]),
  ]);
  return counts;
}

/** What actions make of their events: the last one of a group counts. */
function writeActions(session: Session, { records }: Group): Promise<unknown>[] {
  const last = new Map<number, EventActionRecord>();
  for (const record of records) if (isAction(record)) last.set(record.event, record);
  if (last.size === 0) return [];
  const actions = [...last.values()];
  const states = actions.map(({ kind }) =>
    codeOfState(kind === "void" || kind === "reject" ? "voided" : "counted"),
  );
  return [
    session.rows(setEventStates, [
      numbers(actions.map(({ board }) => board)),
      numbers(actions.map(({ player }) => player)),
      numbers(actions.map(({ event }) => event)),
      numbers(states),
    ]),
  ];
}

function isAction(record: LedgerRecord): record is EventActionRecord {
  return "event" in record;
}

/** Members and players that were made for reports which were then refused leave nothing behind. */
function removeUnused(session: Session, held: Held, { members, newPlayers }: Group): Promise<unknown>[] {
  const kept = new Set(members);
  const gone = [...held.members.values()]
    .flatMap((ofBoard) => [...ofBoard.values()])
    .filter((member) => member.isNew && !kept.has(member));
  const numbered = new Set(newPlayers.values());
  const players = [...held.players.values()].filter(({ number, isNew }) => isNew && !numbered.has(number));
  const sent: Promise<unknown>[] = [];
  if (gone.length > 0) {
    const boards = numbers(gone.map(({ board }) => board));
    sent.push(session.rows(deleteMembers, [boards, numbers(gone.map(({ player }) => player))]));
  }
  if (players.length > 0)
    sent.push(session.rows(deletePlayers, [numbers(players.map(({ number }) => number))]));
  return sent;
}

function fieldOf(record: LedgerRecord, field: "board" | "player"): number | null {
  return field in record ? (record as unknown as Record<string, number>)[field]! : null;
}

/** Number, name and value of a record of the catalogue, for SQL users. */
function describe(record: LedgerRecord): [number: number | null, name: string | null, value: string | null] {
  switch (record.kind) {
    case "board":
      return [record.board, record.definition.id, null];
    case "period":
      return [record.period, record.key, null];
    case "scope":
      return [record.scope, record.name, record.value];
    default:
      return [null, null, null];
  }
}
