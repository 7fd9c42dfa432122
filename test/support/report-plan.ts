/** Reports to boards of every fold, made from a seed, and the boards that must come of them however they are sent. */

import { expect } from "vitest";
import { makeBoard } from "../../src/core/board.ts";
import { foldAll, type Standing } from "../../src/core/fold.ts";
import { compareKeys } from "../../src/core/order.ts";
import { definitionOf } from "./ledger-history.ts";
import type { Random } from "./random.ts";
import { type Answer, call } from "./service.ts";

/** The boards of a plan. Their periods hold all that is reported during a test. */
export const planBoards = [
  {
    id: "best",
    columns: [{ name: "points" }, { name: "time", order: "asc" }],
    periods: ["all", "month"],
    scopes: ["guild"],
  },
  { id: "sum", semantics: "sum", ties: "shared", periods: ["all", "week"], scopes: ["guild", "region"] },
  { id: "last", semantics: "last", ties: "dense" },
] as const;

export interface PlannedReport {
  readonly board: string;
  /** As it is sent. */
  readonly body: {
    readonly playerId: string;
    readonly matchId: string;
    readonly achievedAt: number;
    readonly scopes: Readonly<Record<string, string>>;
    readonly score?: number;
    readonly delta?: number;
    readonly values?: { readonly points: number; readonly time: number };
  };
}

/** A report that is like no other by its match; players, values and instants repeat often. */
export function planReport(random: Random, number: number, now: number): PlannedReport {
  const { id } = planBoards[random(planBoards.length)]!;
  const scopes: Record<string, string> = {};
  if (id !== "last" && random(2) === 0) scopes.guild = `g{${random(3)}}:é`;
  if (id === "sum" && random(3) === 0) scopes.region = "eu";
  const value =
    id === "best"
      ? { values: { points: random(5), time: random(4) } }
      : id === "sum"
        ? { delta: random(7) - 3 }
        : { score: random(6) };
  const body = {
    playerId: `player ${random(25)}`,
    matchId: `m:${number}`,
    achievedAt: now - random(4),
    scopes,
  };
  return { board: id, body: { ...body, ...value } };
}

interface Entry {
  readonly playerId: string;
  readonly values: readonly number[];
  readonly reachedAt: number;
}

/** Everybody's standings on `all`, in order, as they follow from a set of reports. */
function plannedTop(board: string, reports: readonly PlannedReport[], guild?: string): Entry[] {
  const rule = makeBoard(1, definitionOf(planBoards.find(({ id }) => id === board)!));
  const byPlayer = new Map<string, PlannedReport[]>();
  for (const report of reports) {
    if (report.board !== board || (guild !== undefined && report.body.scopes.guild !== guild)) continue;
    const { playerId } = report.body;
    byPlayer.set(playerId, [...(byPlayer.get(playerId) ?? []), report]);
  }
  const entries = [...byPlayer].map(([playerId, of]): Entry => {
    const events = of.map(({ body }, i) => ({
      sequence: i + 1,
      matchId: body.matchId,
      achievedAt: body.achievedAt,
      values: body.values ? [body.values.points, body.values.time] : [(body.delta ?? body.score)!],
    }));
    const { values, reachedAt }: Standing = foldAll(rule, events)!.standing;
    return { playerId, values, reachedAt };
  });
  return entries.sort((a, b) => compareKeys(rule.order, a, b));
}

/** Everybody on a board's first period, as the service shows them. */
async function servedTop(url: string, board: string, guild?: string): Promise<Entry[]> {
  const scope = guild === undefined ? "" : `&scope=${encodeURIComponent(`guild:${guild}`)}`;
  const { status, body } = await call(url, "GET", `/v1/leaderboards/${board}/top?limit=1000${scope}`);
  if (status !== 200) throw new Error(`top of ${board}: ${status} ${JSON.stringify(body)}`);
  // biome-ignore lint/suspicious/noExplicitAny: an entry by its documented shape
  return body.entries.map(({ playerId, score, values, reachedAt }: any) => ({
    playerId,
    values: values === undefined ? [score] : [values.points, values.time],
    reachedAt,
  }));
}

const planGuilds = ["g{0}:é", "g{1}:é", "g{2}:é"];

/** Defines the boards of a plan. */
export async function definePlanBoards(url: string): Promise<void> {
  for (const board of planBoards) {
    const { status, body } = await call(url, "PUT", `/v1/admin/leaderboards/${board.id}`, board);
    if (status !== 201 && status !== 200) throw new Error(JSON.stringify(body));
  }
}

/** What became of a report, in an answer of its own or in that of a batch. */
export interface Result {
  readonly status: number;
  readonly applied?: boolean;
  readonly duplicate?: boolean;
}

export function sendOne(url: string, { board, body }: PlannedReport): Promise<Answer> {
  return call(url, "POST", `/v1/leaderboards/${board}/scores`, body);
}

/** Sends reports of one board as a JSON array, or as lines; one result each, in order. */
export async function sendBatch(
  url: string,
  reports: readonly PlannedReport[],
  lines: boolean,
): Promise<Result[]> {
  const path = `/v1/leaderboards/${reports[0]!.board}/scores/batch`;
  const bodies = reports.map(({ body }) => body);
  if (!lines) {
    const answer = await call(url, "POST", path, bodies);
    return answer.status === 200 ? answer.body.results : reports.map(() => ({ status: answer.status }));
  }
  const text = bodies.map((body) => JSON.stringify(body)).join("\n");
  const answer = await call(url, "POST", path, text, { headers: { "content-type": "application/x-ndjson" } });
  if (answer.status !== 200) return reports.map(() => ({ status: answer.status }));
  const results = typeof answer.body === "string" ? answer.body.trimEnd().split("\n") : [answer.body];
  return results.map((line) => (typeof line === "string" ? JSON.parse(line) : line));
}

/** Has all boards verified: how many events each has, and what is wrong with any. */
async function verifyAll(url: string): Promise<{ events: Record<string, number>; differences: unknown[] }> {
  const started = await call(url, "POST", "/v1/admin/verify");
  for (;;) {
    const { body: job } = await call(url, "GET", `/v1/admin/jobs/${started.body.id}`);
    if (job.state === "done") {
      const boards: { board: string; events: number; differences: unknown[] }[] = job.result;
      return {
        events: Object.fromEntries(boards.map(({ board, events }) => [board, events])),
        differences: boards.flatMap(({ differences }) => differences),
      };
    }
    if (job.state !== "running") throw new Error(JSON.stringify(job));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The boards are what follows from these reports, each counted once, and the service's own check agrees. */
export async function expectPlanned(url: string, reports: readonly PlannedReport[]): Promise<void> {
  for (const { id, scopes } of planBoards.map((board) => ({ scopes: [], ...board }))) {
    expect(await servedTop(url, id)).toEqual(plannedTop(id, reports));
    for (const guild of scopes.length === 0 ? [] : planGuilds)
      expect(await servedTop(url, id, guild)).toEqual(plannedTop(id, reports, guild));
  }
  const { events, differences } = await verifyAll(url);
  expect(differences).toEqual([]);
  expect(events).toEqual(
    Object.fromEntries(planBoards.map(({ id }) => [id, reports.filter(({ board }) => board === id).length])),
  );
}
