/** What a workload needs: standings, rates, memory, disk, time to start. */
import type { Costs } from "./costs.ts";
import type { Peak, Workload } from "./workload.ts";

export interface Needs {
  readonly standings: Standings;
  readonly events: { readonly aDay: number; readonly kept: number };
  readonly rates: Rates;
  readonly memory: Memory;
  readonly disk: Disk;
  readonly start: Start;
}

export interface Standings {
  readonly entries: number;
  readonly indexes: number;
  /** How many an event feeds on average. */
  readonly fed: number;
}

/** A second. */
export interface Rates {
  readonly writesMean: number;
  readonly writesPeak: number;
  readonly readsMean: number;
  readonly readsPeak: number;
}

/** Of one process that holds everything, in bytes. */
export interface Memory {
  readonly process: number;
  readonly players: number;
  readonly entries: number;
  readonly trees: number;
  /** What many small indexes cost beside their standings. */
  readonly indexes: number;
  readonly recentIdentities: number;
  /** Filters of older identities, as far as they may be in memory. */
  readonly filters: number;
  readonly total: number;
  /** Filters that have no room in memory. */
  readonly filtersOnDisk: number;
}

/** After all days, in bytes. */
export interface Disk {
  readonly log: number;
  readonly identities: number;
  readonly history: number;
  /** Two, as one is written while the other still counts. */
  readonly checkpoints: number;
  readonly total: number;
}

/** Seconds until it serves: after a clean stop, after kill -9, from the log alone. */
export interface Start {
  readonly clean: number;
  readonly killed: number;
  readonly log: number;
}

const secondsADay = 86_400;
const million = 1e6;

/** `budgetBytes`: the memory budget of the process, of which filters take a share at most. */
export function needsOf(workload: Workload, budgetBytes: number, costs: Costs): Needs {
  const { eventsADay, readsADay, writePeak, readPeak, days } = workload;
  const standings = countStandings(workload);
  const kept = eventsADay * days;
  return {
    standings,
    events: { aDay: eventsADay, kept },
    rates: {
      writesMean: eventsADay / secondsADay,
      writesPeak: peakRate(eventsADay, writePeak),
      readsMean: readsADay / secondsADay,
      readsPeak: peakRate(readsADay, readPeak),
    },
    memory: memoryOf(workload, standings, kept, budgetBytes, costs),
    disk: diskOf(workload, standings.entries, kept, costs),
    start: {
      clean: (costs.cleanStart * standings.entries) / million,
      killed: (costs.killedStart * standings.entries) / million,
      log: (costs.logStart * kept * standings.fed) / million,
    },
  };
}

function peakRate(aDay: number, { share, seconds }: Peak): number {
  return Math.max((aDay * share) / seconds, aDay / secondsADay);
}

function countStandings({ players, periods, scopes }: Workload): Standings {
  const named = scopes.reduce((sum, { share }) => sum + share, 0);
  const values = scopes.reduce((sum, scope) => sum + scope.values, 0);
  const inPeriods = periods.reduce((sum, { share, count }) => sum + share * count, 0);
  const held = periods.reduce((sum, { count }) => sum + count, 0);
  return {
    entries: players * inPeriods * (1 + named),
    indexes: held * (1 + values),
    fed: periods.length * (1 + named),
  };
}

function memoryOf(
  { players, idBytes, columns }: Workload,
  { entries, indexes }: Standings,
  events: number,
  budgetBytes: number,
  costs: Costs,
): Memory {
  const filters = events * costs.filterBytes;
  const filtersMost = budgetBytes * costs.filterShare;
  const parts = {
    process: costs.processBytes,
    players: players * (costs.playerBytes + idBytesBeyond(idBytes)),
    entries: entries * rowBytes(columns, costs),
    trees: entries * costs.treeBytes,
    indexes: indexes * Math.max(0, costs.smallIndexBytes - 20 * costs.entryBytes),
    recentIdentities: costs.recentIdentitiesBytes,
    filters: Math.min(filters, filtersMost),
  };
  return { ...parts, total: sum(parts), filtersOnDisk: Math.max(0, filters - filtersMost) };
}

/** A further column is a further float64. */
function rowBytes(columns: number, costs: Costs): number {
  return costs.entryBytes - costs.treeBytes + 8 * (columns - 1);
}

/** Ids stand in whole words of 4 bytes, behind a byte of length; what is measured is an id of 14 bytes. */
function idBytesBeyond(idBytes: number): number {
  return 4 * (Math.ceil((idBytes + 1) / 4) - Math.ceil((14 + 1) / 4));
}

function diskOf(
  { players, idBytes, columns }: Workload,
  entries: number,
  events: number,
  costs: Costs,
): Disk {
  const parts = {
    log: events * costs.logBytes,
    identities: events * costs.identityFileBytes,
    history: events * costs.historyBytes,
    checkpoints: 2 * (entries * rowBytes(columns, costs) + players * idBytes),
  };
  return { ...parts, total: sum(parts) };
}

function sum(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((total, part) => total + part, 0);
}
