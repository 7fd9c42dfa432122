/** A random member gets a random score: it leaves its place and takes another. */
import { indexNumber, writeAdd } from "../board.ts";
import { drawPlayers, type Operation } from "../operation.ts";
import { drawInstant, drawScore, makeChange, valuesOf } from "../population.ts";

export function update(batch: number): Operation {
  const alone = batch === 1;
  return {
    id: alone ? "update" : `update-by-${batch}`,
    metric: alone ? "update (random move)" : `update, ${batch} in a put`,
    redisDoes: alone ? "ZADD" : `ZADD of ${batch}`,
    batch,
    share: 1,
    prepare(board, random, members) {
      const calls = Math.floor(members / batch);
      const players = drawPlayers(board, random, calls * batch);
      const all = Array.from(players, (player) => {
        const values = valuesOf(board.population, drawScore(board.population, random));
        return makeChange(indexNumber, player, values, drawInstant(random), board.nextRevision());
      });
      const groups = Array.from({ length: calls }, (_, i) => all.slice(i * batch, (i + 1) * batch));
      const { index } = board;
      return {
        calls,
        call: (i) => {
          const group = groups[i]!;
          const { revision } = group[batch - 1]!;
          index.put(group, revision);
          return revision;
        },
        redis: () => [
          {
            name: "zadd",
            count: calls,
            write: (buffer, at, i) =>
              writeAdd(buffer, at, batch, (k) => ({
                player: players[i * batch + k]!,
                score: groups[i]![k]!.standing!.values[0]!,
              })),
          },
        ],
      };
    },
  };
}
