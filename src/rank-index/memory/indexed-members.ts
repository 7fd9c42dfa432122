/**
 * The members and the index over them, as a start makes them: empty, for a ledger to fill and the index to be built
 * after, or both at once from a flat image.
 */
import type { OrderRule } from "../../core/order.ts";
import type { Filling, ImagePart } from "../../members/image.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import type { IndexNumber } from "../rank-index.ts";
import { MemoryRankIndex } from "./memory-index.ts";

const sweptRows = 100_000;

export class IndexedMembers {
  readonly #seed: number;
  #members: Members | null = null;
  #index: MemoryRankIndex | null = null;

  /** `seed`: of the players' hashes; not to be guessed by whoever chooses ids. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** New members, in the place of those before. */
  empty(): Members {
    this.#index = null;
    this.#members = new Members(new Players(this.#seed));
    return this.#members;
  }

  /** The index of the members that were made last, whole up to a position: built now, unless an image brought it. */
  index(orderOf: (index: IndexNumber) => OrderRule | null, position: number): MemoryRankIndex {
    if (this.#index !== null) return this.#index;
    if (this.#members === null) throw new Error("an index is asked for before there are members");
    this.#index = new MemoryRankIndex(this.#members);
    this.#index.openAll(orderOf, position);
    return this.#index;
  }

  /** Players, members and trees, to be written before anything changes. */
  image(): ImagePart[] {
    const [members, index] = [this.#members, this.#index];
    if (members === null || index === null) throw new Error("an image is asked for before there is an index");
    // What is left of dropped indexes would be swept up in later turns, while the image is written.
    while (index.sweep(sweptRows));
    return [members.players.image(), members.image(), index.image()];
  }

  /** Members, and their index, as such parts describe them; to be used once the segments are filled. */
  fromImage([ofPlayers, ofMembers, ofIndex]: readonly unknown[]): Filling<Members> {
    const players = Players.fromImage(ofPlayers);
    const members = Members.fromImage(ofMembers, players.value);
    const index = MemoryRankIndex.fromImage(ofIndex, members.value);
    this.#members = members.value;
    this.#index = index.value;
    return { value: members.value, segments: [...players.segments, ...members.segments, ...index.segments] };
  }
}
