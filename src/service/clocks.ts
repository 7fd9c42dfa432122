import type { Clock } from "./context.ts";

/** A skew is worth a warning from here on. */
const warnAtMs = 60_000;

/**
 * How far the wall clock has moved against the monotonic one since the start.
 *
 * A wall clock that jumps must not close periods, as a close is for ever: nothing closes while the two disagree
 * by more than a board's grace. An operator sets the clock right, or restarts Laurel if it is right.
 */
export class Clocks {
  readonly #clock: Clock;
  readonly #offsetMs: number;
  readonly #warn: (warning: Error) => void;
  #warned = false;

  constructor(clock: Clock, warn: (warning: Error) => void) {
    this.#clock = clock;
    this.#offsetMs = clock.now() - clock.monotonic();
    this.#warn = warn;
  }

  /** Milliseconds between the two clocks, never negative. */
  skewMs(): number {
    const skew = Math.abs(this.#clock.now() - this.#clock.monotonic() - this.#offsetMs);
    if (skew < warnAtMs) this.#warned = false;
    else if (!this.#warned) {
      this.#warned = true;
      this.#warn(
        new Error(
          `the wall clock has moved by ${Math.round(skew / 1000)} s against the monotonic clock: no period closes until they agree. Set the clock right; if it is right, restart Laurel`,
        ),
      );
    }
    return skew;
  }
}
