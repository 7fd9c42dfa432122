import { compareColumns, shownRank } from "../core/order.ts";
import type { Place } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";
import type { Target } from "./target.ts";

export interface Lookup {
  readonly total: number;
  /** In the board's order; `position` is the 1-based rank among those asked for, by their ties. */
  readonly entries: readonly { readonly place: Place; readonly position: number }[];
  /** Ids without a standing, in the order asked. */
  readonly notFound: readonly string[];
  readonly asOf: number;
}

/** The standings of many players, ranked among themselves; an id named twice counts once. */
export async function lookup(
  context: Context,
  target: Target,
  playerIds: readonly string[],
): Promise<Lookup> {
  const ids = [...new Set(playerIds)];
  const { total, places } = await context.index.places(target.index, ids);
  const found = places.filter((place) => place !== null).sort((a, b) => a.ahead - b.ahead);
  let better = 0;
  let distinct = 0;
  const entries = found.map((place, i) => {
    if (i > 0 && compareColumns(target.order, found[i - 1]!, place) !== 0) {
      better = i;
      distinct += 1;
    }
    return { place, position: shownRank(target.order.ties, i, better, distinct) };
  });
  return { total, entries, notFound: ids.filter((_, i) => places[i] === null), asOf: context.clock.now() };
}
