/**
 * Ids: board, player and match ids and scope values. 1 to 128 bytes of well-formed UTF-8 without control
 * characters, compared bytewise, never trimmed, folded or normalised (semantics, "Identity and retries").
 */
import { ok, type Result, refuse, shown } from "./refusal.ts";

/** The most bytes an id may have. */
export const idBytesMax = 128;

const scopeNameForm = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

/** Checks an id; `what` names it in the message, `path` points to its field. */
export function checkId(what: string, id: string, path?: string): Result<string> {
  const fault = idFault(id);
  return fault === null ? ok(id) : refuse("invalid_id", `${what} ${shown(id)} ${fault}`, path);
}

/** Checks a board id: an id, and not `.` or `..`, which no URL path can carry. */
export function checkBoardId(id: string, path?: string): Result<string> {
  if (id === "." || id === "..")
    return refuse("invalid_id", `board id ${shown(id)} is not allowed: URL parsers remove it`, path);
  return checkId("board id", id, path);
}

/** Whether a text may name a scope of a board. */
export function isScopeName(name: string): boolean {
  return scopeNameForm.test(name);
}

/** What is wrong with an id, null if nothing. */
export function idFault(id: string): string | null {
  if (id.length === 0) return "is empty: an id has 1 to 128 bytes";
  let bytes = 0;
  for (let i = 0; i < id.length; i++) {
    const unit = id.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return `holds the control character U+${hex(unit)}`;
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else {
      const next = id.charCodeAt(i + 1);
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff))
        return `holds the lone surrogate U+${hex(unit)}`;
      bytes += 4;
      i += 1;
    }
  }
  return bytes > idBytesMax ? `has ${bytes} bytes of UTF-8: an id has 1 to ${idBytesMax}` : null;
}

/**
 * Compares two well-formed texts by their UTF-8 bytes: negative, zero or positive.
 *
 * UTF-16 order differs from it only where a surrogate meets a unit from U+E000 up: code points beyond the
 * basic plane are greater than all in it, but their surrogates (U+D800 to U+DFFF) are not.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rankOfUnit(left) - rankOfUnit(right);
  }
  return a.length - b.length;
}

function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function hex(unit: number): string {
  return unit.toString(16).toUpperCase().padStart(4, "0");
}
