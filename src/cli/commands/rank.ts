import { command } from "../command.ts";
import { connect } from "../connect.ts";
import { boardArg, serviceArgs, standingsArgs } from "../options.ts";
import { headline, time, valueNames, valuesOf } from "../standings.ts";
import { print, printJson } from "../terminal.ts";

export const rank = command({
  args: {
    board: boardArg,
    player: { type: "positional", required: true, description: "Id of the player" },
    ...standingsArgs,
    ...serviceArgs,
  },
  examples: [
    { line: "laurel rank arena p_8c3f12 --period day:current", what: "Where a player stands today" },
  ],
  run: async (args, { terminal }) => {
    const { period, scope } = args;
    const found = await connect(args, terminal).rank(args.board, args.player, { period, scope });
    if (args.json === true) printJson(terminal, found);
    else {
      const names = valueNames(found);
      const values = valuesOf(found).map((value, i) => `${names[i]} ${value}`);
      print(
        terminal,
        headline(found),
        `${found.playerId}: rank ${found.rank}, ${values.join(", ")}`,
        `top ${found.topPercent} %, ahead of ${found.percentile} %, ${found.attempts} ${found.attempts === 1 ? "event" : "events"}, reached ${time(found.reachedAt)}`,
      );
    }
    return 0;
  },
});
