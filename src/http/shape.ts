/**
 * Checking the shape of what comes in, by the schemas that also make the types and the OpenAPI document.
 *
 * Nothing is converted and nothing dropped: a number in quotes is no number, and an unknown field or query
 * parameter is refused, so that `perid=day` does not quietly answer all-time.
 */
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { shown } from "../core/refusal.ts";
import { Problem } from "./problem.ts";

/** Checks a value: null if it has the shape, else what to answer. */
export type ShapeCheck = (value: unknown) => Problem | null;

interface ShapeError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: Record<string, unknown>;
}

/** The check for a schema; `what` names the value in messages ("the body", "the query"). */
export function shapeCheck(schema: TSchema, what: string): ShapeCheck {
  const compiled = Compile(schema);
  return (value) =>
    compiled.Check(value) ? null : problemFor(compiled.Errors(value) as ShapeError[], value, what);
}

function problemFor(errors: readonly ShapeError[], value: unknown, what: string): Problem {
  const unknown = errors.find((error) => error.keyword === "additionalProperties");
  if (unknown !== undefined) {
    const [name] = unknown.params.additionalProperties as string[];
    const word = what === "the query" ? "query parameter" : "field";
    return new Problem("invalid_request", `unknown ${word} ${shown(name)}`, {
      path: `${unknown.instancePath}/${escapePointer(name!)}`,
    });
  }
  // The deepest place tells most: a union reports each of its branches before itself.
  const missing = errors.find((error) => error.keyword === "required");
  const first = missing ?? errors[0];
  if (first === undefined) return new Problem("invalid_request", `${what} does not have the right shape`);
  const same = errors.filter(
    (error) => error.instancePath === first.instancePath && error.keyword === first.keyword,
  );
  const messages = [...new Set(same.map((error) => error.message))].join(", or ");
  const place = first.instancePath === "" ? what : `${what}, ${first.instancePath},`;
  const got = missing === undefined ? ` (it is ${shown(kindOf(valueAt(value, first.instancePath)))})` : "";
  return new Problem("invalid_request", `${place} ${messages}${got}`, { path: first.instancePath });
}

function valueAt(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const part of path.split("/").slice(1)) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return found;
}

function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : value;
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
