import { boardPath } from "./address.ts";
import type { CallOptions } from "./options.ts";
import type { Requester } from "./requester.ts";
import type { Board, BoardDefinition } from "./types.ts";

/** The boards that the key may see. */
export class Boards {
  readonly #requester: Requester;

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  async list(options?: CallOptions): Promise<BoardDefinition[]> {
    const { boards } = await this.#requester.send<{ boards: BoardDefinition[] }>(
      { method: "GET", path: "/v1/leaderboards" },
      options,
    );
    return boards;
  }

  /** One definition, with its present periods, their sizes and its next reset. */
  async get(board: string, options?: CallOptions): Promise<Board> {
    return this.#requester.send({ method: "GET", path: boardPath(board) }, options);
  }
}
