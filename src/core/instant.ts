/**
 * Instants as they are reported: a count of milliseconds since 1970, or RFC 3339 text (semantics, "Time").
 * Inside, an instant is always the former.
 */
import { ok, type Result, refuse, shown } from "./refusal.ts";

/** The first and the last millisecond of what RFC 3339 can write in UTC, years 0000 to 9999. */
export const instantMin = -62_167_219_200_000;
export const instantMax = 253_402_300_799_999;

/** A count below this is taken for seconds: as milliseconds it lies before March 1973, as seconds after 5138. */
export const reportedMsMin = 1e11;

const textForm = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Reads a reported instant, in milliseconds since 1970.
 *
 * A number is a whole count of milliseconds, at least 10^11. Text is RFC 3339: a real date and time of day,
 * with an offset; digits beyond the millisecond are cut. Text has no floor of 10^11, as it cannot be seconds
 * by mistake. Neither may leave the years 0000 to 9999 (UTC).
 *
 * Refused: `invalid_request`.
 */
export function readInstant(input: number | string, path?: string): Result<number> {
  return typeof input === "number" ? readCount(input, path) : readText(input, path);
}

/**
 * Milliseconds since 1970 of a UTC date and time of day, `YYYY-MM-DD` and `HH:MM:SS`; null if there is none.
 *
 * 24:00 is the next day under another name, and a leap second (:60) has no count of its own: a millisecond
 * count gives it the number of the second after. Neither is guessed at.
 */
export function utcMs(date: string, time: string): number | null {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const [hour, minute, second] = time.split(":").map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59) return null;
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // An impossible month or day rolls over into another date.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

function readCount(count: number, path: string | undefined): Result<number> {
  if (!Number.isInteger(count)) {
    const rule = "a whole count of milliseconds since 1970";
    return refuse("invalid_request", `instant ${shown(count)} is not ${rule}`, path);
  }
  if (count < reportedMsMin) {
    const rule = "below 10^11, seconds by mistake: a count is in milliseconds since 1970";
    return refuse("invalid_request", `instant ${shown(count)} is ${rule}`, path);
  }
  if (count > instantMax) {
    const rule = "after the year 9999: a count is in milliseconds since 1970";
    return refuse("invalid_request", `instant ${shown(count)} is ${rule}`, path);
  }
  return ok(count);
}

function readText(text: string, path: string | undefined): Result<number> {
  const parts = textForm.exec(text);
  if (parts === null) {
    const rule = "RFC 3339 text with an offset, such as 2026-10-05T18:30:00Z";
    return refuse("invalid_request", `instant ${shown(text)} is not ${rule}`, path);
  }
  const [, date, time, fraction = "", sign, offsetHours = "0", offsetMinutes = "0"] = parts;
  const local = utcMs(date!, time!);
  if (local === null) {
    const rule = "names a date or a time of day that does not exist (24:00 and leap seconds count as such)";
    return refuse("invalid_request", `instant ${shown(text)} ${rule}`, path);
  }
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) {
    return refuse("invalid_request", `instant ${shown(text)} has an offset beyond 23:59`, path);
  }
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -60_000 : 60_000);
  const instant = local + Number(fraction.slice(0, 3).padEnd(3, "0")) - offset;
  if (instant < instantMin || instant > instantMax) {
    return refuse("invalid_request", `instant ${shown(text)} is outside the years 0000 to 9999 in UTC`, path);
  }
  return ok(instant);
}
