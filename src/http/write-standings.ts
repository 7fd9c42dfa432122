/**
 * Answers about standings as JSON text, byte for byte what JSON.stringify makes of the same fields.
 *
 * They are most of what the service sends, and an object that lives for one answer costs more than the rest of a small
 * read. Each function writes the fields of an object without its braces.
 */
import type { Board } from "../core/board.ts";
import { membersAhead, percentile, topPercent } from "../core/order.ts";
import { toNumber } from "../core/value.ts";
import type { Place, Row } from "../service/player.ts";
import type { Target } from "../service/target.ts";

/** Metadata by event as JSON text, null for none; null in all where it was not asked for. */
export type MetadataTable = ReadonlyMap<number, string | null> | null;

/** What every answer about standings begins with: which they are, up to the number of members. */
export function writeSubject({ board, period, scope }: Target): string {
  const scopeText = scope === null ? "null" : JSON.stringify(`${scope.name}:${scope.value}`);
  return `"board":${JSON.stringify(board.id)},"period":${JSON.stringify(period.key)},"scope":${scopeText},"total":`;
}

export function writeHead(target: Target, total: number, asOf: number): string {
  return `${writeSubject(target)}${total},"asOf":${asOf},"exact":true`;
}

export function writeRow(board: Board, row: Row, metadata: MetadataTable): string {
  const text = `"rank":${row.rank},"playerId":${quoted(row.playerId)},${writeScore(board, row.values)},"reachedAt":${row.reachedAt}`;
  if (metadata === null) return text;
  const found = metadata.get(row.event) ?? null;
  return `${text},"metadata":${found === null ? "null" : JSON.stringify(JSON.parse(found))}`;
}

/** Rows as the elements of an array. */
export function writeRows(board: Board, rows: readonly Row[], metadata: MetadataTable): string {
  let text = "";
  for (const row of rows) text += `${text === "" ? "" : ","}{${writeRow(board, row, metadata)}}`;
  return text;
}

export function writePlace(target: Target, place: Place, total: number, metadata: MetadataTable): string {
  const ahead = membersAhead(target.order.ties, place.ahead, place.better);
  return `${writeRow(target.board, place, metadata)},"attempts":${place.attempts},"percentile":${percentile(place.worse, total)},"topPercent":${topPercent(ahead, total)}`;
}

/** `score` on boards with one column, `values` by name on others. */
export function writeScore({ columns }: Board, values: readonly number[]): string {
  if (columns.length === 1) return `"score":${toNumber(values[0]!, columns[0]!.decimals)}`;
  const fields = columns.map(({ name, decimals }, i) => `"${name}":${toNumber(values[i]!, decimals)}`);
  return `"values":{${fields.join(",")}}`;
}

/** An id has neither control characters nor lone surrogates, so these two are all that JSON would escape in it. */
function quoted(id: string): string {
  return id.includes('"') || id.includes("\\") ? JSON.stringify(id) : `"${id}"`;
}
