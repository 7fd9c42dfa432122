/**
 * All that is known of one (board, player), and its one byte form: a version, then the fields.
 *
 * Stores that keep a row a player hold these bytes; the local ledger keeps the same facts as rows of typed
 * arrays. The matchId of a standing's event stands beside it, because folds ask for it on equal results.
 */
import { ByteReader, ByteWriter, DamagedBytes } from "./bytes.ts";
import type { Standing } from "./fold.ts";
import { readStanding, writeStanding } from "./standing-bytes.ts";

export interface PlayerState {
  /** Sequence of the last ledger record that touched any of it: at or above those of its standings. */
  readonly revision: number;
  /** Hidden from the public on this board. */
  readonly excluded: boolean;
  /** One for each open index the player is on. */
  readonly standings: readonly StateStanding[];
}

export interface StateStanding {
  readonly index: number;
  readonly standing: Standing;
  /** Of the standing's event. */
  readonly matchId: string;
  /** Sequence of the last ledger record that touched it. */
  readonly revision: number;
}

const stateVersion = 1;

/** The byte form of a state. */
export function encodeState(state: PlayerState): Uint8Array {
  const out = new ByteWriter(64);
  writeState(out, state);
  return out.finish();
}

/** Appends the byte form of a state. */
export function writeState(out: ByteWriter, state: PlayerState): void {
  out.byte(stateVersion);
  out.count(state.revision);
  out.byte(state.excluded ? 1 : 0);
  out.count(state.standings.length);
  let event = -1;
  for (const { index, standing, matchId, revision } of state.standings) {
    out.count(index);
    writeStanding(out, standing);
    // Standings of one event stand together mostly, and the others need not repeat its matchId.
    if (standing.event !== event) out.text(matchId);
    event = standing.event;
    // One byte mostly: the last event touched nearly all of a player's standings.
    out.count(state.revision - revision);
  }
}

/** Reads a state; throws DamagedBytes where the bytes are not one. */
export function decodeState(bytes: Uint8Array): PlayerState {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== stateVersion)
    throw new DamagedBytes(`version ${version} of a player state is unknown to this version of Laurel`);
  const revision = reader.count();
  const excluded = reader.byte() === 1;
  const standings: StateStanding[] = [];
  let event = -1;
  let matchId = "";
  for (let left = reader.count(); left > 0; left--) {
    const index = reader.count();
    const standing = readStanding(reader);
    if (standing.event !== event) matchId = reader.text();
    event = standing.event;
    standings.push({ index, standing, matchId, revision: revision - reader.count() });
  }
  if (!reader.done) throw new DamagedBytes(`a player state goes on behind its end at ${reader.position}`);
  return { revision, excluded, standings };
}
