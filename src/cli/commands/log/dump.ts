import { command } from "../../command.ts";
import { Names } from "../../dump/names.ts";
import { concerns, readableRecord, recordLine } from "../../dump/readable-record.ts";
import { folderOf, readPlayers, withFolder } from "../../folder.ts";
import { dataArg, readWhole } from "../../options.ts";
import { LineWriter } from "../../terminal.ts";

export const dump = command({
  details:
    "The folder is only read: the service may run beside it. A player's records are found by history.db.",
  args: {
    from: { type: "string", valueHint: "SEQ", description: "First record (1)" },
    to: { type: "string", valueHint: "SEQ", description: "Last record (the last there is)" },
    board: { type: "string", valueHint: "ID", description: "Only records of this board, gone ones included" },
    player: { type: "string", valueHint: "ID", description: "Only records of this player" },
    data: dataArg,
    json: { type: "boolean", description: "Print lines of JSON, for programs" },
  },
  examples: [
    { line: "laurel log dump --player p_8c3f12", what: "Everything that a player did" },
    {
      line: "laurel log dump --board arena --json | jq 'select(.kind != \"score\")'",
      what: "All but the scores",
    },
  ],
  run: async (args, { terminal }) => {
    const from = readWhole("from", args.from) ?? 1;
    const to = readWhole("to", args.to) ?? Number.POSITIVE_INFINITY;
    const { board = null, player = null } = args;
    const out = new LineWriter(terminal);
    await withFolder(folderOf(args, terminal), async (log) => {
      const players = readPlayers(log);
      const names = new Names(players);
      const number = player === null ? 0 : players.find(player);
      for (const found of number === 0 ? log.everyRecord() : log.recordsOf(number)) {
        if (found.sequence > to) break;
        // Records in front of the first are read too: they say what its numbers mean.
        names.learn(found.record);
        if (found.sequence < from || !concerns(found.record, names, board, player)) continue;
        const behind = out.add(
          args.json === true ? JSON.stringify(readableRecord(found, names)) : recordLine(found, names),
        );
        if (behind !== undefined) await behind;
      }
      await out.end();
    });
    return 0;
  },
});
