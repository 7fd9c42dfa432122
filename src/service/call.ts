import type { Report } from "../core/report.ts";
import type { Open } from "./deadlines.ts";
import type { Wanted } from "./fed-standings.ts";
import type { Outcome } from "./outcome.ts";

/** A report on its way: its place among those that it came with. */
export interface Waiting {
  readonly call: Call;
  readonly place: number;
}

/** Reports that came together and are answered together. */
export class Call implements Open {
  readonly reports: readonly Report[];
  readonly wanted: Wanted;
  readonly outcomes: (Outcome | undefined)[];
  readonly #resolve: (outcomes: Outcome[]) => void;
  readonly #deadlineMs: number;
  /** How many have no outcome yet. */
  #open: number;

  constructor(
    reports: readonly Report[],
    wanted: Wanted,
    outcomes: (Outcome | undefined)[],
    open: number,
    deadlineMs: number,
    resolve: (outcomes: Outcome[]) => void,
  ) {
    this.reports = reports;
    this.wanted = wanted;
    this.outcomes = outcomes;
    this.#open = open;
    this.#deadlineMs = deadlineMs;
    this.#resolve = resolve;
  }

  get ended(): boolean {
    return this.#open === 0;
  }

  /** Whatever comes behind the deadline is not heard any more. */
  answer(place: number, outcome: Outcome): void {
    if (this.#open === 0) return;
    this.outcomes[place] = outcome;
    this.#open -= 1;
    if (this.#open === 0) this.#resolve(this.outcomes as Outcome[]);
  }

  expire(): void {
    const detail = `no answer from the ledger within ${this.#deadlineMs} ms; sending the report again is safe`;
    for (let i = 0; i < this.outcomes.length; i++)
      this.outcomes[i] ??= { kind: "failed", reason: "unknown_outcome", detail };
    this.#open = 0;
    this.#resolve(this.outcomes as Outcome[]);
  }
}
