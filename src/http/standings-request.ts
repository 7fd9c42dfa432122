/** What the routes that read standings share: which standings are asked for, and how rows are written. */
import type { FastifyRequest } from "fastify";
import type { Board } from "../core/board.ts";
import { checkId } from "../core/id.ts";
import { membersAhead, percentile, topPercent } from "../core/order.ts";
import type { Result } from "../core/refusal.ts";
import { metadataOf } from "../service/metadata.ts";
import { type Place, player, type Row } from "../service/player.ts";
import { findBoard, findTarget, type Target } from "../service/target.ts";
import type { HttpContext } from "./context.ts";
import { Problem, problemOf, unwrap } from "./problem.ts";
import { writeValues } from "./write-values.ts";

/** Throws 404 where a read's period does not exist, and nothing else: the rest is for `targetOf` to say. */
export function refuseUnknownPeriod(context: HttpContext, request: FastifyRequest, boardId: string): void {
  refuseMissing(findAsked(context, request, boardId));
}

function refuseMissing(target: Result<Target>): void {
  if (target.ok) return;
  const problem = problemOf(target.refusal);
  if (problem.status === 404) throw problem;
}

function findAsked(context: HttpContext, request: FastifyRequest, boardId: string): Result<Target> {
  const query = request.query as Record<string, unknown>;
  const text = (name: string): string | null => (typeof query[name] === "string" ? query[name] : null);
  const entry = findBoard(context, boardId);
  return entry.ok ? findTarget(context, entry.value, text("period"), text("scope")) : entry;
}

/**
 * The standings that a read asks for. What does not exist (period, player) is answered before the shape of the
 * query is looked at: that is the API's order of checks. `playerId` is the player the path or query names.
 */
export async function targetOf(
  context: HttpContext,
  request: FastifyRequest,
  boardId: string,
  playerId?: unknown,
): Promise<Target> {
  const target = findAsked(context, request, boardId);
  refuseMissing(target);
  if (request.validationError !== undefined) {
    if (target.ok && typeof playerId === "string" && checkId("playerId", playerId).ok)
      unwrap(await player(context, target.value, playerId, 0, 0));
    throw request.validationError;
  }
  if (typeof playerId === "string") unwrap(checkId("playerId", playerId, "/playerId"));
  return unwrap(target);
}

/** Reads a query parameter of decimal digits, whose form the schema has checked, between bounds. */
export function readCount(
  text: string | undefined,
  name: string,
  min: number,
  max: number,
  otherwise: number,
): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (value >= min && value <= max) return value;
  throw new Problem("invalid_request", `${name} ${text} is not from ${min} to ${max}`, { path: `/${name}` });
}

/** The fields that every answer about standings begins with. */
export function writeHead(target: Target, total: number, asOf: number): Record<string, unknown> {
  const { board, period, scope } = target;
  return {
    board: board.id,
    period: period.key,
    scope: scope === null ? null : `${scope.name}:${scope.value}`,
    total,
    asOf,
    exact: true,
  };
}

type MetadataTable = ReadonlyMap<number, string | null> | null;

/** The metadata of rows where it was asked for, null where it was not. */
export async function metadataFor(
  context: HttpContext,
  request: FastifyRequest,
  rows: readonly Row[],
): Promise<MetadataTable> {
  const { include } = request.query as { include?: string };
  return include === "metadata"
    ? metadataOf(
        context,
        rows.map((row) => row.event),
      )
    : null;
}

export function writeRow(board: Board, row: Row, metadata: MetadataTable): Record<string, unknown> {
  const entry = {
    rank: row.rank,
    playerId: row.playerId,
    ...writeValues(board, row.values),
    reachedAt: row.reachedAt,
  };
  if (metadata === null) return entry;
  const text = metadata.get(row.event) ?? null;
  return { ...entry, metadata: text === null ? null : (JSON.parse(text) as unknown) };
}

export function writePlace(
  target: Target,
  place: Place,
  total: number,
  metadata: MetadataTable,
): Record<string, unknown> {
  return {
    ...writeRow(target.board, place, metadata),
    attempts: place.attempts,
    percentile: percentile(place.worse, total),
    topPercent: topPercent(membersAhead(target.order.ties, place.ahead, place.better), total),
  };
}
