/** The same players on several indexes: what the process holds. */
import { playerId } from "../../support/random.ts";
import { type Memory, memoryNow } from "../memory.ts";
import { changes, type Population, ruleOf } from "../population.ts";
import { Members, MemoryRankIndex, Players } from "../product.ts";

export interface SpreadOrder {
  readonly population: Population;
  readonly indexes: number;
}

export interface SpreadResult {
  readonly empty: Memory;
  readonly ready: Memory;
}

export async function spreadPhase({ population, indexes }: SpreadOrder): Promise<SpreadResult> {
  const empty = memoryNow(0);
  const players = new Players(0x5eed);
  const members = new Members(players);
  const index = new MemoryRankIndex(members);
  for (let player = 0; player < population.members; player++) players.set(player + 1, playerId(player));
  for (let number = 1; number <= indexes; number++) {
    index.open(number, ruleOf(population));
    // Each index has an order of its own, as days, weeks and regions do.
    index.build(number, changes({ ...population, seed: population.seed + number }, number));
  }
  const ready = memoryNow(members.bytes + index.bytes);
  if (index.size(indexes) !== population.members) throw new Error("members are missing");
  return { empty, ready };
}
