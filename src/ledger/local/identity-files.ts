/** Files of identities as the event loop sees them: filters in memory, pages read when a filter says "perhaps". */
import { close, openSync, read } from "node:fs";
import { LogFault, messageOf } from "./faults.ts";
import { type IdentityFileParts, pageBytes, pagesFor, searchPage } from "./identity-file.ts";

export class OpenIdentityFile {
  readonly parts: IdentityFileParts;
  readonly #handle: number;
  readonly #onDamage: (file: OpenIdentityFile, reason: string) => void;

  constructor(parts: IdentityFileParts, onDamage: (file: OpenIdentityFile, reason: string) => void) {
    this.parts = parts;
    this.#handle = openSync(parts.path, "r");
    this.#onDamage = onDamage;
  }

  /** Bytes in memory. */
  get bytes(): number {
    const { fences, filters } = this.parts;
    return filters.reduce((sum, filter) => sum + (filter?.fingerprints.length ?? 0), fences.byteLength);
  }

  mayHold(first: number, second: number): boolean {
    return pagesFor(this.parts, first, second).length > 0;
  }

  /** The sequences of its entries with this hash. Throws a LogFault where a page cannot be believed. */
  async find(first: number, second: number): Promise<number[]> {
    const found: number[] = [];
    for (const page of pagesFor(this.parts, first, second)) {
      // One after the other: when this returns or throws, nothing is read any more.
      try {
        searchPage(this.parts, page, await this.#readPage(page), first, second, found);
      } catch (error) {
        this.#onDamage(this, messageOf(error));
        throw new LogFault(
          false,
          `a page of ${this.parts.path} is damaged: it is made again from the log; send the report again`,
          error,
        );
      }
    }
    return found;
  }

  close(): void {
    close(this.#handle, () => {});
  }

  #readPage(page: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(pageBytes);
    return new Promise((resolve, reject) => {
      read(this.#handle, bytes, 0, pageBytes, pageBytes * (1 + page), (error, length) => {
        if (error !== null) reject(error);
        else if (length !== pageBytes) reject(new Error(`page ${page} ends too early`));
        else resolve(bytes);
      });
    });
  }
}

/** The newest files are merged once they are so many. */
const filesMergedMin = 4;

/**
 * The files to merge, the newest ones: from the oldest that is no larger than all newer ones together. So each of
 * the others is larger than all behind it, and their number grows as the logarithm of what they hold.
 */
export function filesToMerge<T extends { readonly count: number }>(files: readonly T[]): readonly T[] {
  let newer = 0;
  let begin = files.length;
  for (let i = files.length - 1; i >= 0; i--) {
    const { count } = files[i]!;
    if (count <= newer || i === files.length - 1) begin = i;
    newer += count;
  }
  return files.length - begin >= filesMergedMin ? files.slice(begin) : [];
}
