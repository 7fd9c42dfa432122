/**
 * A ledger in front of a real one that fails on a seed, in each of the ways that the port names, and before and
 * after the real commit. What is wrong with a poisoned report makes the decision of its group throw.
 */
import type { Known } from "../../src/core/draft.ts";
import {
  type Committed,
  type Decision,
  type Identity,
  type Ledger,
  LedgerFault,
} from "../../src/ledger/ledger.ts";
import type { Random } from "./random.ts";

export type Fault = "none" | "not_taken" | "lost" | "kept";

export class FaultyLedger implements Ledger {
  readonly #ledger: Ledger;
  readonly #fault: () => Fault;
  /** Runs in front of each transaction: time passes here, or the ledger is held up. */
  before: () => void | Promise<void> = () => {};

  constructor(ledger: Ledger, fault: () => Fault) {
    this.#ledger = ledger;
    this.#fault = fault;
  }

  async transact<T>(
    touched: readonly Identity[],
    decide: (known: Known) => Decision<T>,
    settle?: (committed: Committed<T>) => void | Promise<void>,
  ): Promise<Committed<T>> {
    await this.before();
    const fault = this.#fault();
    if (fault === "not_taken") throw new LedgerFault("not_taken", "simulated: not taken");
    if (fault === "lost") throw new LedgerFault("unknown_outcome", "simulated: lost before the commit");
    const committed = await this.#ledger.transact(
      touched,
      (known) => {
        const poisoned = touched.find(({ matchId }) => isPoison(matchId));
        // A throw before the decision, and one behind it: neither may leave anything.
        if (poisoned !== undefined && touched.length % 2 === 0) throw new Error("simulated: poison");
        const decision = decide(known);
        if (poisoned !== undefined) throw new Error("simulated: poison");
        return decision;
      },
      settle,
    );
    if (fault === "kept") throw new LedgerFault("unknown_outcome", "simulated: lost behind the commit");
    return committed;
  }

  get catalogue(): Ledger["catalogue"] {
    return this.#ledger.catalogue;
  }

  get position(): number {
    return this.#ledger.position;
  }

  append(...args: Parameters<Ledger["append"]>): Promise<void> {
    return this.#ledger.append(...args);
  }

  follow(position: number): ReturnType<Ledger["follow"]> {
    return this.#ledger.follow(position);
  }

  states(): ReturnType<Ledger["states"]> {
    return this.#ledger.states();
  }

  eventsOf(...args: Parameters<Ledger["eventsOf"]>): ReturnType<Ledger["eventsOf"]> {
    return this.#ledger.eventsOf(...args);
  }

  events(sequences: readonly number[]): ReturnType<Ledger["events"]> {
    return this.#ledger.events(sequences);
  }

  playerId(number: number): string {
    return this.#ledger.playerId(number);
  }

  fault(): string | null {
    return this.#ledger.fault();
  }

  close(): Promise<void> {
    return this.#ledger.close();
  }
}

/** Fails a transaction in so many of a hundred, each kind alike. */
export function faultsIn(random: Random, percent: number): () => Fault {
  return () => (random(100) < percent ? (["not_taken", "lost", "kept"] as const)[random(3)]! : "none");
}

export function poisoned(matchId: string): string {
  return `poison ${matchId}`;
}

export function isPoison(matchId: string): boolean {
  return matchId.startsWith("poison ");
}
