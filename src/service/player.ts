import { ok, type Result, refuse, shown } from "../core/refusal.ts";
import type { Around, AroundSink, Awaitable } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";
import type { Target } from "./target.ts";

/** Rows and places as the index answers them, and how it hands them out: what http writes. */
export type { Awaitable, Place, PlaceFields, Row, RowSink } from "../rank-index/rank-index.ts";

export interface PlayerPlace extends Around {
  readonly asOf: number;
}

/** Takes a player's answer: when it was current, the place, then the rows around. */
export interface PlayerSink extends AroundSink {
  asOf(instant: number): void;
}

/** `player` into a sink. */
export function writePlayer(
  context: Context,
  target: Target,
  playerId: string,
  above: number,
  below: number,
  sink: PlayerSink,
): Awaitable<Result<null>> {
  sink.asOf(context.clock.now());
  const isThere = context.index.writeAround(target.index, playerId, above, below, sink);
  return isThere instanceof Promise
    ? isThere.then((known) => (known ? written : unknown(target, playerId)))
    : isThere
      ? written
      : unknown(target, playerId);
}

const written = ok(null);

/**
 * One player's standing with up to `above` and `below` neighbours: `unknown_player` where there is none. At once where
 * the index answers at once.
 */
export function player(
  context: Context,
  target: Target,
  playerId: string,
  above: number,
  below: number,
): Awaitable<Result<PlayerPlace>> {
  const around = context.index.around(target.index, playerId, above, below);
  return around instanceof Promise
    ? around.then((found) => placeOf(context, target, playerId, found))
    : placeOf(context, target, playerId, around);
}

function placeOf(
  context: Context,
  target: Target,
  playerId: string,
  around: Around | null,
): Result<PlayerPlace> {
  if (around === null) return unknown(target, playerId);
  const { total, place, rows } = around;
  return ok({ total, place, rows, asOf: context.clock.now() });
}

function unknown({ board, period }: Target, playerId: string): Result<never> {
  return refuse(
    "unknown_player",
    `player ${shown(playerId)} has no standing on board ${shown(board.id)} in period ${period.key}`,
  );
}

/** Who stands at a 1-based place of the order: `unknown_player` behind the end. */
export async function atRank(context: Context, target: Target, place: number): Promise<Result<PlayerPlace>> {
  for (;;) {
    const { total, rows } = await context.index.slice(target.index, place - 1, 1);
    const row = rows[0];
    if (row === undefined) {
      return refuse(
        "unknown_player",
        `nobody stands at place ${place}: board ${shown(target.board.id)} has ${total} members in period ${target.period.key}`,
      );
    }
    const found = await player(context, target, row.playerId, 0, 0);
    // Between the two reads the player may have moved: then somebody else stands there.
    if (found.ok && found.value.place.ahead === place - 1) return found;
  }
}
