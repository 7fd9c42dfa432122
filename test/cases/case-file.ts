/**
 * Cases as they stand in their files, one JSON object a line: a board, events in the order in which they are
 * sent, and what must be answered. The README beside the shared cases says how to read them.
 *
 * What more-cases.jsonl has beyond it: any field of a board definition on `board` (`period` may be a list), any
 * field of a report on an event, and on an event `sentAt` (the server's clock then), `raw` (the score as raw
 * JSON), `answer` (the code of its refusal, where it is refused) and `closed` (the periods that did not take it).
 */
import { readFileSync } from "node:fs";

export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly board: CaseBoard;
  readonly events: readonly CaseEvent[];
  readonly expect: readonly Expectation[];
  readonly why: string;
}

export interface CaseBoard {
  readonly semantics: "best" | "sum" | "last";
  readonly order: "asc" | "desc";
  readonly ties: "first" | "last" | "shared" | "dense";
  readonly period: CasePeriod | readonly CasePeriod[];
  readonly timeZone: string;
  readonly decimals: number;
  readonly [field: string]: unknown;
}

export type CasePeriod = "all" | "daily" | "weekly" | "monthly" | { readonly season: string };

export interface CaseEvent {
  readonly player: string;
  readonly match?: string;
  readonly score?: number | string;
  readonly at?: string;
  readonly sentAt?: string;
  readonly raw?: string;
  readonly answer?: string;
  readonly closed?: readonly string[];
  readonly [field: string]: unknown;
}

export interface Expectation {
  readonly query: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** The cases of a file that lies beside this one. */
export function readCases(name: string): Case[] {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Case);
}

const kinds: Readonly<Record<string, string>> = {
  all: "all",
  daily: "day",
  weekly: "week",
  monthly: "month",
};

/** The name that the API gives a kind of period; undefined for what is no kind. */
export function kindOf(period: unknown): string | undefined {
  return typeof period === "string" ? kinds[period] : undefined;
}

/** The kinds and seasons of a board, as a definition names them. */
export function periodsOf(board: CaseBoard): unknown[] {
  return [board.period].flat().map((period) => kindOf(period) ?? period);
}

/** The definition of a case's board, with a grace that takes every late event of its own. */
export function definitionOf(board: CaseBoard): Record<string, unknown> {
  const { semantics, order, ties, period: _period, timeZone, decimals, min, max, ...rest } = board;
  const periods = periodsOf(board);
  const columns = [{ order, decimals, min, max }];
  return { semantics, columns, ties, periods, timeZone, grace: "10000d", ...rest };
}

/** The body of a report for an event. */
export function reportOf(event: CaseEvent): Record<string, unknown> {
  const {
    player,
    match,
    score,
    at,
    sentAt: _sentAt,
    raw: _raw,
    answer: _answer,
    closed: _closed,
    ...rest
  } = event;
  return { playerId: player, matchId: match, score, achievedAt: at, ...rest };
}

/** A body as text, its `score` as raw JSON where that is given: so that digits reach the server as they are. */
export function withRawScore(body: Record<string, unknown>, raw: string | undefined): string {
  if (raw === undefined) return JSON.stringify(body);
  const place = "here stands the score";
  return JSON.stringify({ ...body, score: place }).replace(JSON.stringify(place), raw);
}
