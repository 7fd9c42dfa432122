import { statSync } from "node:fs";
import type { Report } from "laurel-client";
import { parseDuration } from "../../core/duration.ts";
import { command, type Surroundings } from "../command.ts";
import { connect } from "../connect.ts";
import type { ColumnOptions } from "../import/columns.ts";
import { Importer } from "../import/importer.ts";
import { showProgress } from "../import/progress.ts";
import { Reading } from "../import/reading.ts";
import { type Format, sourceOf } from "../import/source.ts";
import { summarise } from "../import/summary.ts";
import { Tally } from "../import/tally.ts";
import { readPair, readWhole, serviceArgs } from "../options.ts";
import { failUsage } from "../output.ts";
import { print, printJson } from "../terminal.ts";

const usualBatch = 2_000;
const batchMax = 5_000;
const usualInFlight = 3;
const usualPatience = "60s";
/** A batch is given longer than one report: the service may have many others to take first. */
const timeoutMs = 60_000;

const column = (what: string, usual: string) =>
  ({ type: "string", valueHint: "COLUMN", description: `Column of ${what} (${usual})` }) as const;

export const importScores = command({
  details: [
    "Files may be gzip; - is standard input. A CSV file begins with a header; where columns are given by number,",
    "from 1, it has none. Lines of NDJSON are reports as the API takes them, and board. An empty field is no value.",
    "",
    "The first argument is the board where it is not the name of a file; --board says it in any case. A board that",
    "is given counts for all rows, whatever a column or a line says.",
    "",
    "What was reported before is a duplicate and changes nothing: an import that was interrupted is simply run again.",
    "That needs a match in each row. Rows that contradict each other (one match, two values) depend on their order,",
    "which is that of the file only with --in-flight 1.",
  ].join("\n"),
  args: {
    source: { type: "positional", required: true, description: "[BOARD] FILE..., or - for standard input" },
    board: { type: "string", valueHint: "ID", description: "Board of all rows" },
    format: {
      type: "string",
      valueHint: "csv|ndjson",
      description: "What the files are (as they look)",
    },
    delimiter: {
      type: "string",
      valueHint: "TEXT",
      description: "Between the fields of a CSV file, \\t for a tab (,)",
    },
    "player-column": column("the player", "playerId or player"),
    "match-column": column("the match", "matchId or match"),
    "score-column": column("the score", "score"),
    "at-column": column("the time: milliseconds since 1970 or RFC 3339", "achievedAt or at"),
    "board-column": column("the board", "board"),
    value: {
      type: "string",
      valueHint: "NAME=COLUMN",
      description: "Column of a value, on boards with several; once for each",
    },
    scope: { type: "string", valueHint: "NAME=COLUMN", description: "Column of a scope; may be repeated" },
    backfill: {
      type: "boolean",
      description: "History: count in periods that are past too (right: admin)",
    },
    batch: {
      type: "string",
      valueHint: "N",
      description: `Rows in a request, 1 to ${batchMax} (${usualBatch})`,
    },
    "in-flight": {
      type: "string",
      valueHint: "N",
      description: `Requests at a time, 1 to 16 (${usualInFlight})`,
    },
    patience: {
      type: "string",
      valueHint: "DURATION",
      description: `How long to go on while the service takes nothing (${usualPatience})`,
    },
    ...serviceArgs,
  },
  rules: { repeatable: ["value", "scope"], variadic: true },
  examples: [
    { line: "laurel import arena scores.csv", what: "Columns playerId, matchId, score and achievedAt" },
    {
      line: "zcat old.csv.gz | laurel import arena - --player-column user --scope region=country --backfill",
      what: "History from a pipe",
    },
    { line: "laurel import events.ndjson", what: "What laurel export wrote" },
  ],
  run: async (args, surroundings) => {
    const { terminal, values } = surroundings;
    const { board, files } = readSources(args.board, surroundings);
    const format = readFormat(args.format);
    const columns: ColumnOptions = {
      player: args["player-column"] ?? null,
      match: args["match-column"] ?? null,
      score: args["score-column"] ?? null,
      at: args["at-column"] ?? null,
      board: args["board-column"] ?? null,
      values: readPairs("value", values),
      scopes: readPairs("scope", values),
    };
    const rules = {
      inFlight: readBetween("in-flight", args["in-flight"], 16) ?? usualInFlight,
      limits: {
        rowsMax: readBetween("batch", args.batch, batchMax) ?? usualBatch,
        sizeMax: 2 ** 21,
        gatheredRowsMax: 20_000,
        gatheredSizeMax: 2 ** 24,
      },
      patienceMs: readDuration("patience", args.patience ?? usualPatience),
      oneBoard: board !== null,
    };
    const sources = files.map((file) => sourceOf(file, terminal.input, format));
    const client = connect(args, terminal);
    const options = { answer: "none", backfill: args.backfill, timeoutMs } as const;
    const send = (to: string, reports: readonly Report[]) => client.submitBatch(to, reports, options);

    const tally = new Tally();
    const reading = new Reading(sources, { columns, delimiter: readDelimiter(args.delimiter), board });
    const progress = showProgress(terminal, reading.size, () => ({
      rows: tally.rows,
      bytes: reading.bytesRead,
    }));
    const begun = performance.now();
    try {
      await new Importer(send, rules, tally).run(reading.rows());
    } finally {
      progress.stop();
      const ms = performance.now() - begun;
      if (args.json === true) printJson(terminal, { ...summaryOf(tally), ms: Math.round(ms) });
      else if (tally.rows > 0) print(terminal, ...summarise(tally, ms, files.length > 1));
    }
    return tally.refused > 0 ? 1 : 0;
  },
});

/** The board, if one is given, and the files. */
function readSources(
  named: string | undefined,
  { positionals }: Surroundings,
): { board: string | null; files: readonly string[] } {
  const [first, ...rest] = positionals;
  if (named !== undefined) return { board: named, files: positionals };
  if (first === "-" || isFile(first!)) return { board: null, files: positionals };
  if (rest.length === 0)
    failUsage(
      `there is no file ${first}. If that is the board, name a file behind it, or - for standard input`,
    );
  return { board: first!, files: rest };
}

/** A pipe too; a folder may well have the name of a board. */
function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === false;
}

function readDelimiter(text = ","): string {
  if (text === "") failUsage("--delimiter is empty");
  return text === "\\t" ? "\t" : text;
}

function readFormat(text: string | undefined): Format | undefined {
  if (text === undefined || text === "csv" || text === "ndjson") return text;
  return failUsage(`--format ${JSON.stringify(text)} is neither csv nor ndjson`);
}

function readPairs(option: string, values: Surroundings["values"]): Map<string, string> {
  return new Map((values.get(option) ?? []).map((text) => readPair(option, text, "=")));
}

function readBetween(name: string, text: string | undefined, most: number): number | undefined {
  const value = readWhole(name, text);
  if (value !== undefined && (value < 1 || value > most))
    failUsage(`--${name} ${value} is not from 1 to ${most}`);
  return value;
}

function readDuration(name: string, text: string): number {
  const duration = parseDuration(text);
  return duration.ok ? duration.value : failUsage(`--${name}: ${duration.refusal.detail}`);
}

function summaryOf(tally: Tally): object {
  const { rows, applied, duplicates, held, refused, withoutMatch, byCode, first } = tally;
  const refusedByCode = Object.fromEntries(byCode);
  return { rows, applied, duplicates, held, refused, withoutMatch, refusedByCode, firstRefusals: first };
}
