import { command } from "../command.ts";
import { connect } from "../connect.ts";
import { boardArg, readWhole, serviceArgs, standingsArgs } from "../options.ts";
import { entryTable, headline } from "../standings.ts";
import { print, printJson } from "../terminal.ts";

export const window = command({
  args: {
    board: boardArg,
    player: { type: "positional", required: true, description: "Id of the player" },
    ...standingsArgs,
    above: { type: "string", valueHint: "N", description: "Rows above, 0 to 100 (5)" },
    below: { type: "string", valueHint: "N", description: "Rows below, 0 to 100 (5)" },
    ...serviceArgs,
  },
  examples: [{ line: "laurel window arena p_8c3f12 --above 2 --below 2", what: "The two on either side" }],
  run: async (args, { terminal }) => {
    const { period, scope } = args;
    const above = readWhole("above", args.above);
    const below = readWhole("below", args.below);
    const options = { period, scope, above, below };
    const found = await connect(args, terminal).window(args.board, args.player, options);
    if (args.json === true) printJson(terminal, found);
    else print(terminal, headline(found), ...entryTable(found.entries, found.playerId));
    return 0;
  },
});
