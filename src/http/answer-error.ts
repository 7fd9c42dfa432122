/** Every error leaves in the one shape, whoever found it: a route, the framework, its router, or Node's parser. */
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { shown } from "../core/refusal.ts";
import { LedgerFault } from "../service/context.ts";
import { checkKey } from "./access.ts";
import type { HttpContext } from "./context.ts";
import { type HeaderList, setHeaders } from "./header-list.ts";
import { Problem, type ProblemCode, problemDocument } from "./problem.ts";

/** Answers any error: a Problem as it is, one of the framework as the Problem it means, any other as `internal`. */
export function answerError(
  context: HttpContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, headers, body } = answerOfError(context, error, request);
  setHeaders(reply, headers);
  return reply.code(status).send(body);
}

/** The same as what it consists of. */
export function answerOfError(
  context: HttpContext,
  error: Error,
  { url, id, headers }: Pick<FastifyRequest, "url" | "id" | "headers">,
): { status: number; headers: HeaderList; body: Buffer } {
  const problem = toProblem(error, headers["content-type"]);
  if (problem.code === "internal") context.onError(error);
  const { retryAfter } = problem;
  return {
    status: problem.status,
    headers: [
      ...(retryAfter === undefined ? [] : ["retry-after", String(retryAfter)]),
      ...Object.entries(problem.headers).flat(),
      ...["content-type", "application/problem+json"],
    ],
    body: Buffer.from(JSON.stringify(problemDocument(problem, url.split("?")[0]!, id))),
  };
}

/** The router refused an address before any hook ran: who may not be here still gets 401. */
export function refuseAddress(context: HttpContext, error: Error, request: FastifyRequest): Error {
  try {
    checkKey(context, request);
    return error;
  } catch (denied) {
    return denied as Error;
  }
}

/** What Node's parser refuses has no request: a bare answer, then the connection ends. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const problem = new Problem(
    error.code === "HPE_HEADER_OVERFLOW" ? "headers_too_large" : "invalid_request",
    `the request could not be read: ${error.message}`,
  );
  const body = JSON.stringify(problemDocument(problem, "", ""));
  const head = `HTTP/1.1 ${problem.status} ${problem.status === 431 ? "Request Header Fields Too Large" : "Bad Request"}`;
  socket.end(
    `${head}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

export function tooLarge(): Problem {
  return new Problem("body_too_large", "the body is larger than this address takes");
}

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_request",
  FST_ERR_BAD_URL: "invalid_request",
  FST_ERR_MAX_PARAM_LENGTH: "uri_too_long",
};

function toProblem(error: Error, contentType: string | undefined): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof LedgerFault && error.outcome !== "decide_failed")
    return new Problem(error.outcome, error.message);
  const { code = "", statusCode = 500 } = error as FastifyError;
  const known = frameworkCodes[code];
  if (known === "unsupported_media_type")
    return new Problem(known, `content type ${shown(contentType ?? "")} is not one that this address takes`);
  if (known === "body_too_large") return tooLarge();
  if (known !== undefined) return new Problem(known, error.message);
  if (statusCode >= 400 && statusCode < 500) return new Problem("invalid_request", error.message);
  return new Problem("internal", "an unexpected error; the log of the server has the reason");
}
