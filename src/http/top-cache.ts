/**
 * Tops as bytes: serialised once, plain and compressed, with their ETag, and shared by all who ask.
 *
 * An entry is good while its index has not changed and it is younger than a second, which bounds the age of its
 * `asOf`. Concurrent misses of one key wait for one making.
 */
import type { Awaitable } from "../service/player.ts";

/** One answer, ready to be sent. */
export interface CachedTop {
  readonly body: Buffer;
  /** Weak: a hash of the answer without `asOf`. */
  readonly etag: string;
  readonly asOf: number;
  /** The body compressed with gzip; made when first asked for. */
  gzip(): Buffer;
}

interface Entry {
  /** null until it is made. */
  made: CachedTop | null;
  readonly version: unknown;
  readonly madeAt: number;
  readonly top: Awaitable<CachedTop>;
}

const ageMaxMs = 1_000;
/** A top of 1,000 rows has some 90 KB, plain. */
const bytesMax = 64 * 2 ** 20;

export class TopCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /**
   * The answer under a key, made anew if `version` is not that of the cached one or it is too old: at once where it
   * is there, or made at once. `now` is the clock by which `asOf` is told.
   */
  get(key: string, version: unknown, now: number, make: () => Awaitable<CachedTop>): Awaitable<CachedTop> {
    const known = this.#entries.get(key);
    if (known !== undefined && isGood(known, version, now)) return known.made ?? known.top;
    const top = make();
    const entry: Entry = { version, madeAt: now, top, made: null };
    if (known !== undefined) this.#forget(key, known);
    this.#entries.set(key, entry);
    if (!(top instanceof Promise)) {
      this.#count(key, entry, top);
      return top;
    }
    top.then(
      (made) => this.#count(key, entry, made),
      () => this.#forget(key, entry),
    );
    return top;
  }

  /** The oldest go first: a busy top is made again every second and moves to the end. */
  #count(key: string, entry: Entry, made: CachedTop): void {
    if (this.#entries.get(key) !== entry) return;
    entry.made = made;
    this.#bytes += made.body.length;
    for (const [oldest, other] of this.#entries) {
      if (this.#bytes <= bytesMax) return;
      this.#forget(oldest, other);
    }
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.made?.body.length ?? 0;
  }
}

function isGood({ version: made, madeAt }: Entry, version: unknown, now: number): boolean {
  return made === version && Math.abs(now - madeAt) < ageMaxMs;
}
