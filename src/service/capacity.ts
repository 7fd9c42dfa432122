/**
 * What the process still has room for: the memory budget and the limit of scope values.
 *
 * The memory in use is a sample of what the whole process holds, taken when somebody asks and the last one is old.
 * New players come in groups, and at 300,000 new standings a second memory grows by some 40 MB a second, so what
 * is taken in between two samples is far below what the budget leaves free: a process with a budget of 450 MB was
 * filled at full speed and held 456 MB at most.
 */
import type { Room } from "../core/room.ts";
import type { Clock } from "./context.ts";

export interface CapacityLimits {
  /** Bytes in use from which on nobody new is taken. */
  readonly memoryBytes: number;
  readonly scopeValuesMax: number;
}

/** Share of the budget from which on there is a warning. */
const warnShare = 0.9;

/** How old a sample may be. Reading the resident size of the process takes some 10 µs. */
const sampleMaxMs = 100;

export class Capacity {
  readonly #limits: CapacityLimits;
  readonly #measure: () => number;
  readonly #clock: Clock;
  #inUse = 0;
  #sampledAt = Number.NEGATIVE_INFINITY;

  /** `memoryInUse`: bytes that the process holds now. */
  constructor(limits: CapacityLimits, memoryInUse: () => number, clock: Clock) {
    this.#limits = limits;
    this.#measure = memoryInUse;
    this.#clock = clock;
  }

  /** What a report may bring that was never there. */
  room(): Room {
    const { memoryBytes, scopeValuesMax } = this.#limits;
    return { memory: this.#memoryInUse() < memoryBytes, scopeValuesMax };
  }

  /** What an operator should know before it is too late, in sentences; none while all is well. */
  warnings(): string[] {
    const { memoryBytes } = this.#limits;
    const inUse = this.#memoryInUse();
    if (inUse < warnShare * memoryBytes) return [];
    const budget = `${showMegabytes(inUse)} of the memory budget of ${showMegabytes(memoryBytes)} are in use`;
    return inUse < memoryBytes
      ? [`${budget}: new players and scope values will be refused when it is used up`]
      : [`${budget}: new players and scope values are refused; give Laurel more memory`];
  }

  #memoryInUse(): number {
    const now = this.#clock.monotonic();
    if (now - this.#sampledAt >= sampleMaxMs) {
      this.#inUse = this.#measure();
      this.#sampledAt = now;
    }
    return this.#inUse;
  }
}

function showMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString("en-US")} MB`;
}
