import type { Report, Submitted } from "laurel-client";
import { command } from "../command.ts";
import { connect } from "../connect.ts";
import { boardArg, readAt, readPair, serviceArgs } from "../options.ts";
import { failUsage } from "../output.ts";
import { valueNames, valuesOf } from "../standings.ts";
import { table } from "../table.ts";
import { print, printJson, type Terminal } from "../terminal.ts";

export const submit = command({
  args: {
    board: boardArg,
    player: { type: "string", required: true, valueHint: "ID", description: "Id of the player" },
    score: { type: "string", valueHint: "VALUE", description: "The value" },
    delta: { type: "string", valueHint: "VALUE", description: "What to add, on sum boards" },
    value: {
      type: "string",
      valueHint: "NAME=VALUE",
      description: "The value of a column, on boards with several; once for each",
    },
    match: {
      type: "string",
      valueHint: "ID",
      description: "Id of the match: the same again counts once (may be left out on best boards)",
    },
    at: {
      type: "string",
      valueHint: "TIME",
      description: "When it was achieved: milliseconds since 1970, or 2026-10-05T18:30:00Z (now)",
    },
    scope: { type: "string", valueHint: "NAME:VALUE", description: "A scope that it feeds; may be repeated" },
    metadata: { type: "string", valueHint: "JSON", description: "An object of up to 1 KiB to keep with it" },
    period: { type: "string", description: "The period it is meant for: refused if it falls into another" },
    backfill: { type: "boolean", description: "Take it into periods that are past (right: admin)" },
    ...serviceArgs,
  },
  rules: { repeatable: ["value", "scope"] },
  examples: [
    {
      line: "laurel submit arena --player p_1 --match m_1 --score 42800 --scope region:eu",
      what: "One score",
    },
    { line: "laurel submit coins --player p_1 --match m_2 --delta -5", what: "Five coins less" },
    {
      line: "laurel submit league --player ajax --match r3 --value points=3 --value goals=2",
      what: "A board with two columns",
    },
  ],
  run: async (args, { terminal, values }) => {
    const report = readReport(args, values);
    const answer = await connect(args, terminal).submit(args.board, report, { backfill: args.backfill });
    if (args.json === true) printJson(terminal, answer);
    else show(terminal, answer);
    return 0;
  },
});

function readReport(
  args: {
    player: string;
    score?: string;
    delta?: string;
    match?: string;
    at?: string;
    metadata?: string;
    period?: string;
  },
  values: ReadonlyMap<string, readonly string[]>,
): Report {
  const { score, delta } = args;
  const columns = values.get("value");
  if ([score, delta, columns].filter((given) => given !== undefined).length !== 1)
    failUsage("one of --score, --delta and --value is needed");
  const scopes = values.get("scope");
  return {
    playerId: args.player,
    matchId: args.match,
    score,
    delta,
    values: columns && Object.fromEntries(columns.map((text) => readPair("value", text, "="))),
    achievedAt: args.at === undefined ? undefined : readAt(args.at),
    scopes: scopes && Object.fromEntries(scopes.map((text) => readPair("scope", text, ":"))),
    metadata: args.metadata === undefined ? undefined : readMetadata(args.metadata),
    period: args.period,
  };
}

function readMetadata(text: string): Record<string, unknown> {
  try {
    const metadata: unknown = JSON.parse(text);
    if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata))
      return metadata as Record<string, unknown>;
  } catch {
    // Said below.
  }
  return failUsage(`--metadata ${JSON.stringify(text)} is not a JSON object such as {"hero":"mage"}`);
}

function show(terminal: Terminal, answer: Submitted): void {
  const { applied, duplicate, state, playerId, matchId, standings = {}, closed } = answer;
  const became = applied ? "taken" : duplicate ? `reported before (${state})` : state;
  print(terminal, `${playerId}, match ${matchId}: ${became}`);
  if (closed.length > 0) print(terminal, `too late for ${closed.join(", ")}`);
  const present = Object.entries(standings).flatMap(([period, standing]) =>
    standing === null ? [] : [{ period, standing }],
  );
  if (present.length === 0) return;
  const names = valueNames(present[0]!.standing);
  const columns = [
    { head: "period" },
    ...names.map((head) => ({ head, right: true })),
    { head: "rank", right: true },
    { head: "rank before", right: true },
  ];
  const rows = present.map(({ period, standing }) => [
    period,
    ...valuesOf(standing).map(String),
    String(standing.rank ?? "-"),
    String(standing.previousRank ?? "-"),
  ]);
  print(terminal, ...table(columns, rows));
}
