/** Every operation on a board where all scores are equal, beside the same board with scores drawn at random. */

import { median } from "../../support/statistics.ts";
import { Board } from "../board.ts";
import { operations } from "../operations/all.ts";
import type { Population } from "../population.ts";
import { runRounds } from "../rounds.ts";

export interface EqualOrder {
  readonly population: Population;
  readonly rounds: number;
  readonly size: number;
}

/** Microseconds an operation, by its id. */
export type EqualResult = Record<
  string,
  { readonly usual: number; readonly equal: number; readonly ratio: number }
>;

export async function equalPhase({ population, rounds, size }: EqualOrder): Promise<EqualResult> {
  const boards = [false, true].map((equal) => {
    const board = new Board({ ...population, equal });
    board.build();
    return board;
  });
  const taken = new Map(operations.map(({ id }) => [id, { usual: [] as number[], equal: [] as number[] }]));
  for (let round = 0; round < rounds; round++) {
    for (const [i, board] of boards.entries()) {
      // One round each, in turn: a ratio of two boards needs both in the same minute.
      const settings = { rounds: 1, size, seed: population.seed + 100 + round };
      for (const [id, { ours }] of await runRounds(board, null, operations, settings))
        taken.get(id)![i === 0 ? "usual" : "equal"].push(ours);
    }
  }
  return Object.fromEntries(
    [...taken].map(([id, { usual, equal }]) => {
      const ratio = median(usual.map((one, round) => equal[round]! / one));
      return [id, { usual: median(usual), equal: median(equal), ratio }];
    }),
  );
}
