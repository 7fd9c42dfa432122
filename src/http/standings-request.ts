/** What the routes that read standings share: which standings are asked for, and what goes with their rows. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkId } from "../core/id.ts";
import type { Result } from "../core/refusal.ts";
import { metadataOf } from "../service/metadata.ts";
import { player, type Row } from "../service/player.ts";
import { findBoard, findTarget, type Target } from "../service/target.ts";
import type { HttpContext } from "./context.ts";
import { Problem, problemOf, unwrap } from "./problem.ts";
import type { MetadataTable } from "./write-standings.ts";

/** As the framework names JSON. */
export const jsonType = "application/json; charset=utf-8";

/** Throws 404 where a read's period does not exist, and nothing else: the rest is for `targetOf` to say. */
export function refuseUnknownPeriod(context: HttpContext, request: FastifyRequest, boardId: string): void {
  refuseMissing(findAsked(context, boardId, request.query));
}

function refuseMissing(target: Result<Target>): void {
  if (target.ok) return;
  const problem = problemOf(target.refusal);
  if (problem.status === 404) throw problem;
}

/** The standings that a board's id and a query name; what is no text in the query is for its shape to refuse. */
export function findAsked(context: HttpContext, boardId: string, query: unknown): Result<Target> {
  const { period, scope } = query as Record<string, unknown>;
  const entry = findBoard(context, boardId);
  return entry.ok ? findTarget(context, entry.value, textOr(period), textOr(scope)) : entry;
}

function textOr(value: unknown): string | null {
  return typeof value === "string" ? value : null;
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
  const target = findAsked(context, boardId, request.query);
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

/** Sends an answer that is JSON text already. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type(jsonType).send(text);
}
