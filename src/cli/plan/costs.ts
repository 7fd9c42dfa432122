/**
 * What one of each costs: the only numbers of `laurel plan`, each with where it comes from.
 *
 * A number that a bench measures is read off the newest kept result: `npm run generate` writes measured.ts, and a
 * test says when that is stale. Until there is one, `value` stands in.
 */
export interface Cost {
  readonly what: string;
  readonly unit: string;
  /** What holds while no bench has measured it. */
  readonly value: number;
  /** Where `value` comes from. */
  readonly source: string;
  /** Rows of bench/results that measure it, the first that is there counts; none where no bench does. */
  readonly rows: readonly string[];
  /** A row's number times this is in `unit`; 1 where it is not given. */
  readonly scale?: number;
}

const target = "target of docs/performance.md";
const shortRun = "a short run of bench/http, one core, 300,000 events before: bench/findings.md";
const prototype = "a prototype, on two cores";

export const costs = {
  // Memory.
  processBytes: {
    what: "the process itself: heap, young generation, threads, SQLite's pages",
    unit: "B",
    value: 300e6,
    source: "estimate",
    rows: [],
  },
  playerBytes: {
    what: "memory of a player with an id of 14 bytes",
    unit: "B",
    value: 45,
    source: target,
    rows: ["index.25M.player-bytes", "index.10M.player-bytes", "index.1M.player-bytes"],
  },
  entryBytes: {
    what: "memory of a standing of one column: its row, lookup and place in the tree",
    unit: "B",
    value: 66,
    source: target,
    rows: ["index.25M.entry-bytes", "index.10M.entry-bytes", "index.1M.entry-bytes"],
  },
  treeBytes: {
    what: "of these, its place in the tree",
    unit: "B",
    value: 16,
    source: "layout: 12 bytes in a leaf that is three quarters full",
    rows: [],
  },
  smallIndexBytes: {
    what: "memory of an index of 20 standings, with them",
    unit: "B",
    value: 2_000,
    source: target,
    rows: ["index.small-boards.100k"],
    scale: 10,
  },
  recentIdentitiesBytes: {
    what: "memory of the newest identities, whatever their number",
    unit: "B",
    value: 256e6,
    source: "estimate",
    rows: [],
  },
  filterBytes: {
    what: "memory of an older identity: its share of a filter",
    unit: "B",
    value: 1.17,
    source: "files of one to four million events",
    rows: [],
  },
  filterShare: {
    what: "share of the memory budget that filters may take; older ones stay on disk",
    unit: "",
    value: 0.25,
    source: "estimate",
    rows: [],
  },
  // Disk.
  logBytes: {
    what: "log, an event",
    unit: "B",
    value: 64,
    source: target,
    rows: ["http.log-bytes"],
  },
  identityFileBytes: {
    what: "identity files, an event: hash, sequence and filter",
    unit: "B",
    value: 15.3,
    source: "layout: 14 bytes in pages of 292, and a filter of 1.2",
    rows: [],
  },
  historyBytes: {
    what: "history, an event",
    unit: "B",
    value: 15.4,
    source: "6 million events of 600,000 players",
    rows: [],
  },
  // Rates of one process on two cores.
  batchedAt1: {
    what: "scores a second in batches of 1,000, 1 standing an event",
    unit: "/s",
    value: 99_000,
    source: shortRun,
    rows: ["http.batch.1"],
  },
  batchedAt3: {
    what: "the same, 3 standings an event",
    unit: "/s",
    value: 59_000,
    source: shortRun,
    rows: ["http.batch.3"],
  },
  batchedAt9: {
    what: "the same, 9 standings an event",
    unit: "/s",
    value: 20_600,
    source: shortRun,
    rows: ["http.batch.9"],
  },
  singles: {
    what: "scores a second, one a request, 1 standing an event",
    unit: "/s",
    value: 26_500,
    source: shortRun,
    rows: ["http.submit.node"],
  },
  reads: {
    what: "rank reads a second",
    unit: "/s",
    value: 66_500,
    source: shortRun,
    rows: ["http.rank.node"],
  },
  // Starts, by what they read.
  cleanStart: {
    what: "start after a clean stop, a million standings",
    unit: "s",
    value: 2 / 25,
    source: target,
    rows: ["ready.25M.clean"],
    scale: 1 / 25,
  },
  killedStart: {
    what: "start after kill -9, a million standings",
    unit: "s",
    value: 20 / 25,
    source: target,
    rows: ["ready.25M.killed"],
    scale: 1 / 25,
  },
  logStart: {
    what: "start from the log alone, a million events, each standing they feed",
    unit: "s",
    value: 60 / 25,
    source: target,
    rows: ["ready.25M.log"],
    scale: 1 / 25,
  },
  // Production.
  postgresAt1: {
    what: "Postgres: events a second over four connections, 1 standing an event",
    unit: "/s",
    value: 53_000,
    source: prototype,
    rows: [],
  },
  postgresAt9: {
    what: "the same, 9 standings an event",
    unit: "/s",
    value: 40_000,
    source: prototype,
    rows: ["production.ledger.4"],
  },
  redisBytes: {
    what: "Redis: memory of a standing (`wide`, with full ties)",
    unit: "B",
    value: 198,
    source: prototype,
    rows: [],
  },
  redisPlainBytes: {
    what: "Redis: the same in a plain sorted set, where scores decide alone",
    unit: "B",
    value: 112,
    source: prototype,
    rows: [],
  },
  redisUpdates: {
    what: "Redis: scripted updates of standings a second",
    unit: "/s",
    value: 78_000,
    source: prototype,
    rows: [],
  },
  redisReads: {
    what: "Redis: ranks a second",
    unit: "/s",
    value: 137_000,
    source: prototype,
    rows: [],
  },
} as const satisfies Record<string, Cost>;

export type CostName = keyof typeof costs;

/** A number for each. */
export type Costs = Readonly<Record<CostName, number>>;

export const costNames = Object.keys(costs) as CostName[];
