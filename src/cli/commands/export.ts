import { command } from "../command.ts";
import { connect } from "../connect.ts";
import { exportEvents as writeEvents } from "../export/export-events.ts";
import { exportStandings } from "../export/export-standings.ts";
import { folderOf, withFolder } from "../folder.ts";
import { dataArg, serviceArgs, standingsArgs } from "../options.ts";
import { failUsage } from "../output.ts";
import { LineWriter } from "../terminal.ts";

export const exportEvents = command({
  details: [
    "Events come from the ledger's folder, which is only read: the service may run beside it. They are lines of",
    "NDJSON that laurel import takes back, with values as exact decimal text. Left out are events of deleted boards",
    "and events that do not count.",
    "",
    "Standings come from the running service. Who moves while its pages are read may be met twice or missed.",
  ].join("\n"),
  args: {
    board: { type: "positional", required: false, description: "Id of the board (all boards)" },
    standings: {
      type: "boolean",
      description: "Write the board's standings: rank, player, values, reachedAt",
    },
    format: { type: "string", valueHint: "csv|ndjson", description: "Of standings (csv)" },
    data: dataArg,
    ...standingsArgs,
    ...serviceArgs,
  },
  examples: [
    { line: "laurel export --data /var/lib/laurel | gzip > events.ndjson.gz", what: "Every event" },
    {
      line: "laurel export arena --standings --period week:previous > week.csv",
      what: "Last week's standings",
    },
  ],
  run: async (args, { terminal }) => {
    const out = new LineWriter(terminal);
    const { board, period, scope } = args;
    if (args.standings !== true) {
      for (const option of ["format", "period", "scope", "url", "key"] as const)
        if (args[option] !== undefined) failUsage(`--${option} goes with --standings`);
      await withFolder(folderOf(args, terminal), (log) => writeEvents(log, board ?? null, out));
      return 0;
    }
    if (board === undefined) failUsage("--standings needs a BOARD");
    if (args.data !== undefined)
      failUsage("--data is for events: standings are asked of the running service");
    const format = args.format ?? (args.json === true ? "ndjson" : "csv");
    if (format !== "csv" && format !== "ndjson")
      failUsage(`--format ${JSON.stringify(format)} is neither csv nor ndjson`);
    await exportStandings(connect(args, terminal), board, { period, scope, format }, out);
    return 0;
  },
});
