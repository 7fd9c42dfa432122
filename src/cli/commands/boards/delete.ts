import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { boardArg, serviceArgs } from "../../options.ts";
import { failUsage } from "../../output.ts";
import { print, printJson } from "../../terminal.ts";

export const deleteBoard = command({
  args: {
    board: boardArg,
    yes: { type: "boolean", description: "Yes, its events and standings too" },
    reason: { type: "string", valueHint: "TEXT", description: "Kept in the ledger" },
    ...serviceArgs,
  },
  run: async (args, { terminal }) => {
    if (args.yes !== true)
      failUsage(`board ${args.board} would go with its events and standings, for good: say so with --yes`);
    await connect(args, terminal).admin.deleteBoard(args.board, { reason: args.reason });
    if (args.json === true) printJson(terminal, { deleted: args.board });
    else print(terminal, `${args.board}: deleted`);
    return 0;
  },
});
