/** Many reports to one board, and whole boards back, over HTTP. */
import { expect } from "vitest";
import type { CsvRow } from "./data-set.ts";
import type { TestService } from "./service.ts";

/** The most reports of a batch in one piece. */
const batchMax = 5_000;

export interface Entry {
  readonly rank: number;
  readonly playerId: string;
  readonly score: number;
  readonly reachedAt: number;
}

/** An entry of a lookup: `position` among those who were asked for. */
export interface LookupEntry extends Entry {
  readonly position: number;
}

/** The report of a data set's event. Scores go as texts, as they stand in the file. */
export function reportOfRow({ player, match, score, at }: CsvRow): object {
  return { playerId: player, matchId: match, score, achievedAt: at };
}

/** Sends reports in their order; each must be applied. */
export async function sendAll(
  service: Pick<TestService, "call">,
  board: string,
  reports: readonly object[],
): Promise<void> {
  for (let from = 0; from < reports.length; from += batchMax) {
    const batch = reports.slice(from, from + batchMax);
    const path = `/v1/leaderboards/${encodeURIComponent(board)}/scores/batch?answer=none`;
    const { status, body } = await service.call("POST", path, batch);
    expect([status, body.applied], JSON.stringify(body).slice(0, 500)).toEqual([200, batch.length]);
  }
}

/** Everybody on a board of up to 1,000 members, best first. */
export async function wholeTop(service: Pick<TestService, "call">, board: string): Promise<Entry[]> {
  const path = `/v1/leaderboards/${encodeURIComponent(board)}/top?limit=1000`;
  const { status, body } = await service.call("GET", path);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.entries).toHaveLength(body.total);
  return body.entries;
}

/** Some players of a board, ranked among themselves. */
export async function lookUp(
  service: Pick<TestService, "call">,
  board: string,
  playerIds: readonly string[],
): Promise<LookupEntry[]> {
  const path = `/v1/leaderboards/${encodeURIComponent(board)}/lookup`;
  const { status, body } = await service.call("POST", path, { playerIds });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.notFound).toEqual([]);
  return body.entries;
}
