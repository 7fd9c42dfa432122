/**
 * Identities as one group of reports asks for them: of the moment the lookup began.
 *
 * Tables and filters answer at once. Where a filter says "perhaps", the page is noted; all that were noted are then
 * read at once, and the question is asked again. Equal hashes are no proof: whoever asks compares the records.
 */
import type { OpenIdentityFile } from "./identity-files.ts";
import type { IdentityHash } from "./identity-hash.ts";
import type { IdentityTable } from "./identity-table.ts";

interface Question {
  readonly first: number;
  readonly second: number;
}

export class IdentityLookup {
  readonly #hash: IdentityHash;
  readonly #tables: readonly IdentityTable[];
  readonly #files: readonly OpenIdentityFile[];
  readonly #onEnd: () => void;
  /** What pages said, by hash. */
  readonly #answers = new Map<string, readonly number[]>();
  readonly #missing = new Map<string, Question>();

  constructor(
    hash: IdentityHash,
    tables: readonly IdentityTable[],
    files: readonly OpenIdentityFile[],
    onEnd: () => void,
  ) {
    this.#hash = hash;
    this.#tables = tables;
    this.#files = files;
    this.#onEnd = onEnd;
  }

  /** Whether everything that was asked for was at hand. */
  get complete(): boolean {
    return this.#missing.size === 0;
  }

  /** Adds to `found` the sequences of the events that may have this identity, as far as they are at hand. */
  collect(board: number, player: number, matchId: string, found: number[]): void {
    this.#hash.take(board, player, matchId);
    const { first, second } = this.#hash;
    for (const table of this.#tables) table.collect(first, found);
    for (const file of this.#files) {
      if (!file.mayHold(first, second)) continue;
      const key = `${first}:${second}`;
      const answer = this.#answers.get(key);
      if (answer === undefined) this.#missing.set(key, { first, second });
      else found.push(...answer);
      // An answer, and a question too, is about all files.
      return;
    }
  }

  /** The same as a list: usually none or one. */
  candidates(board: number, player: number, matchId: string): number[] {
    const found: number[] = [];
    this.collect(board, player, matchId, found);
    return found;
  }

  /** Reads the pages that were asked for. Throws a LogFault where one is damaged. */
  async read(): Promise<void> {
    const reading = [...this.#missing].map(async ([key, { first, second }]) => {
      const found: number[] = [];
      for (const file of this.#files) found.push(...(await file.find(first, second)));
      this.#answers.set(key, found);
    });
    this.#missing.clear();
    // All of them, also where one fails: files may be closed once the lookup has ended.
    for (const read of await Promise.allSettled(reading)) if (read.status === "rejected") throw read.reason;
  }

  /** Lets the files go. */
  end(): void {
    this.#onEnd();
  }
}
