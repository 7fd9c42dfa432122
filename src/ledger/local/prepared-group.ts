import { idFault } from "../../core/id.ts";
import type { LedgerRecord } from "../../core/record.ts";
import { shown } from "../../core/refusal.ts";
import type { Players } from "../../members/players.ts";
import { encodeGroup } from "./group.ts";

/** A group that can be written and applied: what could be wrong with it has been looked at. */
export interface PreparedGroup {
  readonly records: readonly LedgerRecord[];
  /** null where there is nothing to write. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** The players that it names for the first time. */
  readonly players: ReadonlyMap<number, string>;
}

/**
 * Prepares records and the ids of players in them, some of whom may be known. Throws where they do not fit
 * together or have no byte form: once a group is durable, nothing about it may fail.
 */
export function prepareGroup(
  known: Players,
  committedAt: number,
  records: readonly LedgerRecord[],
  players: Iterable<readonly [number: number, id: string]>,
): PreparedGroup {
  // Numbers given to nobody's record are not written, so they must not be known either.
  if (records.length === 0) return { records, bytes: null, players: new Map() };
  const added = new Map<number, string>();
  const ids = new Set<string>();
  for (const [number, id] of players) {
    const fault = idFault(id);
    if (fault !== null) throw new Error(`the id of player ${number}, ${shown(id)}, ${fault}`);
    const holder = known.find(id);
    if (holder === number) continue;
    if (holder !== 0 || known.has(number) || ids.has(id))
      throw new Error(`player ${number} is another one here`);
    added.set(number, id);
    ids.add(id);
  }
  for (const record of records) {
    if ("player" in record && !known.has(record.player) && !added.has(record.player))
      throw new Error(`a ${record.kind} record names player ${record.player}, who has no id`);
  }
  return { records, bytes: encodeGroup({ committedAt, records }), players: added };
}
