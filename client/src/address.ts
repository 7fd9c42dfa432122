/** Ids and parameters as they stand in an address. */
import { LaurelError } from "./laurel-error.ts";

/** Parameters of a query; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Path of a board's routes. */
export function boardPath(board: string): string {
  return `/v1/leaderboards/${segment(board)}`;
}

/** An id as a part of a path. Throws `invalid_id` where no path can carry it. */
export function segment(id: string): string {
  // URL parsers take these out, encoded or not: the request would go elsewhere.
  if (id === "." || id === "..") throw invalidId(id, "cannot stand in an address");
  return encode(id);
}

/** The query with its question mark; empty where there is no parameter. */
export function writeQuery(query: Query): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parts.push(`${encode(name)}=${encode(String(value))}`);
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function encode(text: string): string {
  try {
    // URL parsers encode an apostrophe in a query by themselves: what is signed must be what is sent.
    return encodeURIComponent(text).replaceAll("'", "%27");
  } catch (cause) {
    // A lone surrogate has no UTF-8: replacing it would quietly ask for another id.
    throw invalidId(text, "is not well-formed Unicode", cause);
  }
}

function invalidId(id: string, fault: string, cause?: unknown): LaurelError {
  return new LaurelError({
    status: 0,
    code: "invalid_id",
    detail: `${JSON.stringify(id)} ${fault}`,
    cause,
  });
}
