/** Rows to the bytes of an answer, as the service makes them: plain objects, JSON, UTF-8. */
import type { Row } from "../../src/rank-index/rank-index.ts";

export function formatRows(total: number, rows: readonly Row[]): Buffer {
  const entries = rows.map(({ rank, playerId, values, reachedAt }) => ({
    rank,
    playerId,
    score: values[0],
    reachedAt,
  }));
  return Buffer.from(JSON.stringify({ total, entries }));
}
