import type { Board } from "../../core/board.ts";
import type { Catalogue } from "../../core/catalogue.ts";
import { reportedMsMin } from "../../core/instant.ts";
import type { ScoreRecord } from "../../core/record.ts";
import { formatScaled } from "../../core/value.ts";

/** An event as a report: the line of NDJSON that import takes back. Values are exact decimal text. */
export function eventLine(catalogue: Catalogue, board: Board, record: ScoreRecord, playerId: string): string {
  const { matchId, values, achievedAt, scopes, metadata } = record;
  const texts = board.columns.map((column, i) => formatScaled(values[i]!, column.decimals));
  const named = scopes.map((number) => {
    const { name, value } = catalogue.scope(number)!;
    return [name, value];
  });
  const line = {
    board: board.id,
    playerId,
    matchId,
    ...(texts.length === 1
      ? { score: texts[0] }
      : { values: Object.fromEntries(board.columns.map(({ name }, i) => [name, texts[i]])) }),
    // A small count would be taken for seconds by mistake.
    achievedAt: achievedAt < reportedMsMin ? new Date(achievedAt).toISOString() : achievedAt,
    ...(named.length > 0 ? { scopes: Object.fromEntries(named) } : {}),
  };
  const text = JSON.stringify(line);
  // Metadata is compact JSON already.
  return metadata === null ? text : `${text.slice(0, -1)},"metadata":${metadata}}`;
}
