/** The standings that an answer to a report holds: what they are, what they were, and their ranks. */
import type { Board } from "../core/board.ts";
import type { Decided } from "../core/decide.ts";
import type { Draft } from "../core/draft.ts";
import type { Standing } from "../core/fold.ts";
import { compareKeys } from "../core/order.ts";
import type { RankIndex } from "../rank-index/rank-index.ts";
import type { ScopeName } from "./target.ts";

/** How much of the standings an answer holds. */
export type AnswerDetail = "ranks" | "scores" | "none";

export interface FedStanding {
  /** Key of its period. */
  readonly period: string;
  readonly scope: ScopeName | null;
  /** null where there is none, as for an event that was voided. */
  readonly current: Standing | null;
  /** From before the group. */
  readonly previous: Standing | null;
  /** undefined where ranks were not asked for. */
  readonly rank?: number | null;
  readonly previousRank?: number | null;
  /** It moved up in the board's order. */
  readonly improved: boolean;
}

type RankTable = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Collects which ranks a group's answers hold, and reads them an index at a time. */
export class Ranks {
  readonly #index: RankIndex;
  readonly #asked = new Map<number, Set<string>>();

  constructor(index: RankIndex) {
    this.#index = index;
  }

  ask(index: number, playerId: string): void {
    const players = this.#asked.get(index);
    if (players === undefined) this.#asked.set(index, new Set([playerId]));
    else players.add(playerId);
  }

  /** The ranks as they are now; a player who is not there has none. */
  async read(): Promise<RankTable> {
    const table = new Map<number, Map<string, number>>();
    for (const [index, players] of this.#asked) {
      const ids = [...players];
      const { places } = await this.#index.places(index, ids);
      const ranks = new Map<string, number>();
      places.forEach((place, i) => {
        if (place !== null) ranks.set(ids[i]!, place.rank);
      });
      table.set(index, ranks);
    }
    return table;
  }
}

/** The standings of one decided report, in the order of its periods, everybody's before those of scopes. */
export function standingsOf(
  draft: Draft,
  board: Board,
  decided: Exclude<Decided, { kind: "refused" }>,
  wanted: {
    readonly answer: AnswerDetail;
    readonly scopes: boolean;
    readonly report: { readonly playerId: string };
  },
  before: RankTable,
  after: RankTable,
): FedStanding[] {
  if (wanted.answer === "none") return [];
  const { playerId } = wanted.report;
  const fed: FedStanding[] = [];
  for (const { index, period, scope } of decided.feeds) {
    if (scope !== null && !wanted.scopes) continue;
    const current = draft.standing(index, decided.player);
    const previous = draft.standingBefore(index, decided.player);
    const improved =
      current !== null &&
      (previous === null ||
        compareKeys(board.order, { ...current, playerId }, { ...previous, playerId }) < 0);
    const base = { period, scope, current, previous, improved };
    if (wanted.answer === "scores") fed.push(base);
    else
      fed.push({
        ...base,
        rank: after.get(index)?.get(playerId) ?? null,
        previousRank: before.get(index)?.get(playerId) ?? null,
      });
  }
  return fed;
}
