/**
 * The tombstones of all indexes, in the order they were made: rows whose standing is *none*, kept for their
 * revision until everything up to it has been put.
 */
import type { MemberRows } from "../../members/member-rows.ts";

interface Tombstone {
  readonly rows: MemberRows;
  readonly row: number;
  readonly revision: number;
}

/** How many are freed in one step at most, so that removing a million members at once stalls no later put. */
const freedMax = 1000;

export class Tombstones {
  #queue: Tombstone[] = [];
  #head = 0;

  add(rows: MemberRows, row: number, revision: number): void {
    this.#queue.push({ rows, row, revision });
  }

  /** Every row that waits, oldest first. */
  *all(): Iterable<Tombstone> {
    yield* this.#queue.slice(this.#head);
  }

  /**
   * Frees the oldest as far as the index is whole. One that must stay keeps those behind it, too: revisions come
   * nearly in order, and staying longer is harmless.
   */
  free(wholeTo: number): void {
    for (let freed = 0; freed < freedMax; freed++) {
      const oldest = this.#queue[this.#head];
      if (oldest === undefined || oldest.revision > wholeTo) break;
      this.#head += 1;
      const { rows, row, revision } = oldest;
      // A row that was written again since has another revision, and another entry if it is a tombstone again.
      if (rows.player(row) !== 0 && rows.revision(row) === revision && !rows.isPresent(row)) rows.free(row);
    }
    if (this.#head > this.#queue.length / 2) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
  }
}
