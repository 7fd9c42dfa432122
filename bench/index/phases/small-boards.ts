/** Many boards of few members, who are drawn from as many players as there are boards. */
import type { Ties } from "../../../src/core/order.ts";
import { playerId, Random } from "../../support/random.ts";
import { type Memory, memoryNow } from "../memory.ts";
import { makeChange } from "../population.ts";
import { Members, MemoryRankIndex, Players } from "../product.ts";

export interface SmallBoardsOrder {
  readonly boards: number;
  readonly membersEach: number;
  readonly columns: number;
  readonly ties: Ties;
  readonly seed: number;
}

export interface SmallBoardsResult {
  readonly empty: Memory;
  readonly ready: Memory;
  readonly readyMs: number;
}

export async function smallBoardsPhase(order: SmallBoardsOrder): Promise<SmallBoardsResult> {
  const { boards, membersEach, columns, ties, seed } = order;
  const random = new Random(seed);
  const empty = memoryNow(0);
  const players = new Players(0x5eed);
  const members = new Members(players);
  const index = new MemoryRankIndex(members);
  const rule = { directions: new Array(columns).fill("desc"), ties };
  const begun = performance.now();
  for (let player = 0; player < boards; player++) players.set(player + 1, playerId(player));
  let revision = 0;
  for (let board = 1; board <= boards; board++) {
    index.open(board, rule);
    for (let member = 0; member < membersEach; member++) {
      revision += 1;
      // A stride through the players: no board meets one twice.
      const player = (board * 7_919 + member) % boards;
      const values = Array.from({ length: columns }, () => random.below(1_000_000));
      index.put([makeChange(board, player, values, 1_790_000_000_000 + revision, revision)], revision);
    }
  }
  const readyMs = performance.now() - begun;
  const ready = memoryNow(members.bytes + index.bytes);
  if (index.size(boards) !== Math.min(membersEach, boards)) throw new Error("members are missing");
  return { empty, ready, readyMs };
}
