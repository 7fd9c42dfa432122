/** What is measured on both sides, and how a round of it goes. */

import type { Random } from "../support/random.ts";
import type { WriteCommand } from "../support/redis-pipeline.ts";
import type { Board } from "./board.ts";

/** Commands of one kind. */
export interface Commands {
  /** As the server's statistics name it. */
  readonly name: string;
  readonly count: number;
  readonly write: WriteCommand;
}

/** One round: everything that needs making is made, and nothing of the index has been touched for it. */
export interface Round {
  readonly calls: number;
  /** One call of ours; returns something that depends on the answer, so that none of it can be left out. */
  call(i: number): number;
  /** The same work for Redis. Asked for after ours ran, whose answers it may use. */
  redis(): readonly Commands[];
}

export interface Operation {
  readonly id: string;
  readonly metric: string;
  /** The commands that do the same there. */
  readonly redisDoes: string;
  /** Members that one call of ours asks for or changes. */
  readonly batch: number;
  /** How many members a round takes on, of the round's size: pages cost more than ranks. */
  readonly share: number;
  prepare(board: Board, random: Random, members: number): Round;
}

/** Random players, fresh for a round. */
export function drawPlayers(board: Board, random: Random, count: number): Uint32Array {
  const players = new Uint32Array(count);
  for (let i = 0; i < count; i++) players[i] = random.below(board.population.members);
  return players;
}
