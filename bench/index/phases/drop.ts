/**
 * A board of many members is dropped while another one is read: the longest that a reader waits until all of it is
 * swept up, beside the longest of as many reads before.
 */
import { playerId, Random } from "../../support/random.ts";
import { Board } from "../board.ts";
import { changes, type Population, ruleOf } from "../population.ts";

export interface DropResult {
  /** Of the call itself. */
  readonly dropMs: number;
  readonly sweptMs: number;
  /** Between two turns of the event loop, each of which reads. */
  readonly longestMs: number;
  readonly longestBeforeMs: number;
  readonly turns: number;
}

const otherIndex = 2;
const otherMembers = 100_000;
const readsATurn = 100;
const turnsBefore = 1_000;

export async function dropPhase(population: Population): Promise<DropResult> {
  const board = new Board(population);
  board.makePlayers(playerId);
  board.build();
  const other = { ...population, members: Math.min(otherMembers, population.members) };
  board.index.open(otherIndex, ruleOf(other));
  // Built, not put: their revisions are older than what the index holds whole.
  board.index.build(otherIndex, changes(other, otherIndex));
  const random = new Random(population.seed + 1);
  let longest = 0;
  let last = performance.now();
  const turn = async (): Promise<void> => {
    await new Promise(setImmediate);
    for (let i = 0; i < readsATurn; i++)
      if (board.index.rank(otherIndex, playerId(random.below(other.members))) === 0)
        throw new Error("a member of the other board is missing");
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  for (let i = 0; i < turnsBefore; i++) await turn();
  const longestBeforeMs = longest;
  longest = 0;
  const begun = performance.now();
  board.index.drop(1);
  const dropMs = performance.now() - begun;
  let turns = 0;
  // A sweep of no rows does nothing but tell whether some are left.
  while (board.index.sweep(0)) {
    await turn();
    turns += 1;
  }
  return { dropMs, sweptMs: performance.now() - begun, longestMs: longest, longestBeforeMs, turns };
}
