import type { BoardEntry } from "./catalogue.ts";
import type { Draft } from "./draft.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";
import type { Report } from "./report.ts";

/**
 * Whether there is room for what a report brings that was never there: a player, scope values. Known ones always
 * go on. It is the last of the checks, so whoever meets it has a report that is right in itself, and may send it
 * again when there is room.
 *
 * Refused: `capacity`.
 */
export function checkRoom(draft: Draft, entry: BoardEntry, report: Report): Result<null> {
  const { memory, scopeValuesMax } = draft.room;
  if (memory && report.scopes.size === 0) return ok(null);
  const left = scopeValuesMax - draft.scopeValues(entry);
  if (memory && report.scopes.size <= left) return ok(null);
  if (!memory && draft.known.findPlayer(report.playerId) === 0) {
    return refuse(
      "capacity",
      `player ${shown(report.playerId)} is new, and the memory for players is used up; known players go on`,
      "/playerId",
    );
  }
  let added = 0;
  for (const [name, value] of report.scopes) {
    if (draft.findScope(entry, name, value) !== null) continue;
    added += 1;
    if (memory && added <= left) continue;
    const why = memory
      ? `board ${shown(entry.board.id)} has ${draft.scopeValues(entry)} scope values, and may have ${scopeValuesMax}`
      : "the memory for scopes is used up";
    return refuse(
      "capacity",
      `the value ${shown(value)} of scope ${shown(name)} is new, and ${why}; known values go on`,
      `/scopes/${name}`,
    );
  }
  return ok(null);
}
