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
  /** Sequence of the last ledger record that touched it. */
  readonly revision: number;
  /** Hidden from the public on this board. */
  readonly excluded: boolean;
  /** One for each open index the player is on. */
  readonly standings: readonly StateStanding[];
}

export interface StateStanding {
  readonly index: number;
  readonly standing: Standing;
  readonly matchId: string;
}

const stateVersion = 1;

/** The byte form of a state. */
export function encodeState(state: PlayerState): Uint8Array {
  const out = new ByteWriter(64);
  out.byte(stateVersion);
  out.count(state.revision);
  out.byte(state.excluded ? 1 : 0);
  out.count(state.standings.length);
  for (const { index, standing, matchId } of state.standings) {
    out.count(index);
    writeStanding(out, standing);
    out.text(matchId);
  }
  return out.finish();
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
  for (let left = reader.count(); left > 0; left--) {
    standings.push({ index: reader.count(), standing: readStanding(reader), matchId: reader.text() });
  }
  if (!reader.done) throw new DamagedBytes(`a player state goes on behind its end at ${reader.position}`);
  return { revision, excluded, standings };
}
