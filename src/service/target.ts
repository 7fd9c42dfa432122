/** Which standings a read asks for: a board, a period and a scope. */
import type { Board } from "../core/board.ts";
import { type BoardEntry, orderOf } from "../core/catalogue.ts";
import { checkId } from "../core/id.ts";
import { everybody, indexNumber } from "../core/index-number.ts";
import type { OrderRule } from "../core/order.ts";
import type { Period } from "../core/period.ts";
import { defaultPeriod, resolvePeriod } from "../core/period-name.ts";
import { ok, type Result, refuse, shown } from "../core/refusal.ts";
import type { Context } from "./context.ts";

export interface ScopeName {
  readonly name: string;
  readonly value: string;
}

export interface Target {
  readonly entry: BoardEntry;
  readonly board: Board;
  readonly period: Period;
  /** How its members are ordered, and what ranks they show. */
  readonly order: OrderRule;
  /** null for everybody's standings. */
  readonly scope: ScopeName | null;
  /** Number of the index; 0, which no index has, where nothing was ever scored. */
  readonly index: number;
}

/** The board with this id: `unknown_board`. */
export function findBoard(context: Context, id: string): Result<BoardEntry> {
  const entry = context.ledger.catalogue.board(id);
  return entry === undefined ? refuse("unknown_board", `board ${shown(id)} does not exist`) : ok(entry);
}

/**
 * The standings of a period (null: the board's first) and a scope (null: everybody's) on a board.
 * Refused: `unknown_period`, `no_current_period`, `unknown_scope`, `invalid_id` for a scope value.
 */
export function findTarget(
  context: Context,
  entry: BoardEntry,
  periodName: string | null,
  scopeText: string | null,
): Result<Target> {
  const now = context.clock.now();
  const period = periodName === null ? ok(defaultPeriod(entry, now)) : resolvePeriod(entry, periodName, now);
  if (!period.ok) return period;
  const scope = scopeText === null ? ok(null) : readScope(entry.board, scopeText);
  if (!scope.ok) return scope;
  const index = findIndex(entry, period.value, scope.value);
  const order = orderOf(entry.board, entry.periods.get(period.value.key));
  return ok({ entry, board: entry.board, period: period.value, order, scope: scope.value, index });
}

/** Reads `name:value`, split at the first colon. */
function readScope(board: Board, text: string): Result<ScopeName> {
  const colon = text.indexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  if (!board.scopes.includes(name))
    return refuse("unknown_scope", `board ${shown(board.id)} does not declare the scope ${shown(name)}`);
  if (colon < 0) return refuse("invalid_request", `scope ${shown(text)} is not of the form name:value`);
  const value = checkId(`scope ${name}`, text.slice(colon + 1));
  return value.ok ? ok({ name, value: value.value }) : value;
}

function findIndex(entry: BoardEntry, period: Period, scope: ScopeName | null): number {
  const number = entry.periods.get(period.key)?.number;
  if (number === undefined) return 0;
  if (scope === null) return indexNumber(number, everybody);
  const scopeNumber = entry.scopes.get(scope.name)?.get(scope.value)?.number;
  return scopeNumber === undefined ? 0 : indexNumber(number, scopeNumber);
}
