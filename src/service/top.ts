import type { OrderKey } from "../core/order.ts";
import { ok, type Result } from "../core/refusal.ts";
import type { Awaitable, Extent, Row, RowSink } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";
import { readCursor, type Side, writeCursor } from "./cursor.ts";
import { PageEnds } from "./page-ends.ts";
import type { Target } from "./target.ts";

/** Where a page begins: at a 0-based place, or at a cursor. */
export type PageStart = { readonly offset: number } | { readonly cursor: string };

/** What is said of a page beside its rows. */
export interface PageMarks {
  readonly total: number;
  /** Cursors of the pages behind and before; null at the ends. */
  readonly next: string | null;
  readonly previous: string | null;
  readonly asOf: number;
}

export interface TopPage extends PageMarks {
  readonly rows: readonly Row[];
}

/** A page of the board, best first. Refused: what `readCursor` refuses. */
export async function top(
  context: Context,
  target: Target,
  start: PageStart,
  limit: number,
): Promise<Result<TopPage>> {
  const from = readStart(target, start);
  if (!from.ok) return from;
  const { index } = context;
  const { offset, cursor } = from.value;
  const page =
    cursor === null
      ? await index.slice(target.index, offset, limit)
      : await index.sliceFrom(target.index, cursor.key, cursor.side, limit);
  const { rows } = page;
  const ends = { count: rows.length, first: () => rows[0]!, last: () => rows.at(-1)! };
  return ok({ rows, ...marksOf(context, target, page, ends) });
}

/** `top` into a sink: at once where the index answers at once. */
export function writeTop(
  context: Context,
  target: Target,
  start: PageStart,
  limit: number,
  sink: RowSink,
): Awaitable<Result<PageMarks>> {
  const from = readStart(target, start);
  if (!from.ok) return from;
  const { index } = context;
  const { offset, cursor } = from.value;
  const ends = new PageEnds(sink, target.board.columns.length);
  const finish = (written: Extent | number): Result<PageMarks> => {
    const extent = typeof written === "number" ? { total: written, offset } : written;
    return ok(marksOf(context, target, extent, ends));
  };
  const written =
    cursor === null
      ? index.writeRows(target.index, offset, limit, ends)
      : index.writeRowsFrom(target.index, cursor.key, cursor.side, limit, ends);
  return written instanceof Promise ? written.then(finish) : finish(written);
}

function readStart(target: Target, start: PageStart) {
  if ("offset" in start) return ok({ offset: start.offset, cursor: null });
  const cursor = readCursor(target, start.cursor);
  return cursor.ok ? ok({ offset: 0, cursor: cursor.value }) : cursor;
}

/** How many rows a page has, and the keys of its first and last, which an empty page is not asked for. */
interface Ends {
  readonly count: number;
  first(): OrderKey;
  last(): OrderKey;
}

function marksOf(context: Context, target: Target, { total, offset }: Extent, ends: Ends): PageMarks {
  const mark = (side: Side, there: boolean, key: () => OrderKey): string | null =>
    there && ends.count > 0 ? writeCursor(target, side, key()) : null;
  return {
    total,
    next: mark("after", offset + ends.count < total, () => ends.last()),
    previous: mark("before", offset > 0, () => ends.first()),
    asOf: context.clock.now(),
  };
}
