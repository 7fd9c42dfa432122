/** The rank of a player by id, alone or many in one call. */
import { playerId } from "../../support/random.ts";
import { indexNumber, writeRank } from "../board.ts";
import { drawPlayers, type Operation } from "../operation.ts";

export function rank(batch: number): Operation {
  const alone = batch === 1;
  return {
    id: alone ? "rank" : `rank-by-${batch}`,
    metric: alone ? "rank" : `rank, ${batch} in a call`,
    redisDoes: "ZREVRANK",
    batch,
    share: 1,
    prepare(board, random, members) {
      const calls = Math.floor(members / batch);
      const players = drawPlayers(board, random, calls * batch);
      const groups = Array.from({ length: calls }, (_, i) =>
        Array.from(players.subarray(i * batch, (i + 1) * batch), playerId),
      );
      const { index } = board;
      return {
        calls,
        call: alone
          ? (i) => index.rank(indexNumber, groups[i]![0]!)
          : (i) => index.ranks(indexNumber, groups[i]!)[0]!,
        redis: () => [
          {
            name: "zrevrank",
            count: players.length,
            write: (buffer, at, i) => writeRank(buffer, at, players[i]!),
          },
        ],
      };
    },
  };
}
