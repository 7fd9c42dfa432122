/**
 * best, sum, last: how one more event changes a standing (semantics, "Folding").
 *
 * Each fold is commutative and associative; the ledger's identities remove duplicates, which makes it
 * idempotent. So a standing depends on the set of its events alone. The one thing that a standing does not
 * carry is the matchId of its event: it is asked for by sequence, only when everything else is equal.
 */
import { compareBytes } from "./id.ts";
import type { Column } from "./value.ts";

export type Semantics = "best" | "sum" | "last";

/** A player's score on one board, period and scope. */
export interface Standing {
  /** Scaled integers, a column each. */
  readonly values: readonly number[];
  /** Milliseconds since 1970 of the event that brought the standing to its values. */
  readonly reachedAt: number;
  /** How many counted events feed it. */
  readonly attempts: number;
  /** Ledger sequence of the event that made it; on `sum` boards of the one that gave `reachedAt`. */
  readonly event: number;
  /** `sum` only: whether any event changed a column. */
  readonly moved: boolean;
}

/** What a fold needs to know of one counted event. */
export interface FoldEvent {
  readonly sequence: number;
  readonly matchId: string;
  readonly values: readonly number[];
  readonly achievedAt: number;
}

/** The matchId of the event with this ledger sequence. */
export type MatchIdOf = (sequence: number) => string;

/** What folding needs of a board. */
export interface FoldRule {
  readonly semantics: Semantics;
  readonly columns: readonly Column[];
}

/**
 * The standing after one more event. `standing` is null for a player who is not there yet.
 *
 * On `sum` boards the result is exact while the total stays within ±2^53; callers refuse totals outside the
 * range of a value (`totalInRange`), and a refold, whose partial sums may leave it, uses `foldAll`.
 */
export function fold(
  rule: FoldRule,
  standing: Standing | null,
  event: FoldEvent,
  matchIdOf: MatchIdOf,
): Standing {
  if (standing === null) {
    const moved = rule.semantics === "sum" && changesColumn(event);
    return { values: event.values, reachedAt: event.achievedAt, attempts: 1, event: event.sequence, moved };
  }
  if (rule.semantics === "sum") return addEvent(standing, event, matchIdOf);
  const replaces = rule.semantics === "best" ? beats : follows;
  const attempts = standing.attempts + 1;
  if (!replaces(rule.columns, standing, event, matchIdOf)) return { ...standing, attempts };
  return { values: event.values, reachedAt: event.achievedAt, attempts, event: event.sequence, moved: false };
}

/**
 * The standing of a whole set of events, null for none; `sum` adds in BigInt, so no order of the events can
 * round. The result may be outside the range of a value: the caller judges it.
 */
export function foldAll(
  rule: FoldRule,
  events: Iterable<FoldEvent>,
): { standing: Standing; exact: readonly bigint[] } | null {
  const matchIds = new Map<number, string>();
  const matchIdOf = (sequence: number): string => matchIds.get(sequence)!;
  const exact: bigint[] = rule.columns.map(() => 0n);
  let standing: Standing | null = null;
  for (const event of events) {
    matchIds.set(event.sequence, event.matchId);
    standing = fold(rule, standing, event, matchIdOf);
    for (let i = 0; i < exact.length; i++) exact[i] = exact[i]! + BigInt(event.values[i]!);
  }
  if (standing === null) return null;
  if (rule.semantics !== "sum") return { standing, exact: standing.values.map(BigInt) };
  return { standing: { ...standing, values: exact.map(Number) }, exact };
}

/** `best`: the whole record decides; an equal one needs an earlier achievedAt, then a smaller matchId. */
function beats(
  columns: readonly Column[],
  standing: Standing,
  event: FoldEvent,
  matchIdOf: MatchIdOf,
): boolean {
  for (let i = 0; i < columns.length; i++) {
    const difference = event.values[i]! - standing.values[i]!;
    if (difference !== 0) return columns[i]!.order === "desc" ? difference > 0 : difference < 0;
  }
  if (event.achievedAt !== standing.reachedAt) return event.achievedAt < standing.reachedAt;
  return compareBytes(event.matchId, matchIdOf(standing.event)) < 0;
}

/** `last`: the greatest achievedAt; on equal ones the greater matchId. */
function follows(
  _columns: readonly Column[],
  standing: Standing,
  event: FoldEvent,
  matchIdOf: MatchIdOf,
): boolean {
  if (event.achievedAt !== standing.reachedAt) return event.achievedAt > standing.reachedAt;
  return compareBytes(event.matchId, matchIdOf(standing.event)) > 0;
}

/**
 * `sum`: a zero delta counts as an attempt and moves nothing; reachedAt is the latest achievedAt of the events
 * that changed a column, or the earliest of all while none did. Equal instants: matchId decides which event is
 * named, so that its metadata, too, is the same in every order.
 */
function addEvent(standing: Standing, event: FoldEvent, matchIdOf: MatchIdOf): Standing {
  const attempts = standing.attempts + 1;
  const changes = changesColumn(event);
  const values = changes ? added(standing.values, event.values) : standing.values;
  if (standing.moved !== changes) {
    if (standing.moved) return { ...standing, attempts };
    return { values, reachedAt: event.achievedAt, attempts, event: event.sequence, moved: true };
  }
  const later = event.achievedAt - standing.reachedAt;
  const sign = standing.moved ? 1 : -1;
  const takes =
    later !== 0 ? later * sign > 0 : compareBytes(event.matchId, matchIdOf(standing.event)) * sign > 0;
  if (!takes) return { ...standing, values, attempts };
  return { values, reachedAt: event.achievedAt, attempts, event: event.sequence, moved: standing.moved };
}

// Loops, as both run for every standing that an event feeds.

function changesColumn(event: FoldEvent): boolean {
  for (let i = 0; i < event.values.length; i++) if (event.values[i] !== 0) return true;
  return false;
}

function added(totals: readonly number[], deltas: readonly number[]): number[] {
  const sums = [totals[0]! + deltas[0]!];
  for (let i = 1; i < totals.length; i++) sums.push(totals[i]! + deltas[i]!);
  return sums;
}
