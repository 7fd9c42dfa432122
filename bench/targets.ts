/**
 * What Laurel wants to reach, by the id of the row that shows it.
 *
 * `ratio` targets compare with the peer of the same run, however fast the machine; `ours` targets are absolute, and
 * mean the two cores that they were set for.
 */

export interface Target {
  readonly id: string;
  readonly section: Section;
  readonly metric: string;
  readonly judged: "ratio" | "ours";
  readonly bound: "at least" | "at most";
  readonly reach: number;
  readonly stretch: number | null;
  readonly unit: string;
}

export type Section = "index" | "embedded" | "production";

/** A ratio against a peer: the higher, the better. */
function against(section: Section, id: string, metric: string, reach: number, stretch: number): Target {
  return { id, section, metric, judged: "ratio", bound: "at least", reach, stretch, unit: "×" };
}

function most(
  section: Section,
  id: string,
  metric: string,
  reach: number,
  stretch: number | null,
  unit: string,
): Target {
  return { id, section, metric, judged: "ours", bound: "at most", reach, stretch, unit };
}

function least(
  section: Section,
  id: string,
  metric: string,
  reach: number,
  stretch: number,
  unit: string,
): Target {
  return { id, section, metric, judged: "ours", bound: "at least", reach, stretch, unit };
}

export const targets: readonly Target[] = [
  against("index", "index.25M.rank", "25M: rank, against Redis inside the server", 6, 9),
  against("index", "index.25M.update", "25M: update, against Redis inside the server", 4, 5.5),
  against("index", "index.25M.count-better", "25M: count better, against Redis inside the server", 5, 7),
  against("index", "index.1M.rank", "1M: rank, against Redis inside the server", 4.5, 6.5),
  against("index", "index.1M.update", "1M: update, against Redis inside the server", 3, 4.4),
  against("index", "index.25M.around", "25M: rank and 11 rows around, formatted", 3, 7),
  against("index", "index.25M.top", "25M: top 100, formatted", 2.5, 3.5),
  most("index", "index.25M.rank-p99", "25M: rank p99", 2.5, null, "µs"),
  most("index", "index.25M.update-p99", "25M: update p99", 5, null, "µs"),
  most("index", "index.25M.entry-bytes", "bytes an entry", 66, 58, "B"),
  most("index", "index.25M.player-bytes", "bytes a player, 14-byte ids", 45, 32, "B"),
  most("index", "index.spread.25M-on-1", "RSS, 25M players on 1 index", 2.8, 2.3, "GB"),
  most("index", "index.spread.25M-on-3", "RSS, 25M players on 3 indexes", 6, 5, "GB"),
  most("index", "index.spread.5M-on-9", "RSS, 5M players on 9 indexes", 3.5, 3, "GB"),
  most(
    "index",
    "index.1M.equal-worst",
    "all scores equal: the worst operation, in usual times",
    2,
    null,
    "×",
  ),
  most("index", "index.25M.mark-compacts", "mark-compact collections in the steady state", 0, null, ""),
  most("index", "index.25M.update-garbage", "garbage of an update", Number.POSITIVE_INFINITY, 0, "B"),
  most("index", "ready.25M.clean", "ready at 25M after a clean stop", 2, 0.6, "s"),
  most("index", "ready.25M.killed", "ready at 25M after kill -9", 20, 10, "s"),
  most("index", "ready.25M.log", "ready at 25M from the log alone", 60, 30, "s"),
  most("index", "index.25M.stall", "longest stall while growing to 25M", 10, 5, "ms"),
  most("index", "index.5M.drop", "longest wait of a reader while a board of 5M is dropped", 20, null, "ms"),
  most("index", "index.small-boards.100k", "RSS, 100,000 boards of 20 members", 200, 100, "MB"),

  against(
    "embedded",
    "http.submit.node",
    "durable single submits, against node:http without storage",
    0.45,
    0.6,
  ),
  against(
    "embedded",
    "http.submit.hand",
    "durable single submits, against the hand-rolled service",
    2.5,
    3.5,
  ),
  against("embedded", "http.submit.grouped", "the same, with grouped inserts", 1.5, 2),
  least(
    "embedded",
    "http.batch.1",
    "scores in batches of 1,000: 1 standing an event",
    200_000,
    350_000,
    "scores/s",
  ),
  least(
    "embedded",
    "http.batch.3",
    "scores in batches of 1,000: 3 standings an event",
    110_000,
    170_000,
    "scores/s",
  ),
  least(
    "embedded",
    "http.batch.9",
    "scores in batches of 1,000: 9 standings an event",
    45_000,
    70_000,
    "scores/s",
  ),
  most("embedded", "http.long.refused", "ten minutes at 166k scores a second: refused", 0, null, "scores"),
  most("embedded", "http.long.p99", "ten minutes at 166k scores a second: p99 of a batch", 250, 100, "ms"),
  against("embedded", "http.top.nginx", "top 100 from the cache, against nginx serving the bytes", 0.75, 0.9),
  against("embedded", "http.rank.node", "rank reads, against node:http answering a constant", 0.8, 0.9),
  most("embedded", "http.latency.submit", "p99 of a submit at half the top rate", 10, 5, "ms"),
  most("embedded", "http.latency.rank", "p99 of a read at half the top rate", 3, 1.5, "ms"),
  most("embedded", "http.latency.loop", "event-loop delay p99 under that load", 10, 5, "ms"),
  most("embedded", "http.log-bytes", "log bytes an event", 64, 50, "B"),

  least(
    "production",
    "production.ledger.1",
    "Postgres ledger alone, one connection",
    22_000,
    27_000,
    "events/s",
  ),
  least(
    "production",
    "production.ledger.4",
    "Postgres ledger alone, four connections",
    35_000,
    40_000,
    "events/s",
  ),
  against("production", "production.submit.hand", "durable submits, against the hand-rolled service", 2, 3),
  against("production", "production.submit.grouped", "the same, with grouped inserts", 1.2, 1.5),
  against(
    "production",
    "production.batch.hand",
    "batches of 1,000, against the hand-rolled service",
    0.8,
    1.2,
  ),
  against("production", "production.top.hand", "top, against the hand-rolled service", 5, 6),
  against("production", "production.rank.hand", "rank reads, against the hand-rolled service", 1, 1.3),
  most("production", "production.visible", "a score visible to the other process", 100, 20, "ms"),
  most("production", "production.rebuild", "rebuild of a 25M Redis board while serving", 8, 5, "min"),
];

export function targetOf(id: string): Target | null {
  return targets.find((target) => target.id === id) ?? null;
}

/** Whether a value is within a bound. */
export function meets(target: Target, bound: number, value: number): boolean {
  return target.bound === "at least" ? value >= bound : value <= bound;
}

export function showTarget({ judged, bound, reach, stretch, unit }: Target): string {
  const sign = bound === "at least" ? "≥" : "≤";
  const numbers = [reach, stretch]
    .filter((one) => one !== null && Number.isFinite(one))
    .map((one) => one!.toLocaleString("en-US"))
    .join(" · ");
  return `${sign} ${numbers}${judged === "ratio" ? "×" : ` ${unit}`}`.trim();
}
