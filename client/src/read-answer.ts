/** From an answer of the service to its body, or to the LaurelError that it is. */
import { LaurelError } from "./laurel-error.ts";

/** The parsed body of an answer with a status of 200 to 299; undefined for one without a body. */
export async function readAnswer<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (response.status === 204) return undefined as T;
  const body = parse(text);
  if (response.ok && body !== undefined) return body as T;
  throw errorOf(response, text, body);
}

/** What an answer that is no success says. */
export async function readError(response: Response): Promise<LaurelError> {
  const text = await response.text();
  return errorOf(response, text, parse(text));
}

function errorOf(response: Response, text: string, body: unknown): LaurelError {
  const problem = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const known = typeof problem.code === "string" && typeof problem.detail === "string";
  return new LaurelError({
    status: response.status,
    code: known ? (problem.code as string) : "unexpected_answer",
    detail: known
      ? (problem.detail as string)
      : `the answer with status ${response.status} is not one of Laurel's: ${text.slice(0, 100)}`,
    requestId: response.headers.get("laurel-request-id"),
    body: body ?? text,
    retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
  });
}

/** undefined where the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, as the service says it, or a date, as proxies do; null where it is neither. */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
