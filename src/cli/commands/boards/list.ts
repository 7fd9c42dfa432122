import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { serviceArgs } from "../../options.ts";
import { table } from "../../table.ts";
import { print, printJson } from "../../terminal.ts";

export const list = command({
  args: serviceArgs,
  run: async (args, { terminal }) => {
    const boards = await connect(args, terminal).boards.list();
    if (args.json === true) printJson(terminal, boards);
    else if (boards.length === 0) print(terminal, "no boards");
    else {
      const columns = ["id", "title", "semantics", "periods", "scopes"].map((head) => ({ head }));
      const rows = boards.map(({ id, title, semantics, periods, scopes }) => [
        id,
        title,
        semantics,
        periods.map((period) => (typeof period === "string" ? period : period.season)).join(", "),
        scopes.length === 0 ? "-" : scopes.join(", "),
      ]);
      print(terminal, ...table(columns, rows));
    }
    return 0;
  },
});
