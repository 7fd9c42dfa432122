/**
 * Reading JSON bodies without losing a digit.
 *
 * JSON.parse turns every number into a double and says nothing when that rounds: a score of
 * 0.10000000000000000001 would silently be 0.1. Such numbers, which no double carries, are handed on as text,
 * so that the rules judge what was really sent. Nearly no body holds one, and the test for it is one regular
 * expression; of a field that is named twice, the last counts.
 */
import { isUtf8 } from "node:buffer";
import { withoutTrailingZeros } from "../core/value.ts";
import { Problem } from "./problem.ts";

/**
 * 16 digits and more, or an exponent: only these can be rounded by a double. A number begins the text or stands
 * behind one of these marks; what strings begin with does not, so ids of hex digits are passed by.
 */
const suspicious = /(?:[:,[\s]|^)-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/** What a body consists of: scanning strings whole keeps digits inside them out of the way. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]]/g;

/** Beyond this no value is near its range; the text is then judged as it stands. */
const exponentMax = 400;

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

/** Metadata is nobody's to change: its numbers stay numbers, as any reader of JSON has them. */
function quoteInexact(text: string): string {
  // What JSON.parse refuses must not become JSON by quoting.
  JSON.parse(text);
  let depth = 0;
  let metadataDepth = Number.POSITIVE_INFINITY;
  let last = "";
  return text.replace(token, (found) => {
    const first = found.charCodeAt(0);
    if (first === openBrace || first === openBracket) {
      depth += 1;
      if (last === '"metadata"' && depth < metadataDepth) metadataDepth = depth;
    } else if (first === closeBrace || first === closeBracket) {
      if (depth === metadataDepth) metadataDepth = Number.POSITIVE_INFINITY;
      depth -= 1;
    } else if (first !== quote && depth < metadataDepth) {
      last = "";
      return isExact(found) ? found : `"${plain(found)}"`;
    }
    last = found;
    return found;
  });
}

const [openBrace, closeBrace, openBracket, closeBracket, quote] = [0x7b, 0x7d, 0x5b, 0x5d, 0x22];

/** Whether the double that a number's text becomes is that very number. */
function isExact(text: string): boolean {
  const [sent, kept] = [canonical(text), canonical(String(Number(text)))];
  return (
    sent !== null &&
    kept !== null &&
    sent.sign === kept.sign &&
    sent.digits === kept.digits &&
    sent.exponent === kept.exponent
  );
}

interface Decimal {
  readonly sign: string;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

function canonical(text: string): Decimal | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, sign, whole, fraction = "", exponent = "0"] = parts as unknown as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = withoutTrailingZeros(digits);
  if (kept === "") return { sign: "", digits: "", exponent: 0 };
  return { sign, digits: kept, exponent: Number(exponent) - fraction.length + digits.length - kept.length };
}

/** A number's text without an exponent, which is the form that the rules read. */
function plain(text: string): string {
  const decimal = canonical(text);
  if (decimal === null || Math.abs(decimal.exponent) > exponentMax) return text;
  const { sign, digits, exponent } = decimal;
  if (exponent >= 0) return `${sign}${digits}${"0".repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
