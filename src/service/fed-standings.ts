/** The standings that an answer to a report holds: what they are, what they were, and their ranks. */
import type { Board } from "../core/board.ts";
import type { Decided } from "../core/decide.ts";
import type { Feed } from "../core/draft.ts";
import type { Standing } from "../core/fold.ts";
import { compareStandings } from "../core/order.ts";
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
  readonly rank: number | null | undefined;
  readonly previousRank: number | null | undefined;
  /** It moved up in the board's order. */
  readonly improved: boolean;
}

/** What whoever submits wants to hear. */
export interface Wanted {
  readonly answer: AnswerDetail;
  /** Whether the answer holds the standings of scopes too. */
  readonly scopes: boolean;
}

type RankTable = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Collects which ranks a group's answers hold, and reads them an index at a time. */
export class Ranks {
  readonly #index: RankIndex;
  readonly #asked = new Map<number, Set<string>>();

  constructor(index: RankIndex) {
    this.#index = index;
  }

  /** Asks for the ranks that the answer to a report holds. */
  askFor(decided: Decided, playerId: string, wanted: Wanted): void {
    if (decided.kind === "refused" || wanted.answer !== "ranks") return;
    for (const { index, scope } of decided.feeds)
      if (wanted.scopes || scope === null) this.#ask(index, playerId);
  }

  /** The ranks as they are now; a player who is not there has none. */
  async read(): Promise<RankTable> {
    const table = new Map<number, Map<string, number>>();
    for (const [index, players] of this.#asked) {
      const ids = [...players];
      const found = await this.#index.ranks(index, ids);
      const ranks = new Map<string, number>();
      for (let i = 0; i < ids.length; i++) if (found[i] !== 0) ranks.set(ids[i]!, found[i]!);
      table.set(index, ranks);
    }
    return table;
  }

  #ask(index: number, playerId: string): void {
    const players = this.#asked.get(index);
    if (players === undefined) this.#asked.set(index, new Set([playerId]));
    else players.add(playerId);
  }
}

/** The standings of one decided report, in the order of its periods, everybody's before those of scopes. */
export function standingsOf(
  board: Board,
  decided: Exclude<Decided, { kind: "refused" }>,
  playerId: string,
  wanted: Wanted,
  before: RankTable,
  after: RankTable,
): FedStanding[] {
  if (wanted.answer === "none") return [];
  const ranked = wanted.answer === "ranks";
  const { feeds, standings } = decided;
  const isWanted = ({ scope }: Feed): boolean => wanted.scopes || scope === null;
  // A list that grows by one takes room for many: batches make one of these for each report.
  let shown = 0;
  for (const feed of feeds) if (isWanted(feed)) shown += 1;
  const fed = new Array<FedStanding>(shown);
  let next = 0;
  for (let i = 0; i < feeds.length; i++) {
    if (!isWanted(feeds[i]!)) continue;
    const { index, period, scope } = feeds[i]!;
    const { standing: current, before: previous } = standings[i]!;
    const rank = ranked ? (after.get(index)?.get(playerId) ?? null) : undefined;
    const previousRank = ranked ? (before.get(index)?.get(playerId) ?? null) : undefined;
    const improved = movedUp(board, previous, current);
    fed[next++] = { period, scope, current, previous, rank, previousRank, improved };
  }
  return fed;
}

function movedUp(board: Board, previous: Standing | null, current: Standing | null): boolean {
  if (current === null) return false;
  return previous === null || compareStandings(board.order, current, previous) < 0;
}
