/**
 * Durations as definitions and settings write them: a whole number and a unit, `60s` or `10000d`.
 */
import { ok, type Result, refuse, shown } from "./refusal.ts";

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

type Unit = keyof typeof unitMs;

const form = /^(\d+)(ms|s|m|h|d)$/;

/** From the longest on: the first that divides a duration gives its shortest form. */
const unitsLongestFirst: readonly Unit[] = ["d", "h", "m", "s", "ms"];

/**
 * Reads a duration, in milliseconds: a whole number and `ms`, `s`, `m`, `h` or `d` (of 24 hours). `0s` is
 * legal, and so is any length whose milliseconds are a safe integer.
 *
 * Refused: `invalid_request`.
 */
export function parseDuration(text: string, path?: string): Result<number> {
  const parts = form.exec(text);
  if (parts === null) {
    const rule = "a whole number followed by ms, s, m, h or d, such as 60s";
    return refuse("invalid_request", `duration ${shown(text)} is not ${rule}`, path);
  }
  // A product that does not fit is rounded, but never down into the safe range: the check is exact.
  const ms = Number(parts[1]) * unitMs[parts[2] as Unit];
  if (!Number.isSafeInteger(ms)) {
    const most = formatDuration(Number.MAX_SAFE_INTEGER);
    return refuse("invalid_request", `duration ${shown(text)} is too long: at most ${most}`, path);
  }
  return ok(ms);
}

/** The shortest text that reads back as exactly this many milliseconds: `1d` for 86400000, `0s` for none. */
export function formatDuration(ms: number): string {
  if (!Number.isSafeInteger(ms) || ms < 0)
    throw new Error(`duration ${ms} is not a whole count of milliseconds`);
  if (ms === 0) return "0s";
  const unit = unitsLongestFirst.find((each) => ms % unitMs[each] === 0)!;
  return `${ms / unitMs[unit]}${unit}`;
}
