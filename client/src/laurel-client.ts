/**
 * Typed calls for the Laurel leaderboard service: a method a route.
 *
 * Every method throws a LaurelError where the service refuses, cannot be reached, or takes too long. Reads and reports
 * are sent again while the trouble may pass: reports are safe to repeat because each has a match id.
 *
 * Player ids go in the query: URL parsers remove `.` and `..` from paths, and proxies decode `%2F`.
 */
import { boardPath, type Query, segment } from "./address.ts";
import { Admin } from "./admin.ts";
import { Boards } from "./boards.ts";
import { type LiveEvent, type LiveOptions, live } from "./live.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { Requester } from "./requester.ts";
import { type BatchOptions, type SubmitOptions, submit, submitBatch } from "./submit.ts";
import type {
  AroundScore,
  BatchAnswer,
  History,
  Lookup,
  Periods,
  PlayerWindow,
  Rank,
  Report,
  ScopeValues,
  Submitted,
  Top,
} from "./types.ts";

/** Which standings of a board are meant. */
export interface StandingsOptions extends CallOptions {
  /** A key such as `2026-W41`, or `current`, `previous`, `day:current` and so on; the board's first otherwise. */
  readonly period?: string;
  /** `name:value`; everybody's standings otherwise. */
  readonly scope?: string;
}

export interface RowOptions extends StandingsOptions {
  /** With `metadata`, rows hold that of the event that made the standing. */
  readonly include?: "metadata";
}

export interface TopOptions extends RowOptions {
  /** 1 to 1000; 100 where it is left out. */
  readonly limit?: number;
  /** 0-based place of the first row; not together with a cursor. */
  readonly offset?: number;
  /** `next` or `previous` of another page. */
  readonly cursor?: string;
}

export interface WindowOptions extends RowOptions {
  /** Rows above the player, 0 to 100; 5 where it is left out. */
  readonly above?: number;
  /** Rows below. */
  readonly below?: number;
}

export class LaurelClient {
  readonly boards: Boards;
  readonly admin: Admin;
  readonly #requester: Requester;

  constructor(options: ClientOptions) {
    this.#requester = new Requester(options);
    this.boards = new Boards(this.#requester);
    this.admin = new Admin(this.#requester);
  }

  /**
   * Reports one score; resolves once it is durable. With a matchId, or an idempotencyKey, it is sent again where no
   * answer came, and counts once; without one it is sent once.
   */
  async submit(board: string, report: Report, options: SubmitOptions = {}): Promise<Submitted> {
    return submit(this.#requester, board, report, options);
  }

  /**
   * Reports any number of scores, in requests of up to 5,000, one after the other; results come in the order of the
   * reports. The call succeeds if the batch could be read: look at each result. `timeoutMs` is for each request.
   */
  async submitBatch(
    board: string,
    reports: readonly Report[],
    options: BatchOptions = {},
  ): Promise<BatchAnswer> {
    return submitBatch(this.#requester, board, reports, options);
  }

  /** The top of a board, or a page of it. */
  top(board: string, options: TopOptions = {}): Promise<Top> {
    const { period, scope, include, limit, offset, cursor } = options;
    return this.#read(board, "/top", { period, scope, include, limit, offset, cursor }, options);
  }

  /**
   * The pages of a board from its top (or from `offset` or `cursor`) to its end. `limit` is the size of a page.
   * A page is what lies behind the one before when it is read: who moves meanwhile may be met twice or missed.
   */
  async *topPages(board: string, options: TopOptions = {}): AsyncGenerator<Top, void, undefined> {
    let page = await this.top(board, options);
    yield page;
    while (page.next !== null) {
      page = await this.top(board, { ...options, offset: undefined, cursor: page.next });
      yield page;
    }
  }

  /** A player with up to `neighbours` rows above and below (0 to 100; 5 where it is left out). */
  player(
    board: string,
    playerId: string,
    options: RowOptions & { readonly neighbours?: number } = {},
  ): Promise<PlayerWindow> {
    const { period, scope, include, neighbours } = options;
    return this.#read(board, "/player", { id: playerId, period, scope, include, neighbours }, options);
  }

  /** A player's standing and rank. */
  rank(board: string, playerId: string, options: RowOptions = {}): Promise<Rank> {
    const { period, scope, include } = options;
    return this.#read(board, "/player/rank", { id: playerId, period, scope, include }, options);
  }

  /** The players just above and below one. */
  window(board: string, playerId: string, options: WindowOptions = {}): Promise<PlayerWindow> {
    const { period, scope, include, above, below } = options;
    return this.#read(
      board,
      "/player/window",
      { id: playerId, period, scope, include, above, below },
      options,
    );
  }

  /**
   * A page of a player's events, newest accepted first, with the right `read` on every board; `cursor` is the `next`
   * of another page.
   */
  history(
    board: string,
    playerId: string,
    options: CallOptions & { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<History> {
    const { limit, cursor } = options;
    return this.#read(board, "/player/history", { id: playerId, limit, cursor }, options);
  }

  /**
   * The board as it changes, and again after every break of the connection; `break` closes it. The stream takes the
   * client's key, so boards without public reads can be watched too.
   */
  live(board: string, options: LiveOptions = {}): AsyncGenerator<LiveEvent, void, undefined> {
    return live(this.#requester, board, options);
  }

  /** Up to 1,000 players, ranked among themselves. */
  async lookup(board: string, playerIds: readonly string[], options: RowOptions = {}): Promise<Lookup> {
    const { period, scope, include } = options;
    return this.#requester.send(
      {
        method: "POST",
        path: `${boardPath(board)}/lookup`,
        query: { period, scope, include },
        body: JSON.stringify({ playerIds }),
        repeatable: true,
      },
      options,
    );
  }

  /** Who stands at a place of the order, from 1. */
  atRank(board: string, place: number, options: RowOptions = {}): Promise<Rank> {
    const { period, scope, include } = options;
    return this.#read(board, `/at-rank/${place}`, { period, scope, include }, options);
  }

  /** Where a new player with these values, reached now, would stand: `{ score: 120 }`, or a value a column. */
  aroundScore(
    board: string,
    values: Readonly<Record<string, number | string>>,
    options: StandingsOptions & { readonly above?: number; readonly below?: number } = {},
  ): Promise<AroundScore> {
    const { period, scope, above, below } = options;
    return this.#read(board, "/around-score", { ...values, period, scope, above, below }, options);
  }

  /** The periods that hold events, open and closed, the latest first; `after` is the `next` of a page. */
  periods(
    board: string,
    options: CallOptions & { readonly limit?: number; readonly after?: string } = {},
  ): Promise<Periods> {
    const { limit, after } = options;
    return this.#read(board, "/periods", { limit, after }, options);
  }

  /** The values of a scope in a period, each with its number of players; `after` is the `next` of a page. */
  async scopes(
    board: string,
    name: string,
    options: CallOptions & {
      readonly period?: string;
      readonly limit?: number;
      readonly after?: string;
    } = {},
  ): Promise<ScopeValues> {
    const { period, limit, after } = options;
    return this.#read(board, `/scopes/${segment(name)}`, { period, limit, after }, options);
  }

  async #read<T>(board: string, path: string, query: Query, options: CallOptions): Promise<T> {
    return this.#requester.send({ method: "GET", path: boardPath(board) + path, query }, options);
  }
}
