/** What a service is planned for. */

export interface Workload {
  readonly players: number;
  readonly idBytes: number;
  readonly columns: number;
  readonly periods: readonly PeriodLoad[];
  readonly scopes: readonly ScopeLoad[];
  readonly eventsADay: number;
  readonly readsADay: number;
  readonly writePeak: Peak;
  readonly readPeak: Peak;
  /** Whether reports come one a request, not in batches. */
  readonly single: boolean;
  /** How many days of events are kept. */
  readonly days: number;
}

export interface PeriodLoad {
  readonly name: string;
  /** Share of the players who play in one such period. */
  readonly share: number;
  /** How many of them are in memory at a time. */
  readonly count: number;
}

export interface ScopeLoad {
  readonly name: string;
  readonly values: number;
  /** Share of the reports that name it. */
  readonly share: number;
}

/** The busiest time: this share of a day's work comes within so many seconds. */
export interface Peak {
  readonly share: number;
  readonly seconds: number;
}

export interface Machine {
  readonly memoryBytes: number;
  /** The part of it that is the process' budget: see `memory` in docs/operating.md. */
  readonly budgetBytes: number;
  /** null where the disk is not looked at. */
  readonly diskBytes: number | null;
}
