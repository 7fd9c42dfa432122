/** What a decision leaves, in the form in which it is written: nothing about it may fail once it is on its way. */
import { ByteWriter } from "../../core/bytes.ts";
import type { DraftStanding } from "../../core/draft.ts";
import { periodOfIndex } from "../../core/index-number.ts";
import { type LedgerRecord, writeRecord } from "../../core/record.ts";
import { type PlayerState, type StateStanding, writeState } from "../../core/state.ts";
import type { Players } from "../../members/players.ts";
import type { HeldMember } from "./held.ts";
import type { PostgresKnown } from "./postgres-known.ts";
import { type CatalogueEntry, isOfCatalogue } from "./shared-catalogue.ts";

/** Pieces of one run of bytes, as the server cuts them out: 1-based starts, and lengths. */
export interface Pieces {
  readonly bytes: Buffer;
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

export interface Group {
  readonly committedAt: number;
  /** Sequence of the first record. */
  readonly first: number;
  readonly records: readonly LedgerRecord[];
  readonly bodies: Pieces;
  readonly members: readonly HeldMember[];
  readonly states: Pieces;
  readonly catalogue: readonly CatalogueEntry[];
  /** The players that it names for the first time. */
  readonly newPlayers: ReadonlyMap<string, number>;
}

const bodyWriter = new ByteWriter(64 * 1024);
const stateWriter = new ByteWriter(256 * 1024);

/**
 * Prepares a group. Throws where its records name players who have no id. A matchId that it lacks is noted by
 * `known`: the group is then not to be written.
 */
export function prepareGroup(
  known: PostgresKnown,
  players: Players,
  committedAt: number,
  records: readonly LedgerRecord[],
  standings: readonly DraftStanding[],
): Group {
  const first = known.position + 1;
  const named = new Set(known.newPlayers.values());
  const used = new Set<number>();
  const bodies = new PieceWriter(bodyWriter);
  for (const record of records) {
    if ("player" in record) {
      if (named.has(record.player)) used.add(record.player);
      else if (!players.has(record.player))
        throw new Error(`a ${record.kind} record names player ${record.player}, who has no id`);
    }
    bodies.add((out) => writeRecord(out, record, committedAt));
  }
  const matchIdOf = (event: number): string => {
    const record = event < first ? undefined : records[event - first];
    return record?.kind === "score" ? record.matchId : known.matchIdOf(event);
  };
  const { members, states } = statesAfter(known, records, standings, matchIdOf);
  return {
    committedAt,
    first,
    records,
    bodies: bodies.finish(),
    members,
    states,
    catalogue: catalogueEntries(known, first, records),
    newPlayers: new Map([...known.newPlayers].filter(([, number]) => used.has(number))),
  };
}

function statesAfter(
  known: PostgresKnown,
  records: readonly LedgerRecord[],
  standings: readonly DraftStanding[],
  matchIdOf: (event: number) => string,
): Pick<Group, "members" | "states"> {
  const boards = new Map<number, number>();
  for (const record of records) if (record.kind === "period") boards.set(record.period, record.board);
  const changes = new Map<HeldMember, DraftStanding[]>();
  for (const standing of standings) {
    const period = periodOfIndex(standing.index);
    const board = known.catalogue.period(period)?.board ?? boards.get(period);
    const member = board === undefined ? undefined : known.member(board, standing.player);
    if (member === undefined) {
      if (board !== undefined)
        known.missed.events.push({ board, playerId: standing.playerId, matchId: null });
      continue;
    }
    const ofMember = changes.get(member);
    if (ofMember === undefined) changes.set(member, [standing]);
    else ofMember.push(standing);
  }
  const states = new PieceWriter(stateWriter);
  for (const [member, changed] of changes)
    states.add((out) => writeState(out, changedState(member.state, changed, matchIdOf)));
  return { members: [...changes.keys()], states: states.finish() };
}

function changedState(
  state: PlayerState,
  changes: readonly DraftStanding[],
  matchIdOf: (event: number) => string,
): PlayerState {
  const standings: StateStanding[] = state.standings.slice();
  let { revision } = state;
  for (const { index, standing: after, revision: changedBy } of changes) {
    revision = Math.max(revision, changedBy);
    const place = standings.findIndex((standing) => standing.index === index);
    const before = place < 0 ? undefined : standings[place]!;
    if (after === null) {
      if (before !== undefined) standings.splice(place, 1);
      continue;
    }
    const matchId = before?.standing.event === after.event ? before.matchId : matchIdOf(after.event);
    const changed = { index, standing: after, matchId, revision: changedBy };
    if (before === undefined) standings.push(changed);
    else standings[place] = changed;
  }
  return { revision, excluded: state.excluded, standings };
}

/** The records of the catalogue in a group, each with the events that its board had taken in front of it. */
function catalogueEntries(
  known: PostgresKnown,
  first: number,
  records: readonly LedgerRecord[],
): CatalogueEntry[] {
  const entries: CatalogueEntry[] = [];
  const taken = new Map<number, number>();
  for (const [i, record] of records.entries()) {
    const board = "board" in record ? record.board : 0;
    if (record.kind === "score") taken.set(board, (taken.get(board) ?? 0) + 1);
    if (!isOfCatalogue(record)) continue;
    const before = known.catalogue.boardByNumber(board)?.events ?? 0;
    entries.push({ sequence: first + i, record, events: before + (taken.get(board) ?? 0) });
  }
  return entries;
}

class PieceWriter {
  readonly #out: ByteWriter;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

  constructor(out: ByteWriter) {
    out.clear();
    this.#out = out;
  }

  add(write: (out: ByteWriter) => void): void {
    const start = this.#out.length;
    write(this.#out);
    this.#starts.push(start + 1);
    this.#lengths.push(this.#out.length - start);
  }

  /** The pieces, in memory of their own. */
  finish(): Pieces {
    return { bytes: Buffer.from(this.#out.finish()), starts: this.#starts, lengths: this.#lengths };
  }
}
