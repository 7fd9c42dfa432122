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

interface Entry {
  bytes?: number;
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

  /**
   * The answer under a key, made anew if `version` is not that of the cached one or it is too old.
   * `now` is the clock by which `asOf` is told.
   */
  get(
    key: string,
    version: unknown,
    now: number,
    make: () => Promise<{ head: object; asOf: number; tail: object }>,
  ): Promise<CachedTop> {
    const known = this.#entries.get(key);
    if (known !== undefined && known.version === version && Math.abs(now - known.madeAt) < ageMaxMs)
      return known.top;
    const top = make().then(serialise);
    const entry = { version, madeAt: now, top };
    if (known !== undefined) this.#forget(key, known);
    this.#entries.set(key, entry);
    top.then(
      ({ body }) => this.#count(key, entry, body.length),
      () => this.#forget(key, entry),
    );
    return top;
  }

  /** The oldest go first: a busy top is made again every second and moves to the end. */
  #count(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, other] of this.#entries) {
      if (this.#bytes <= bytesMax) return;
      this.#forget(oldest, other);
    }
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes ?? 0;
  }
}

/** `asOf` stands between head and tail, so that the hash can leave it out without serialising twice. */
function serialise({ head, asOf, tail }: { head: object; asOf: number; tail: object }): CachedTop {
  const before = JSON.stringify(head).slice(0, -1);
  const after = JSON.stringify(tail).slice(1);
  const body = Buffer.from(`${before},"asOf":${asOf},${after}`);
  const etag = `W/"${createHash("sha256").update(before).update(after).digest("base64url").slice(0, 22)}"`;
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
