import { ok, type Result } from "../core/refusal.ts";
import type { Page } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";
import { readCursor, type Side, writeCursor } from "./cursor.ts";
import type { Target } from "./target.ts";

/** Where a page begins: at a 0-based place, or at a cursor. */
export type PageStart = { readonly offset: number } | { readonly cursor: string };

export interface TopPage extends Page {
  /** Cursors of the pages behind and before; null at the ends. */
  readonly next: string | null;
  readonly previous: string | null;
  readonly asOf: number;
}

/** A page of the board, best first. Refused: what `readCursor` refuses. */
export async function top(
  context: Context,
  target: Target,
  start: PageStart,
  limit: number,
): Promise<Result<TopPage>> {
  if ("offset" in start)
    return ok(withCursors(context, target, await context.index.slice(target.index, start.offset, limit)));
  const cursor = readCursor(target, start.cursor);
  if (!cursor.ok) return cursor;
  const { side, key } = cursor.value;
  const page = await context.index.sliceFrom(target.index, key, side, limit);
  return ok(withCursors(context, target, page));
}

function withCursors(context: Context, target: Target, page: Page): TopPage {
  const mark = (side: Side, place: number): string | null => {
    const row = page.rows.at(place);
    return row === undefined ? null : writeCursor(target, side, row);
  };
  const next = page.offset + page.rows.length < page.total ? mark("after", -1) : null;
  const previous = page.offset > 0 ? mark("before", 0) : null;
  return { ...page, next, previous, asOf: context.clock.now() };
}
