/**
 * Values: exact scaled integers (semantics, "Values"). Inside, a value is the number times 10^decimals.
 */
import type { Direction } from "./order.ts";
import { ok, type Result, refuse, shown } from "./refusal.ts";

/** One column of a board. `min` and `max` are scaled integers and bound each reported value. */
export interface Column {
  readonly name: string;
  readonly order: Direction;
  /** Digits behind the point, 0 to 6. */
  readonly decimals: number;
  readonly min: number;
  readonly max: number;
}

/** The greatest digits count behind the point that a column may have. */
export const decimalsMax = 6;

const textForm = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Largest magnitude of a scaled integer: what JSON numbers carry exactly, with decimals or without. */
export function valueLimit(decimals: number): number {
  return decimals === 0 ? Number.MAX_SAFE_INTEGER : 1e15 - 1;
}

/**
 * A value as read, before the column's `min` and `max` are looked at: its scaled integer, or its text where no
 * scaled integer holds it.
 */
export type ReadValue = number | string;

/**
 * Reads a value exactly: a finite number, or text of the form `-?(0|[1-9]\d*)(\.\d+)?`. Nothing is rounded.
 *
 * Refused here: another form (`invalid_number`), more decimals than the column has (`too_many_decimals`).
 * The range is judged later, behind identity: see `checkRange`.
 */
export function readValue(column: Column, input: number | string, path?: string): Result<ReadValue> {
  const whole = typeof input === "number" ? scaledWhole(input, column.decimals) : null;
  if (whole !== null) return ok(whole);
  const text = typeof input === "number" ? plainDigits(input) : input;
  const parts = text === null ? null : textForm.exec(text);
  if (text === null || parts === null) {
    return refuse(
      "invalid_number",
      `${column.name} ${shown(input)} is not a number of the form -?(0|[1-9]\\d*)(\\.\\d+)?`,
      path,
    );
  }
  const fraction = withoutTrailingZeros(parts[3] ?? "");
  if (fraction.length > column.decimals) {
    const allowed = column.decimals === 0 ? "no decimals" : `at most ${column.decimals} decimals`;
    return refuse(
      "too_many_decimals",
      `${column.name} ${shown(text)} has ${fraction.length} decimals; the board takes ${allowed}`,
      path,
    );
  }
  const digits = parts[2]! + fraction.padEnd(column.decimals, "0");
  // 16 digits are the most that a safe integer has; Number() of that many is exact up to 2^53.
  const magnitude = digits.length > 40 ? Number.POSITIVE_INFINITY : Number(digits);
  if (magnitude > valueLimit(column.decimals)) return ok(text);
  return ok(parts[1] === "-" ? 0 - magnitude : magnitude);
}

/** Judges a read value against the range of all values and the column's own bounds: `score_out_of_range`. */
export function checkRange(column: Column, read: ReadValue, path?: string): Result<number> {
  if (typeof read === "string") {
    const limit = formatScaled(valueLimit(column.decimals), column.decimals);
    return refuse(
      "score_out_of_range",
      `${column.name} ${shown(read)} is outside the range of a value, ±${limit}`,
      path,
    );
  }
  if (read > column.max)
    return refuse("score_out_of_range", outside(column, read, "above", "max", column.max), path);
  if (read < column.min)
    return refuse("score_out_of_range", outside(column, read, "below", "min", column.min), path);
  return ok(read);
}

/** Whether a total is a value at all; `min` and `max` bound reports, not totals. */
export function totalInRange(column: Column, total: number): boolean {
  return Math.abs(total) <= valueLimit(column.decimals);
}

/** The JSON number for a scaled integer: exact, as both ranges are what a double's shortest form carries. */
export function toNumber(scaled: number, decimals: number): number {
  return decimals === 0 ? scaled : scaled / 10 ** decimals;
}

/** The decimal text for a scaled integer, for messages and exports: `-12.50` at two decimals. */
export function formatScaled(scaled: number, decimals: number): string {
  if (decimals === 0) return String(scaled);
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return `${scaled < 0 ? "-" : ""}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** A loop, not a regular expression: `/0+$/` tries every zero as a start, which takes seconds on a long text. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}

function outside(column: Column, scaled: number, word: string, bound: string, limit: number): string {
  const { name, decimals } = column;
  return `${name} ${toNumber(scaled, decimals)} is ${word} the board's ${bound} ${toNumber(limit, decimals)}`;
}

/**
 * The scaled integer of a whole number, as most scores are: exact, since a product within the limit is below 2^53.
 * null where the digits must be looked at.
 */
function scaledWhole(input: number, decimals: number): number | null {
  if (!Number.isInteger(input)) return null;
  const scaled = decimals === 0 ? input : input * 10 ** decimals;
  // Adding 0 makes a zero of a negative zero.
  return Math.abs(scaled) <= valueLimit(decimals) ? scaled + 0 : null;
}

/** The digits of a finite number without an exponent; null where it is not finite. */
function plainDigits(input: number): string | null {
  if (!Number.isFinite(input)) return null;
  const text = String(input);
  const at = text.indexOf("e");
  if (at < 0) return text;
  const exponent = Number(text.slice(at + 1));
  const sign = text.startsWith("-") ? "-" : "";
  const [whole, fraction = ""] = text.slice(sign.length, at).split(".") as [string, string?];
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction}${"0".repeat(exponent - fraction.length)}`;
}
