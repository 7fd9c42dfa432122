/** The members that both sides hold, drawn from one seed: nothing of them is stored, so no memory is counted twice. */
import type { OrderRule, Ties } from "../../src/core/order.ts";
import type { Change } from "../../src/rank-index/rank-index.ts";
import { playerId, Random } from "../support/random.ts";

export interface Population {
  readonly members: number;
  readonly columns: number;
  readonly ties: Ties;
  /** All scores, and at first all instants, are the same: ids decide. */
  readonly equal: boolean;
  readonly seed: number;
}

const scoreLimit = 1_000_000_000;
const firstInstant = 1_790_000_000_000;
const instants = 86_400_000;

export function ruleOf(population: Population): OrderRule {
  return { directions: new Array(population.columns).fill("desc"), ties: population.ties };
}

/** The score of the first column, the one that Redis orders by. */
export function drawScore(population: Population, random: Random): number {
  const score = random.below(scoreLimit);
  return population.equal ? 500_000_000 : score;
}

/** An instant of a report that comes after the load. */
export function drawInstant(random: Random): number {
  return firstInstant + instants + random.below(instants);
}

/** Player numbers start at 1, players at 0. */
export function makeChange(
  index: number,
  player: number,
  values: readonly number[],
  reachedAt: number,
  revision: number,
): Change {
  const standing = { values, reachedAt, attempts: 1, event: revision, moved: true };
  return { index, player: player + 1, playerId: playerId(player), standing, revision };
}

/** First one draw for the score, then one for the instant, for each member: `scores` walks the same way. */
export function* changes(population: Population, index: number, firstRevision = 1): Iterable<Change> {
  const random = new Random(population.seed);
  for (let player = 0; player < population.members; player++) {
    const score = drawScore(population, random);
    const instant = random.below(instants);
    yield makeChange(
      index,
      player,
      valuesOf(population, score),
      firstInstant + (population.equal ? 0 : instant),
      firstRevision + player,
    );
  }
}

/** The same scores in the same order. */
export function* scores(population: Population): Generator<number, void> {
  const random = new Random(population.seed);
  for (let player = 0; player < population.members; player++) {
    yield drawScore(population, random);
    random.below(instants);
  }
}

/** Further columns follow from the first: Redis has one score, so they must not change the order. */
export function valuesOf(population: Population, score: number): number[] {
  const values = [score];
  for (let column = 1; column < population.columns; column++) values.push(score % (column * 1_000));
  return values;
}
