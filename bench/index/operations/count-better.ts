/** How many stand before a score that nobody need have. Ours answers better, worse and the rank; ZCOUNT one of them. */
import { indexNumber, writeCommand } from "../board.ts";
import type { Operation } from "../operation.ts";
import { drawInstant, drawScore, valuesOf } from "../population.ts";

export const countBetter: Operation = {
  id: "count-better",
  metric: "count better (a probe)",
  redisDoes: "ZCOUNT",
  batch: 1,
  share: 1,
  prepare(board, random, members) {
    const { index, population } = board;
    const wanted = Array.from({ length: members }, () => valuesOf(population, drawScore(population, random)));
    const reachedAt = drawInstant(random);
    return {
      calls: members,
      call: (i) => index.probe(indexNumber, wanted[i]!, reachedAt, 0, 0).better,
      redis: () => [
        {
          name: "zcount",
          count: members,
          write: (buffer, at, i) => writeCommand(buffer, at, "ZCOUNT", `(${wanted[i]![0]}`, "+inf"),
        },
      ],
    };
  },
};
