/** How much of its thread background work takes. */
const sliceMs = 10;

/** Rests if a slice is over, which most of the time it is not. */
export type Rest = () => Promise<void> | undefined;

/**
 * Keeps background work to a share of the time: after each slice of some milliseconds it rests, in which calls are
 * answered.
 */
export class Pace {
  readonly #share: () => number;
  #begun = performance.now();

  /** `share`: the part of the time that the work may take now, above 0 and up to 1. */
  constructor(share: () => number) {
    this.#share = share;
  }

  /** Work begins, after a time without any. */
  begin(): void {
    this.#begun = performance.now();
  }

  /** Whether a slice is over. Cheap enough for every page, not for every entry. */
  get due(): boolean {
    return performance.now() - this.#begun >= sliceMs;
  }

  async rest(): Promise<void> {
    const worked = performance.now() - this.#begun;
    const share = this.#share();
    await new Promise<void>((resolve) => {
      if (share >= 1) setImmediate(resolve);
      else setTimeout(resolve, worked * (1 / share - 1));
    });
    this.begin();
  }
}
