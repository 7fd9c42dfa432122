/** Defining, changing, describing and deleting boards. */
import type { Board, BoardDefinition } from "../core/board.ts";
import { calendarPeriodAt } from "../core/calendar-period.ts";
import type { BoardEntry } from "../core/catalogue.ts";
import { changeFault } from "../core/change-fault.ts";
import { dueCloses } from "../core/closing.ts";
import { everybody, indexNumber } from "../core/index-number.ts";
import { allTime, type Period, seasonPeriod } from "../core/period.ts";
import { ok, type Refusal, type Result, refuse, shown } from "../core/refusal.ts";
import type { Context } from "./context.ts";

export interface DefinedBoard {
  readonly board: Board;
  readonly created: boolean;
}

/**
 * Defines a board, or changes it as far as its events allow (`board_in_use`). `by` is the id of the key that
 * asks. Defining it as it is changes nothing.
 */
export async function defineBoard(
  context: Context,
  definition: BoardDefinition,
  by: string,
): Promise<Result<DefinedBoard>> {
  const now = context.clock.now();
  const { result } = await context.ledger.transact<Refusal | { created: boolean; reorder: boolean }>(
    [],
    (known) => {
      const entry = known.catalogue.board(definition.id);
      if (entry !== undefined && same(entry.board.definition, definition))
        return unchanged({ created: false, reorder: false });
      const fault =
        entry === undefined || entry.events === 0
          ? null
          : changeFault(entry.board.definition, definition, now, entry.closedThrough);
      if (fault !== null) return unchanged(fault);
      const number = entry?.board.number ?? known.catalogue.nextBoard;
      const record = { kind: "board" as const, board: number, definition, at: now, by, reason: "" };
      const reorder = entry !== undefined && entry.board.ties !== definition.ties;
      // What ended before the change closes under the definition that it ended with.
      const closes =
        entry === undefined || context.skewMs() > entry.board.graceMs ? [] : dueCloses(entry, now);
      const result = { created: entry === undefined, reorder };
      return { records: [...closes, record], standings: [], result };
    },
    async (committed) => {
      if ("code" in committed.result || !committed.result.reorder) return;
      const entry = context.ledger.catalogue.board(definition.id)!;
      for (const index of indexesOf(entry)) {
        // A closed period keeps the ranks that it closed with.
        const order = context.ledger.catalogue.orderOfIndex(index)!;
        if (order === entry.board.order) await context.index.reorder(index, order);
      }
    },
  );
  if ("code" in result) return { ok: false, refusal: result };
  return ok({ board: context.ledger.catalogue.board(definition.id)!.board, created: result.created });
}

/** Deletes a board with all that belongs to it: `unknown_board`. Its id is free again at once. */
export async function deleteBoard(
  context: Context,
  id: string,
  by: string,
  reason: string,
): Promise<Result<null>> {
  const at = context.clock.now();
  let gone: number[] = [];
  const { result } = await context.ledger.transact<boolean>(
    [],
    (known) => {
      const entry = known.catalogue.board(id);
      if (entry === undefined) return unchanged(false);
      gone = indexesOf(entry);
      return {
        records: [{ kind: "board-delete", board: entry.board.number, at, by, reason }],
        standings: [],
        result: true,
      };
    },
    async () => {
      for (const index of gone) await context.index.drop(index);
    },
  );
  return result ? ok(null) : refuse("unknown_board", `board ${shown(id)} does not exist`);
}

export interface BoardDescription {
  readonly board: Board;
  /** The board's periods as they are now, each with its number of members. */
  readonly periods: readonly { readonly period: Period; readonly total: number }[];
  /** When the next of its periods begins anew; null for a board without any that ends. */
  readonly nextReset: number | null;
  readonly asOf: number;
}

/** A board with the sizes of its present periods. */
export async function describeBoard(context: Context, entry: BoardEntry): Promise<BoardDescription> {
  const now = context.clock.now();
  const present = entry.board.periods.map((period): Period => {
    if (period === "all") return allTime;
    if (typeof period === "object") return entry.periods.get(period.id) ?? seasonPeriod(period);
    return calendarPeriodAt(entry, period, now);
  });
  const periods: { period: Period; total: number }[] = [];
  for (const period of present) {
    const number = entry.periods.get(period.key)?.number;
    periods.push({
      period,
      total: number === undefined ? 0 : await context.index.size(indexNumber(number, everybody)),
    });
  }
  const ends = present.map((period) => period.end).filter((end) => Number.isFinite(end) && end > now);
  return { board: entry.board, periods, nextReset: ends.length === 0 ? null : Math.min(...ends), asOf: now };
}

/** Every index that a board may have. */
function indexesOf(entry: BoardEntry): number[] {
  const scopes = [
    everybody,
    ...[...entry.scopes.values()].flatMap((values) => [...values.values()].map((scope) => scope.number)),
  ];
  return [...entry.periods.values()].flatMap((period) =>
    scopes.map((scope) => indexNumber(period.number, scope)),
  );
}

function same(a: BoardDefinition, b: BoardDefinition): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function unchanged<T>(result: T): { records: []; standings: []; result: T } {
  return { records: [], standings: [], result };
}
