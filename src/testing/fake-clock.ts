import type { Clock } from "../service/context.ts";

/** A moment: milliseconds since 1970, text that a Date reads, or a Date. */
export type Moment = number | string | Date;

/** A clock that stands where it is set. Its monotonic side never goes back. */
export class FakeClock implements Clock {
  #now: number;
  #monotonic = 0;

  constructor(now: Moment) {
    this.#now = millisecondsOf(now);
  }

  readonly now = (): number => this.#now;
  readonly monotonic = (): number => this.#monotonic;

  /** Lets time pass on both. */
  advance(ms: number): void {
    this.set(this.#now + ms);
  }

  /** Lets time pass until a moment; going back is a fault of the wall clock alone. */
  set(now: Moment): void {
    const passed = millisecondsOf(now) - this.#now;
    this.#now += passed;
    this.#monotonic += Math.max(0, passed);
  }

  /** The wall clock jumps, as when somebody sets it wrong; no time passes. */
  jump(now: Moment): void {
    this.#now = millisecondsOf(now);
  }
}

function millisecondsOf(moment: Moment): number {
  const ms = new Date(moment).getTime();
  if (Number.isNaN(ms)) throw new TypeError(`${String(moment)} is not a moment in time`);
  return ms;
}
