import type { Clock } from "../../src/service/context.ts";

/** A clock that stands where it is set. Its monotonic side never goes back. */
export class FakeClock implements Clock {
  #now: number;
  #monotonic = 0;

  constructor(now: number | string) {
    this.#now = new Date(now).getTime();
  }

  readonly now = (): number => this.#now;
  readonly monotonic = (): number => this.#monotonic;

  /** Sets the wall clock: forwards, or back. */
  set(now: number | string): void {
    this.#now = new Date(now).getTime();
  }

  /** Lets time pass on both. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }
}
