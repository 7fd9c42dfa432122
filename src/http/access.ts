/**
 * Who may do what, checked before anything else of a request is looked at.
 *
 * The order is part of the API: 401 (also for what does not exist), 404 for a board that the key is not bound
 * to, 403 for a right it lacks, then 404 for a board that is not there.
 */
import type { FastifyRequest } from "fastify";
import type { Right } from "../core/record.ts";
import { shown } from "../core/refusal.ts";
import type { Access } from "../service/keys.ts";
import type { HttpContext } from "./context.ts";
import { Problem } from "./problem.ts";

/** What a route asks of its caller. */
export interface RouteAccess {
  /** `none`: open to all. `any`: any key will do. */
  readonly right: Right | "none" | "any";
  /** Open to all on a board whose reads are public. */
  readonly publicReads?: boolean;
  /** The board named in the path need not exist. */
  readonly definesBoard?: boolean;
  /** About the service as a whole: not for keys that are bound to boards. */
  readonly everyBoard?: boolean;
}

/** Of every read of standings. */
export const readAccess: RouteAccess = { right: "read", publicReads: true };

declare module "fastify" {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** Takes NDJSON of any length. */
    streams?: boolean;
  }
  interface FastifyRequest {
    /** null for a caller without a key. */
    access: Access | null;
  }
}

/** Checks a request against its route; throws the Problem that answers it. Sets `request.access`. */
export function checkAccess(context: HttpContext, request: FastifyRequest): void {
  const route = request.routeOptions.config.access ?? { right: "any" };
  const board = (request.params as { board?: string } | null)?.board ?? null;
  request.access = accessTo(context, route, board, request.headers.authorization);
}

/**
 * The access of a caller with this Authorization header to a route, null without a key. `board` is the one that the
 * path names. Throws the Problem that answers who may not.
 */
export function accessTo(
  context: HttpContext,
  route: RouteAccess,
  board: string | null,
  authorization: string | undefined,
): Access | null {
  if (route.right === "none") return null;
  const access = readKey(context, authorization);
  if (access === null) {
    if (route.publicReads === true && board === null) return null;
    const entry =
      route.publicReads === true && board !== null ? context.ledger.catalogue.board(board) : undefined;
    if (entry?.board.publicReads === true) return null;
    throw missingKey();
  }
  if (board !== null) checkBound(access, board);
  if (route.everyBoard === true && access.boards !== null) {
    throw new Problem("forbidden", "the key is bound to boards; this is about the service as a whole");
  }
  if (!mayDo(context, access, route, board)) {
    throw new Problem(
      "forbidden",
      `the key lacks the right ${shown(route.right)}; it has ${access.rights.join(", ")}`,
    );
  }
  if (board !== null && route.definesBoard !== true && context.ledger.catalogue.board(board) === undefined)
    throw unknownBoard(board);
  return access;
}

/** Throws `unknown_board` for a board that a key is not bound to: it must not learn whether there is one. */
export function checkBound(access: Access | null, board: string): void {
  if (access !== null && access.boards !== null && !access.boards.includes(board)) throw unknownBoard(board);
}

export function unknownBoard(board: string): Problem {
  return new Problem("unknown_board", `board ${shown(board)} does not exist`);
}

function mayDo(context: HttpContext, access: Access, route: RouteAccess, board: string | null): boolean {
  if (route.right === "any" || access.rights.includes("admin")) return true;
  if (access.rights.includes(route.right as Right)) return true;
  return (
    route.publicReads === true &&
    board !== null &&
    context.ledger.catalogue.board(board)?.board.publicReads === true
  );
}

function readKey(context: HttpContext, header: string | undefined): Access | null {
  if (header === undefined) return null;
  const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (secret === undefined) throw unauthorized("the Authorization header is not of the form Bearer <key>");
  const access = context.keyring.accessOf(secret);
  if (access === null) throw unauthorized("the key is unknown or was revoked");
  return access;
}

/** For addresses that the router could not read: who has no key hears nothing but that. */
export function checkKey(context: HttpContext, request: FastifyRequest): void {
  if (readKey(context, request.headers.authorization) === null) throw missingKey();
}

function missingKey(): Problem {
  return unauthorized("a key is needed: send it as Authorization: Bearer <key>");
}

function unauthorized(detail: string): Problem {
  return new Problem("unauthorized", detail, { headers: { "www-authenticate": "Bearer" } });
}
