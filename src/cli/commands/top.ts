import { command } from "../command.ts";
import { connect } from "../connect.ts";
import { boardArg, readWhole, serviceArgs, standingsArgs } from "../options.ts";
import { entryTable, headline } from "../standings.ts";
import { print, printJson } from "../terminal.ts";

export const top = command({
  args: {
    board: boardArg,
    ...standingsArgs,
    limit: { type: "string", valueHint: "N", description: "How many rows, 1 to 1000 (10)" },
    offset: { type: "string", valueHint: "N", description: "0-based place of the first row (0)" },
    cursor: { type: "string", description: "Where a page begins: next or previous of another, from --json" },
    ...serviceArgs,
  },
  examples: [
    { line: "laurel top arena", what: "The ten best" },
    {
      line: "laurel top arena --period week:previous --scope region:eu --limit 100",
      what: "Last week's hundred best of a region",
    },
  ],
  run: async (args, { terminal }) => {
    const { period, scope, cursor } = args;
    const limit = readWhole("limit", args.limit) ?? 10;
    const offset = readWhole("offset", args.offset);
    const page = await connect(args, terminal).top(args.board, { period, scope, cursor, limit, offset });
    if (args.json === true) printJson(terminal, page);
    else print(terminal, headline(page), ...entryTable(page.entries));
    return 0;
  },
});
