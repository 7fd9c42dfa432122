/**
 * Reading JSON bodies without losing a digit.
 *
 * JSON.parse turns every number into a double and says nothing when that rounds: a score of
 * 0.10000000000000000001 would silently be 0.1. Such numbers, which no double carries, are handed on as text,
 * so that the rules judge what was really sent. Nearly no body holds one, and the test for it is one regular
 * expression; of a field that is named twice, the last counts.
 */
import { isUtf8 } from "node:buffer";
import { Problem } from "./problem.ts";

/** 16 digits and more, or an exponent: only these can be rounded by a double. Strings may match too. */
const suspicious = /\d[\d.]{15}|\d[eE]/;

/** A string, or a number: scanning strings whole keeps digits inside them out of the way. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses a body. Throws `invalid_json` where it is not UTF-8 or not JSON. */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new Problem("invalid_json", "the body is not UTF-8");
  const text = body.toString();
  try {
    return JSON.parse(suspicious.test(text) ? quoteInexact(text) : text);
  } catch (error) {
    throw new Problem("invalid_json", `the body is not JSON: ${(error as Error).message}`);
  }
}

function quoteInexact(text: string): string {
  // What JSON.parse refuses must not become JSON by quoting.
  JSON.parse(text);
  return text.replace(token, (found) => (found.startsWith('"') || isExact(found) ? found : `"${found}"`));
}

/** Whether the double that a number's text becomes is that very number. */
function isExact(text: string): boolean {
  return canonical(text) === canonical(String(Number(text)));
}

/** A decimal number as its sign, digits without zeros at the ends, and the power of ten of the last one. */
function canonical(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return text;
  const [, sign, whole, fraction = "", exponent = "0"] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
