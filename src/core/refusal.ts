/**
 * Every expected "no". The checks of a report have an order, so that one input has one answer.
 *
 * A refusal is a value, never thrown across a port. `detail` names the value and the rule for the caller;
 * what status it becomes on the wire is http's business (http/problem.ts).
 */

/**
 * All refusal codes of core. Those of a report stand in the order in which it is judged: one that breaks several
 * rules gets the first. `invalid_request` is a wrong form, wherever it is found.
 */
export const refusalCodes = [
  "invalid_request",
  "invalid_id",
  "unknown_board",
  "invalid_number",
  "too_many_decimals",
  "match_conflict",
  "player_erased",
  "achieved_at_in_future",
  "achieved_at_too_old",
  "unknown_scope",
  "unknown_period",
  "no_current_period",
  "period_mismatch",
  "no_period",
  "period_closed",
  "score_out_of_range",
  "total_out_of_range",
  "implausible",
  "capacity",
  // Of reads and of definitions.
  "unknown_player",
  "cursor_mismatch",
  "not_supported",
  "board_in_use",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** An expected "no": what rule was broken, by which value. */
export interface Refusal {
  readonly code: RefusalCode;
  /** For the caller: names the value and the rule, in one sentence. */
  readonly detail: string;
  /** JSON pointer of the field at fault, where there is one. */
  readonly path?: string;
  /** Further members of the answer, such as the stored value of a `match_conflict`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(
  code: RefusalCode,
  detail: string,
  path?: string,
  extra?: Record<string, unknown>,
): Result<never> {
  return { ok: false, refusal: { code, detail, path, extra } };
}

/** A value as it appears in a message: quoted, and cut so that a hostile input cannot flood a log or an answer. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
