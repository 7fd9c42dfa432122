/** Answers about standings, for a person. */
import type { Entry } from "laurel-client";
import { table } from "./table.ts";

/** A time as it is shown. */
export function time(ms: number): string {
  return new Date(ms).toISOString();
}

/** `arena, 2026-W41, region:eu: 1200 players, as of ...` */
export function headline(head: {
  board: string;
  period: string;
  scope: string | null;
  total: number;
  asOf: number;
}): string {
  const { board, period, scope, total, asOf } = head;
  const where = [board, period, ...(scope === null ? [] : [scope])].join(", ");
  return `${where}: ${total} ${total === 1 ? "player" : "players"}, as of ${time(asOf)}`;
}

/** Rows of a board as a table; `marked` is the player who was asked for. */
export function entryTable(entries: readonly Entry[], marked?: string): string[] {
  if (entries.length === 0) return ["nobody"];
  const names = valueNames(entries[0]!);
  const columns = [
    { head: "rank", right: true },
    { head: "player" },
    ...names.map((head) => ({ head, right: true })),
    { head: "reached" },
  ];
  const rows = entries.map((entry) => [
    String(entry.rank),
    entry.playerId,
    ...valuesOf(entry).map(String),
    entry.playerId === marked ? `${time(entry.reachedAt)}  <-` : time(entry.reachedAt),
  ]);
  return table(columns, rows);
}

/** The names of what a standing is counted in: `score`, or the board's columns. */
export function valueNames(standing: { values?: Readonly<Record<string, number>> }): string[] {
  return standing.values === undefined ? ["score"] : Object.keys(standing.values);
}

export function valuesOf(standing: { score?: number; values?: Readonly<Record<string, number>> }): number[] {
  return standing.values === undefined ? [standing.score!] : Object.values(standing.values);
}
