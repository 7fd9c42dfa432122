/**
 * Events by sequence, for work that cannot wait: a fold or a decision. What is not at hand is noted and stood
 * in for; all that was noted is then read at once, and the work is done again from its start.
 */
import type { LedgerRecord } from "../../core/record.ts";
import type { LogReader } from "./log.ts";

export class EventsAtHand {
  readonly #log: Pick<LogReader, "records">;
  readonly #records = new Map<number, LedgerRecord>();
  readonly #missing = new Set<number>();

  constructor(log: Pick<LogReader, "records">) {
    this.#log = log;
  }

  /** Whether everything that was asked for was at hand. */
  get complete(): boolean {
    return this.#missing.size === 0;
  }

  /** The record; undefined where it is not at hand. */
  find(sequence: number): LedgerRecord | undefined {
    const record = this.#records.get(sequence);
    if (record === undefined) this.#missing.add(sequence);
    return record;
  }

  /** The matchId of an event; "" where it is not at hand. */
  readonly matchIdOf = (sequence: number): string => {
    const record = this.find(sequence);
    if (record === undefined) return "";
    if (record.kind !== "score") throw new Error(`record ${sequence} is not an event`);
    return record.matchId;
  };

  /** Reads what was asked for and was not at hand, and these. */
  async read(sequences: Iterable<number> = []): Promise<void> {
    for (const sequence of sequences) this.#missing.add(sequence);
    if (this.#missing.size === 0) return;
    const found = await this.#log.records([...this.#missing]);
    for (const sequence of this.#missing) {
      const record = found.get(sequence);
      if (record === undefined) throw new Error(`record ${sequence} is not in the ledger`);
      this.#records.set(sequence, record);
    }
    this.#missing.clear();
  }

  /** Lets everything go that was read. */
  clear(): void {
    this.#records.clear();
  }
}
