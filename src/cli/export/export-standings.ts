/** A board's standings, best first, asked of the running service page by page. */
import type { Entry, LaurelClient } from "laurel-client";
import { time } from "../standings.ts";
import type { LineWriter } from "../terminal.ts";
import { csvLine } from "./csv-line.ts";

const pageRows = 1_000;

export async function exportStandings(
  client: LaurelClient,
  board: string,
  options: { readonly period?: string; readonly scope?: string; readonly format: "csv" | "ndjson" },
  out: LineWriter,
): Promise<number> {
  const { period, scope, format } = options;
  const { columns } = await client.boards.get(board);
  const names = columns.length === 1 ? ["score"] : columns.map((column) => column.name);
  const values = (entry: Entry): number[] =>
    entry.values === undefined ? [entry.score!] : names.map((name) => entry.values![name]!);
  if (format === "csv") await out.add(csvLine(["rank", "playerId", ...names, "reachedAt"]));
  let count = 0;
  for await (const page of client.topPages(board, { period, scope, limit: pageRows })) {
    for (const entry of page.entries) {
      const line =
        format === "ndjson"
          ? JSON.stringify(entry)
          : csvLine([
              String(entry.rank),
              entry.playerId,
              ...values(entry).map(String),
              time(entry.reachedAt),
            ]);
      await out.add(line);
      count += 1;
    }
  }
  await out.end();
  return count;
}
