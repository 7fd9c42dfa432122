/** What needs a key with the right `admin`. */
import { segment } from "./address.ts";
import type { CallOptions } from "./options.ts";
import type { Requester } from "./requester.ts";
import type { Board, BoardInput, Job, Key, KeyInput, MadeKey } from "./types.ts";

export class Admin {
  readonly keys: Keys;
  readonly #requester: Requester;

  constructor(requester: Requester) {
    this.#requester = requester;
    this.keys = new Keys(requester);
  }

  /** Defines a board, or changes it as far as its events allow. */
  async defineBoard(definition: BoardInput, options?: CallOptions): Promise<Board> {
    const path = `/v1/admin/leaderboards/${segment(definition.id)}`;
    return this.#requester.send({ method: "PUT", path, body: JSON.stringify(definition) }, options);
  }

  /** Deletes a board with all that belongs to it. */
  async deleteBoard(board: string, options: CallOptions & { readonly reason?: string } = {}): Promise<void> {
    const path = `/v1/admin/leaderboards/${segment(board)}`;
    return this.#requester.send({ method: "DELETE", path, query: { reason: options.reason } }, options);
  }

  /** Starts folding a board's events anew (null: those of all boards) and comparing: watch the job that is returned. */
  async verify(board: string | null, options?: CallOptions): Promise<Job> {
    const path = board === null ? "/v1/admin/verify" : `/v1/admin/leaderboards/${segment(board)}/verify`;
    return this.#requester.send({ method: "POST", path }, options);
  }

  /** How a long operation is getting on. */
  async job(id: string, options?: CallOptions): Promise<Job> {
    return this.#requester.send({ method: "GET", path: `/v1/admin/jobs/${segment(id)}` }, options);
  }
}

/** Keys: made, listed without their secrets, revoked. */
export class Keys {
  readonly #requester: Requester;

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  make(key: KeyInput, options?: CallOptions): Promise<MadeKey> {
    return this.#requester.send(
      { method: "POST", path: "/v1/admin/keys", body: JSON.stringify(key) },
      options,
    );
  }

  /** Every key that is not revoked. */
  async list(options?: CallOptions): Promise<Key[]> {
    const { keys } = await this.#requester.send<{ keys: Key[] }>(
      { method: "GET", path: "/v1/admin/keys" },
      options,
    );
    return keys;
  }

  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.#requester.send({ method: "DELETE", path: "/v1/admin/keys", query: { id } }, options);
  }
}
