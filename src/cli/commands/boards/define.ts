import { readBoardsFile } from "../../../config.ts";
import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { serviceArgs } from "../../options.ts";
import { print, printJson } from "../../terminal.ts";

export const define = command({
  details:
    'The file holds one definition, a list of them, or the "boards" of a config file; "laurel boards check FILE"\nexplains it first. A board with events takes only some changes: the others are refused.',
  args: {
    file: { type: "positional", required: true, description: "JSON or YAML" },
    ...serviceArgs,
  },
  run: async (args, { terminal }) => {
    const definitions = readBoardsFile(args.file);
    const { admin } = connect(args, terminal);
    const defined = [];
    for (const definition of definitions) {
      // A copy: the client's types know nothing of what must not be changed.
      const board = await admin.defineBoard(
        structuredClone(definition) as Parameters<typeof admin.defineBoard>[0],
      );
      defined.push(board);
      if (args.json !== true) print(terminal, `${definition.id}: defined`);
    }
    if (args.json === true) printJson(terminal, defined);
    return 0;
  },
});
