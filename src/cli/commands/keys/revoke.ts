import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { serviceArgs } from "../../options.ts";
import { print, printJson } from "../../terminal.ts";

export const revoke = command({
  args: {
    id: { type: "positional", required: true, description: "Id of the key, as keys list shows it" },
    ...serviceArgs,
  },
  run: async (args, { terminal }) => {
    await connect(args, terminal).admin.keys.revoke(args.id);
    if (args.json === true) printJson(terminal, { revoked: args.id });
    else print(terminal, `${args.id}: revoked`);
    return 0;
  },
});
