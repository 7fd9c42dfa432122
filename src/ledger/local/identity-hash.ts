/**
 * The hash of an identity: HalfSipHash-1-3 with 64 bits of result (Aumasson and Bernstein), over board, player and
 * the UTF-16 units of the match, two a word. Keyed, so that nobody can choose ids that collide.
 */
export class IdentityHash {
  readonly seed: number;
  readonly #low: number;
  readonly #high: number;
  /** The result: files are in order of the first word. */
  first = 0;
  second = 0;

  /** `seed`: any safe integer, not to be guessed by whoever chooses ids. */
  constructor(seed: number) {
    this.seed = seed;
    this.#low = seed | 0;
    this.#high = Math.floor(seed / 2 ** 32) | 0;
  }

  /** Hashes an identity into `first` and `second`. */
  take(board: number, player: number, matchId: string): void {
    let v0 = this.#low;
    let v1 = this.#high ^ 0xee;
    let v2 = 0x6c796765 ^ this.#low;
    let v3 = 0x74656462 ^ this.#high;
    let first = 0;
    const { length } = matchId;
    const words = 3 + ((length + 1) >>> 1);
    // Behind the words come three rounds without input for the first half of the result, three for the second.
    for (let i = 0; i < words + 6; i++) {
      let word = 0;
      if (i === 0) word = board;
      else if (i === 1) word = player;
      else if (i === 2) word = length;
      else if (i < words) {
        const at = (i - 3) * 2;
        word = matchId.charCodeAt(at) | (at + 1 < length ? matchId.charCodeAt(at + 1) << 16 : 0);
      } else if (i === words) v2 ^= 0xee;
      else if (i === words + 3) {
        first = v1 ^ v3;
        v1 ^= 0xdd;
      }
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    this.first = first >>> 0;
    this.second = (v1 ^ v3) >>> 0;
  }
}
