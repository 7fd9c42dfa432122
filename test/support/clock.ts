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

  /** Lets time pass until an instant; going back is a fault of the wall clock alone. */
  set(now: number | string): void {
    const passed = new Date(now).getTime() - this.#now;
    this.#now += passed;
    this.#monotonic += Math.max(0, passed);
  }

  /** The wall clock jumps, as when somebody sets it wrong; no time passes. */
  jump(now: number | string): void {
    this.#now = new Date(now).getTime();
  }

  /** Lets time pass on both. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }
}
