/**
 * Tops as bytes: serialised once, plain and compressed, with their ETag, and shared by all who ask.
 *
 * An entry is good while its index has not changed and it is younger than a second, which bounds the age of its
 * `asOf`. Concurrent misses of one key wait for one making.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** One answer, ready to be sent. */
export interface CachedTop {
  readonly body: Buffer;
  /** Weak: a hash of the answer without `asOf`. */
  readonly etag: string;
  readonly asOf: number;
  /** The body compressed with gzip; made when first asked for. */
  gzip(): Buffer;
}

/** An answer as JSON text, cut where `asOf` stands. */
export interface TopParts {
  readonly head: string;
  readonly asOf: number;
  readonly tail: string;
}

interface Entry {
  /** null until it is made. */
  made: CachedTop | null;
  readonly version: unknown;
  readonly madeAt: number;
  readonly top: Promise<CachedTop>;
}

const ageMaxMs = 1_000;
/** A top of 1,000 rows has some 90 KB, plain. */
const bytesMax = 64 * 2 ** 20;

export class TopCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** The answer under a key if there is one that is still good. */
  known(key: string, version: unknown, now: number): CachedTop | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && isGood(entry, version, now) ? entry.made : null;
  }

  /**
   * The answer under a key, made anew if `version` is not that of the cached one or it is too old.
   * `now` is the clock by which `asOf` is told.
   */
  get(key: string, version: unknown, now: number, make: () => Promise<TopParts>): Promise<CachedTop> {
    const known = this.#entries.get(key);
    if (known !== undefined && isGood(known, version, now)) return known.top;
    const top = make().then(encode);
    const entry = { version, madeAt: now, top, made: null };
    if (known !== undefined) this.#forget(key, known);
    this.#entries.set(key, entry);
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

/** `asOf` stands between head and tail, so that the hash can leave it out without serialising twice. */
function encode({ head, asOf, tail }: TopParts): CachedTop {
  const body = Buffer.from(`${head},"asOf":${asOf},${tail}`);
  const hash = createHash("sha256")
    .update(body.subarray(0, Buffer.byteLength(head)))
    .update(body.subarray(body.length - Buffer.byteLength(tail)));
  const etag = `W/"${hash.digest("base64url").slice(0, 22)}"`;
  let gzip: Buffer | null = null;
  return {
    body,
    etag,
    asOf,
    gzip: () => {
      gzip ??= gzipSync(body, { level: 5 });
      return gzip;
    },
  };
}
