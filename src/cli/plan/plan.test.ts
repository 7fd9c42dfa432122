import { describe, expect, it } from "vitest";
import type { Costs } from "./costs.ts";
import { makePlan } from "./plan.ts";
import { readMachine, readWorkload } from "./read-workload.ts";

/** Round numbers, so that each result can be worked out on paper. */
const costs: Costs = {
  processBytes: 1_000,
  playerBytes: 40,
  entryBytes: 60,
  treeBytes: 10,
  smallIndexBytes: 2_000,
  recentIdentitiesBytes: 500,
  filterBytes: 2,
  filterShare: 0.5,
  logBytes: 50,
  identityFileBytes: 10,
  historyBytes: 40,
  batchedAt1: 200_000,
  batchedAt3: 100_000,
  batchedAt9: 40_000,
  singles: 20_000,
  reads: 50_000,
  cleanStart: 0.1,
  killedStart: 1,
  logStart: 2,
  postgresAt1: 50_000,
  postgresAt9: 40_000,
  redisBytes: 200,
  redisPlainBytes: 100,
  redisUpdates: 80_000,
  redisReads: 100_000,
};

const plan = (options: Parameters<typeof readWorkload>[0]) =>
  makePlan(readWorkload(options), readMachine(options, 1e12), costs);

const peakOf = (peak: string) => ({ peak, "read-peak": peak });

describe("standings", () => {
  it("are the players of each period that is held, for everybody and in each scope they name", () => {
    const { standings } = plan({
      players: "1000",
      periods: "all,week=50%,day=20%x5",
      scopes: "region=10,guild=300@60%",
    });
    expect(standings.entries).toBeCloseTo(1_000 * (1 + 0.5 + 0.2 * 5) * (1 + 1 + 0.6));
    expect(standings.indexes).toBe((1 + 1 + 5) * (1 + 10 + 300));
    expect(standings.fed).toBeCloseTo(3 * 2.6);
  });
});

describe("rates", () => {
  it("come from matches a player, or as events a second", () => {
    const { rates, events } = plan({ players: "86400", matches: "10", views: "20", days: "30" });
    expect(events).toEqual({ aDay: 864_000, kept: 864_000 * 30 });
    expect([rates.writesMean, rates.readsMean]).toEqual([10, 20]);
    expect(plan({ players: "1", events: "2.5k" }).rates.writesMean).toBe(2_500);
  });

  it("peak at a share of the day's work, and never below the average", () => {
    const { rates } = plan({ players: "50M", peak: "20%/10m", views: "0" });
    expect(rates.writesPeak).toBeCloseTo(166_666.67);
    expect(rates.readsPeak).toBe(0);
    const even = plan({ players: "86400", matches: "10", peak: "1%/24h" });
    expect(even.rates.writesPeak).toBe(10);
  });
});

describe("memory", () => {
  it("is the sum of its parts", () => {
    const { memory } = plan({ players: "1000", matches: "2", days: "5", scopes: "region=7" });
    expect(memory).toMatchObject({
      process: 1_000,
      players: 40_000,
      entries: 2_000 * 50,
      trees: 2_000 * 10,
      indexes: 8 * (2_000 - 20 * 60),
      recentIdentities: 500,
      filters: 10_000 * 2,
      filtersOnDisk: 0,
    });
    expect(memory.total).toBe(1_000 + 40_000 + 100_000 + 20_000 + 6_400 + 500 + 20_000);
  });

  it("grows with longer ids by whole words, and with columns by 8 bytes a standing", () => {
    const players = (bytes: string) => plan({ players: "1000", "id-bytes": bytes }).memory.players;
    expect(["11", "14", "15", "16", "36"].map(players)).toEqual([36_000, 40_000, 40_000, 44_000, 64_000]);
    expect(plan({ players: "1000", columns: "3" }).memory.entries).toBe(1_000 * (50 + 16));
  });

  it("gives filters no more than their share of the budget", () => {
    const { memory, machine } = plan({ players: "1M", matches: "10", days: "100", memory: "1GB" });
    expect(machine.budgetBytes).toBe(7e8);
    expect(memory.filters).toBe(3.5e8);
    expect(memory.filtersOnDisk).toBe(2e9 - 3.5e8);
  });
});

it("the disk keeps the events of all days, and two checkpoints", () => {
  const { disk, start } = plan({ players: "1000", matches: "2", days: "5", "id-bytes": "10" });
  expect(disk).toEqual({
    log: 500_000,
    identities: 100_000,
    history: 400_000,
    checkpoints: 2 * (50_000 + 10_000),
    total: 1_120_000,
  });
  expect(start).toEqual({ clean: 0.1e-3, killed: 1e-3, log: 0.02 });
});

describe("one process", () => {
  const writesMost = (periods: string, single = false) =>
    plan({ players: "1", periods, single }).shapes[0]!.writesMost;

  it("takes as many events as was measured, and between and beyond by the time they take", () => {
    expect(writesMost("all")).toBeCloseTo(200_000);
    expect(writesMost("all,week,day")).toBeCloseTo(100_000);
    expect(writesMost("all,day")).toBeCloseTo(1 / 7.5e-6);
    expect(writesMost("1,2,3,4,5,6,7,8,9,10,11")).toBeCloseTo(1 / 30e-6);
  });

  it("takes fewer where each report is a request", () => {
    expect(writesMost("all", true)).toBeCloseTo(20_000);
    expect(writesMost("all,week,day", true)).toBeCloseTo(1 / (5e-5 + 5e-6));
  });

  it("does reads and writes on one thread", () => {
    const busy = (players: string, views: string) => {
      const { shapes } = plan({ players, views, events: "100k", ...peakOf("1%/15m") });
      return shapes[0]!.use.find(({ what }) => what === "thread")!.share;
    };
    expect(busy("1M", "0")).toBeCloseTo(0.5);
    expect(busy("2.16G", "1")).toBeCloseTo(0.5 + 0.5);
  });
});

describe("the shape that holds it", () => {
  it("is the simplest", () => {
    expect(plan({ players: "1M" }).shape).toBe("one process");
  });

  it("is Postgres where one thread is not enough, and each process holds all standings", () => {
    const many = plan({ players: "10M", matches: "1", views: "1000" });
    expect(many.shapes[0]!.use[0]).toMatchObject({ what: "thread" });
    expect(many.shape).toBe("Postgres");
    const [one, postgres] = many.shapes;
    expect(postgres!.processes).toBe(Math.ceil(one!.use[0]!.share));
    expect(postgres!.processMemory).toBe(
      many.memory.total - many.memory.recentIdentities - many.memory.filters,
    );
  });

  it("is none where the disk of one process and the others' rates are too small", () => {
    const none = plan({ players: "50M", peak: "20%/10m", views: "0", disk: "1GB" });
    expect(none.shape).toBeNull();
    expect(none.shapes.map(({ use }) => use[0]!.what)).toEqual(["disk", "Postgres", "Postgres"]);
  });

  it("counts an update of Redis for each standing", () => {
    const { shapes } = plan({ players: "1M", periods: "all,week,day" });
    expect(shapes[2]).toMatchObject({
      name: "Postgres + Redis",
      redisMemory: { wide: 3e6 * 200, plain: 3e6 * 100 },
    });
    expect(shapes[2]!.writesMost).toBeCloseTo(80_000 / 3);
  });
});
