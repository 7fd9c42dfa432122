/**
 * Durable before the answer: for each report that was answered, the bytes of its group were written to the WAL
 * and an fsync of it ended between the arrival of the report and its answer.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { diskFaults, noDiskFaults } from "../support/disk-faults.ts";
import { startProcess } from "../support/process.ts";
import { call } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";

/** One report's way: the lines of the log at which each thing happened to it first. */
interface Way {
  received: number;
  written: number;
  sent: number;
}

const wal = "ledger.db-wal";

describe.skipIf(noDiskFaults !== null)(`durable before the answer (${noDiskFaults ?? "here"})`, () => {
  test.each([
    ["one at a time", 40, 1],
    ["side by side", 160, 8],
  ])("%s", async (_, reports, clients) => {
    const folder = tempFolder();
    const disk = diskFaults(folder, true);
    const service = await startProcess(folder, disk.environment);
    onTestFinished(async () => void (await service.end("SIGKILL")));
    await call(service.url, "PUT", "/v1/admin/leaderboards/b", { semantics: "sum", periods: ["all", "day"] });
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < reports) {
        const matchId = tokenOf(next++);
        const report = { playerId: `p${next % 5}`, matchId, delta: 1 };
        const answer = await call(service.url, "POST", "/v1/leaderboards/b/scores", report);
        expect(answer).toMatchObject({ status: 200, body: { applied: true, matchId } });
      }
    };
    await Promise.all(Array.from({ length: clients }, client));

    const log = disk.log();
    const ways = waysOf(log);
    const begun = linesOf(log, `sync ${wal}`);
    const ended = linesOf(log, `synced ${wal}`);
    for (let i = 0; i < reports; i++) {
      const { received, written, sent } = ways.get(tokenOf(i))!;
      expect(received).toBeLessThan(written);
      const syncBegun = begun.find((line) => line > written)!;
      const syncEnded = ended.find((line) => line > syncBegun)!;
      expect(syncEnded, `the answer to ${tokenOf(i)} was sent in line ${sent}`).toBeLessThan(sent);
    }
    // A lone report has an fsync of its own; those that come together share one.
    if (clients === 1) expect(ended.length).toBeGreaterThanOrEqual(reports);
    else expect(ended.length).toBeLessThan(reports);
  });
});

function tokenOf(i: number): string {
  return `log-${String(i).padStart(6, "0")}`;
}

function waysOf(log: readonly string[]): Map<string, Way> {
  const ways = new Map<string, Way>();
  log.forEach((line, at) => {
    const [what, where, ...tokens] = line.split(" ");
    for (const token of tokens) {
      if (!ways.has(token)) ways.set(token, { received: Number.NaN, written: Number.NaN, sent: Number.NaN });
      const way = ways.get(token)!;
      if (what === "receive" && Number.isNaN(way.received)) way.received = at;
      if (what === "write" && where === wal && Number.isNaN(way.written)) way.written = at;
      if (what === "send" && Number.isNaN(way.sent)) way.sent = at;
    }
  });
  return ways;
}

function linesOf(log: readonly string[], line: string): number[] {
  return log.flatMap((found, at) => (found === line ? [at] : []));
}
