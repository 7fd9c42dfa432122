import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { serviceArgs } from "../../options.ts";
import { time } from "../../standings.ts";
import { table } from "../../table.ts";
import { print, printJson } from "../../terminal.ts";

export const list = command({
  args: serviceArgs,
  run: async (args, { terminal }) => {
    const keys = await connect(args, terminal).admin.keys.list();
    if (args.json === true) printJson(terminal, keys);
    else {
      const columns = ["id", "name", "rights", "boards", "made"].map((head) => ({ head }));
      const rows = keys.map(({ id, name, rights, boards, createdAt }) => [
        id,
        name,
        rights.join(", "),
        boards === null ? "all" : boards.join(", "),
        time(createdAt),
      ]);
      print(terminal, ...table(columns, rows));
    }
    return 0;
  },
});
