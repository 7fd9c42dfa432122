import type { Board } from "laurel-client";
import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { describeDefinition, localTime } from "../../describe-board.ts";
import { boardArg, serviceArgs } from "../../options.ts";
import { time } from "../../standings.ts";
import { table } from "../../table.ts";
import { print, printJson } from "../../terminal.ts";

export const show = command({
  args: { board: boardArg, ...serviceArgs },
  run: async (args, { terminal }) => {
    const board = await connect(args, terminal).boards.get(args.board);
    if (args.json === true) printJson(terminal, board);
    else print(terminal, ...describe(board));
    return 0;
  },
});

function describe(board: Board): string[] {
  const { standings, nextReset, asOf, ...definition } = board;
  const bound = (instant: number | null): string =>
    instant === null ? "-" : localTime(definition.timeZone, instant);
  const columns = [
    { head: "period" },
    { head: "players", right: true },
    { head: `from (${definition.timeZone})` },
    { head: "to" },
  ];
  const rows = standings.map(({ period, total, start, end }) => [
    period,
    String(total),
    bound(start),
    bound(end),
  ]);
  return [
    ...describeDefinition(definition),
    "",
    ...table(columns, rows).map((line) => `  ${line}`),
    ...(nextReset === null ? [] : ["", `  the next period begins at ${time(nextReset)}`]),
  ];
}
