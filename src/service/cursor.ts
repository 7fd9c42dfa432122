/**
 * Cursors: an opaque mark of a key in the order of one board, period, scope and definition.
 *
 * They are made from what the public sees alone: ids, values, and a hash of the definition.
 */
import { createHash } from "node:crypto";
import type { Board } from "../core/board.ts";
import { idFault } from "../core/id.ts";
import type { OrderKey } from "../core/order.ts";
import { ok, type Result, refuse } from "../core/refusal.ts";
import type { Target } from "./target.ts";

export type Side = "after" | "before";

export interface Cursor {
  readonly side: Side;
  readonly key: OrderKey;
}

const fingerprints = new WeakMap<Board, string>();

/** The text of a cursor: rows right behind, or right before, a row of these standings. */
export function writeCursor(target: Target, side: Side, key: OrderKey): string {
  const content = [fingerprint(target), side === "after" ? 1 : 0, key.values, key.reachedAt, key.playerId];
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/** Reads a cursor. Refused: `invalid_request` where it is none, `cursor_mismatch` where it is of other standings. */
export function readCursor(target: Target, text: string): Result<Cursor> {
  const content = parse(text);
  if (content === null) return notOurs();
  const [made, after, values, reachedAt, playerId] = content;
  if (made !== fingerprint(target)) {
    return refuse(
      "cursor_mismatch",
      "cursor is of another board, period, scope or definition: start again without one",
    );
  }
  const key = { values, reachedAt, playerId };
  const side = after === 1 ? "after" : "before";
  // What a cursor names need not be there, but it must be what this service writes for it, byte for byte.
  const own = values.length === target.board.columns.length && writeCursor(target, side, key) === text;
  return own && idFault(playerId) === null ? ok({ side, key }) : notOurs();
}

function notOurs(): Result<never> {
  return refuse("invalid_request", "cursor is not one that this service gave out");
}

type Content = [fingerprint: string, after: number, values: number[], reachedAt: number, playerId: string];

function parse(text: string): Content | null {
  try {
    const content = JSON.parse(Buffer.from(text, "base64url").toString()) as Content;
    const [made, after, values, reachedAt, playerId] = content;
    const numbers = Array.isArray(values) && [after, reachedAt, ...values].every(Number.isSafeInteger);
    return Array.isArray(content) &&
      content.length === 5 &&
      numbers &&
      typeof made === "string" &&
      typeof playerId === "string"
      ? content
      : null;
  } catch {
    return null;
  }
}

function fingerprint(target: Target): string {
  const scope = target.scope === null ? "" : `${target.scope.name}:${target.scope.value}`;
  return hash(`${definitionHash(target.board)}\n${target.period.key}\n${scope}`);
}

/** Changes with every change of the definition. */
export function definitionHash(board: Board): string {
  let made = fingerprints.get(board);
  if (made === undefined) {
    made = hash(`${board.number}\n${JSON.stringify(board.definition)}`);
    fingerprints.set(board, made);
  }
  return made;
}

/** A short hash, for what a cursor must agree with. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
