/** A player's rank with five rows above and five below, as JSON bytes. Redis needs two commands, and formats nothing. */
import { playerId } from "../../support/random.ts";
import { writeCommand, writeRank } from "../board.ts";
import { Formatter } from "../format-rows.ts";
import { drawPlayers, type Operation } from "../operation.ts";

const reach = 5;

export const around: Operation = {
  id: "around",
  metric: "rank + 11 rows around, formatted",
  redisDoes: "ZREVRANK + ZREVRANGE",
  batch: 1,
  share: 0.3,
  prepare(board, random, members) {
    const players = drawPlayers(board, random, members);
    const ids = Array.from(players, playerId);
    const places = new Uint32Array(members);
    const formatter = new Formatter(board);
    return {
      calls: members,
      call: (i) => {
        const ahead = formatter.around(ids[i]!, reach);
        places[i] = ahead;
        return ahead;
      },
      redis: () => [
        { name: "zrevrank", count: members, write: (buffer, at, i) => writeRank(buffer, at, players[i]!) },
        {
          name: "zrevrange",
          count: members,
          write: (buffer, at, i) => {
            const first = Math.max(0, places[i]! - reach);
            return writeCommand(
              buffer,
              at,
              "ZREVRANGE",
              String(first),
              String(places[i]! + reach),
              "WITHSCORES",
            );
          },
        },
      ],
    };
  },
};
