/** From what the phases found to the rows of the report. */
import { makeRow, type Row, showNumber } from "../report.ts";
import { shortCount } from "../support/arguments.ts";
import { operations } from "./operations/all.ts";
import type { BoardResult } from "./phases/board.ts";
import type { DropResult } from "./phases/drop.ts";
import type { EqualResult } from "./phases/equal.ts";
import type { GrowthResult } from "./phases/growth.ts";
import type { SmallBoardsResult } from "./phases/small-boards.ts";
import type { SpreadResult } from "./phases/spread.ts";
import type { SingleTimes } from "./single-times.ts";

export function boardRows(members: number, result: BoardResult): Row[] {
  const size = shortCount(members);
  return [
    ...operations.flatMap(({ id, metric, redisDoes }) => {
      const { ours, redis, redisWall, ratio } = result.paired[id]!;
      const row = { id: `index.${size}.${id}`, metric: `${size}: ${metric}`, unit: "µs", ours };
      return [
        makeRow({ ...row, peer: redis, peerName: `Redis ${redisDoes}, inside`, ratio }),
        makeRow({
          ...row,
          id: `${row.id}.wall`,
          peer: redisWall,
          peerName: `Redis ${redisDoes}, pipelined wall`,
        }),
      ];
    }),
    ...timesRows(size, "rank", result.rankTimes),
    ...timesRows(size, "update", result.updateTimes),
    ...memoryRows(size, members, result),
    makeRow({
      id: `index.${size}.ready`,
      metric: `${size}: from a stream of rows to ready`,
      unit: "s",
      ours: (result.playersMs + result.buildMs) / 1_000,
      peer: result.redisLoadMs / 1_000,
      peerName: "Redis, pipelined ZADD",
      note: `of which the players' ids ${showNumber(result.playersMs / 1_000)} s`,
    }),
    ...collectionRows(size, result),
  ];
}

function timesRows(size: string, id: string, { ours, redis, clock }: SingleTimes): Row[] {
  return (["p50", "p99"] as const).map((which) =>
    makeRow({
      id: `index.${size}.${id}-${which}`,
      metric: `${size}: ${id} ${which}`,
      unit: "µs",
      ours: ours[which],
      peer: redis?.[which] ?? null,
      peerName: "Redis, its latencystats",
      note: `reading the clock is ${showNumber(clock)} µs of ours; Redis counts whole microseconds`,
    }),
  );
}

function memoryRows(size: string, members: number, result: BoardResult): Row[] {
  const { empty, withPlayers, ready, redisBytes } = result;
  const row = (id: string, metric: string, ours: number): Row =>
    makeRow({ id: `index.${size}.${id}`, metric: `${size}: ${metric}`, unit: "B", ours });
  const arrays = ready.arrays - empty.arrays;
  return [
    row("player-bytes", "arrays, bytes a player", (withPlayers.arrays - empty.arrays) / members),
    row("entry-bytes", "arrays, bytes an entry", (ready.arrays - withPlayers.arrays) / members),
    makeRow({
      id: `index.${size}.member-bytes`,
      metric: `${size}: arrays, bytes a member (player and entry)`,
      unit: "B",
      ours: arrays / members,
      peer: redisBytes / members,
      peerName: "Redis, used_memory",
    }),
    row("member-rss", "RSS, bytes a member", (ready.rss - empty.rss) / members),
  ];
}

function collectionRows(size: string, { collections }: BoardResult): Row[] {
  const { operations: count, scavenges, markCompacts, pausedMs } = collections;
  const row = (id: string, metric: string, unit: string, ours: number, note?: string): Row =>
    makeRow({ id: `index.${size}.${id}`, metric: `${size}: ${metric}`, unit, ours, note });
  const over = `over ${shortCount(count)} ranks and updates in turn: ${scavenges} scavenges, ${showNumber(pausedMs)} ms in all pauses`;
  return [
    row("mark-compacts", "mark-compact collections, steady state", "", markCompacts, over),
    row("rank-garbage", "garbage of a rank", "B", collections.bytesARank),
    row("update-garbage", "garbage of an update", "B", collections.bytesAnUpdate),
  ];
}

export function growthRows(members: number, { readyMs, longestMs, p99Micros, stalls }: GrowthResult): Row[] {
  const size = shortCount(members);
  const longest = stalls.map((stall) => `${showNumber(stall.ms)} ms at ${stall.members}`).join(", ");
  return [
    makeRow({
      id: `index.${size}.stall`,
      metric: `${size}: longest single put while growing`,
      unit: "ms",
      ours: longestMs,
      note: longest,
    }),
    makeRow({
      id: `index.${size}.growth`,
      metric: `${size}: ready by single puts`,
      unit: "s",
      ours: readyMs / 1_000,
      note: `p99 of a put ${showNumber(p99Micros)} µs`,
    }),
  ];
}

export function spreadRow(members: number, indexes: number, { empty, ready }: SpreadResult): Row {
  const size = shortCount(members);
  return makeRow({
    id: `index.spread.${size}-on-${indexes}`,
    metric: `RSS, ${size} players on ${indexes} ${indexes === 1 ? "index" : "indexes"}`,
    unit: "GB",
    ours: ready.rss / 1e9,
    note: `arrays ${showNumber((ready.arrays - empty.arrays) / 1e9)} GB; the process without them ${showNumber(empty.rss / 1e6)} MB`,
  });
}

export function equalRows(members: number, result: EqualResult): Row[] {
  const size = shortCount(members);
  const rows = operations.map(({ id, metric }) =>
    makeRow({
      id: `index.${size}.equal.${id}`,
      metric: `${size}, all scores equal: ${metric}`,
      unit: "µs",
      ours: result[id]!.equal,
      peer: result[id]!.usual,
      peerName: "ours, random scores",
      ratio: 1 / result[id]!.ratio,
    }),
  );
  const worst = Math.max(...Object.values(result).map(({ ratio }) => ratio));
  const id = `index.${size}.equal-worst`;
  const metric = `${size}, all scores equal: the worst operation, in usual times`;
  return [...rows, makeRow({ id, metric, unit: "×", ours: worst })];
}

export function dropRows(members: number, result: DropResult): Row[] {
  const size = shortCount(members);
  const { dropMs, sweptMs, longestMs, longestBeforeMs, turns } = result;
  return [
    makeRow({
      id: `index.${size}.drop`,
      metric: `longest wait of a reader while a board of ${size} is dropped`,
      unit: "ms",
      ours: longestMs,
      note: `before it ${showNumber(longestBeforeMs)} ms; the call takes ${showNumber(dropMs)} ms, all is swept up after ${showNumber(sweptMs / 1_000)} s in ${turns} turns of the event loop`,
    }),
  ];
}

export function smallBoardsRows(boards: number, { empty, ready, readyMs }: SmallBoardsResult): Row[] {
  return [
    makeRow({
      id: `index.small-boards.${shortCount(boards)}`,
      metric: `RSS, ${shortCount(boards)} boards of 20 members`,
      unit: "MB",
      ours: ready.rss / 1e6,
      note: `the process without them ${showNumber(empty.rss / 1e6)} MB; filled by single puts in ${showNumber(readyMs / 1_000)} s`,
    }),
  ];
}
