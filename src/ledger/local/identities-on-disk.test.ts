/** Tables that become files under lookups that go on, and a disk that takes nothing. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { define, reportOf, submit } from "../../../test/support/ledger-history.ts";
import { openLedger } from "../../../test/support/open-ledger.ts";
import { tempFolder } from "../../../test/support/temp.ts";
import { decodeGroup } from "./group.ts";
import { Identities, type IdentityBuilder } from "./identities.ts";
import { IdentityFolder } from "./identity-folder.ts";
import type { IdentityLookup } from "./identity-lookup.ts";
import { LogDatabase } from "./log-database.ts";

const tableEventsMax = 100;
const events = 1_500;
const seed = 7;

let folderOfLog: string;
let log: LogDatabase;
const scores: { sequence: number; player: number; matchId: string }[] = [];

beforeAll(async () => {
  folderOfLog = mkdtempSync(join(tmpdir(), "laurel-test-"));
  const ledger = await openLedger(folderOfLog);
  await define(ledger, { id: "b" });
  const reports = Array.from({ length: events }, (_, i) => reportOf("b", `p${i % 20}`, `m${i}`));
  await submit(ledger, reports);
  await ledger.close();
  log = new LogDatabase(folderOfLog, true);
  for (const { sequence, bytes } of log.groups(0, 2 ** 30))
    for (const [i, record] of decodeGroup(bytes).records.entries())
      if (record.kind === "score")
        scores.push({ sequence: sequence + i, player: record.player, matchId: record.matchId });
});
afterAll(() => {
  log.close();
  rmSync(folderOfLog, { recursive: true });
});

/** Makes files without a thread. */
function builderIn(folder: string): IdentityBuilder {
  const files = new IdentityFolder(folder, log, tableEventsMax, 2 ** 20);
  return {
    build: (...args) => files.build(...args),
    merge: (paths) => files.merge(paths),
    remove: async (paths) => files.remove(paths),
  };
}

function addAll(identities: Identities): void {
  for (const { player, matchId, sequence } of scores) identities.add(1, player, matchId, sequence);
}

async function expectAll(lookup: IdentityLookup): Promise<void> {
  const ask = (): number[][] => scores.map(({ player, matchId }) => lookup.candidates(1, player, matchId));
  ask();
  await lookup.read();
  ask().forEach((found, i) => {
    expect(found).toContain(scores[i]!.sequence);
  });
  expect(lookup.complete).toBe(true);
}

describe("identities on disk", () => {
  test("are flushed whole, and a lookup goes on with what it began with", async () => {
    const said: string[] = [];
    const report = (message: string): number => said.push(message);
    const identities = new Identities(seed, builderIn(tempFolder()), [], { tableEventsMax, report });
    onTestFinished(() => identities.close());
    addAll(identities);
    const begun = identities.lookup();
    await identities.flush();
    expect(identities.covered).toBe(scores.at(-1)!.sequence);
    expect(identities.count).toBe(events);
    const halfway = identities.lookup();
    addAll(identities);
    expect(identities.count).toBe(events);
    await expectAll(begun);
    await expectAll(halfway);
    begun.end();
    halfway.end();
    const after = identities.lookup();
    await expectAll(after);
    after.end();
    expect(said).toEqual([]);
  });

  test("stay in memory while the disk takes nothing, and the one who waits hears so", async () => {
    const said: string[] = [];
    const full: IdentityBuilder = {
      ...builderIn(tempFolder()),
      build: () => Promise.reject(new Error("no space left")),
    };
    const identities = new Identities(seed, full, [], { tableEventsMax, report: (text) => said.push(text) });
    onTestFinished(() => identities.close());
    addAll(identities);
    await identities.room();
    await identities.flush();
    expect(identities.covered).toBe(0);
    expect(identities.count).toBe(events);
    expect(said.join()).toMatch(/could not be written \(no space left\): they stay in memory/);
    const lookup = identities.lookup();
    await expectAll(lookup);
    lookup.end();
  });

  test("leave nothing half-written behind when a file cannot be finished", async () => {
    const folder = tempFolder();
    const files = new IdentityFolder(folder, log, tableEventsMax, 2 ** 20);
    // A folder has the name that the file would get.
    const name = `1-${scores[50]!.sequence}.ids`;
    mkdirSync(join(folder, "identities", name), { recursive: true });
    await expect(files.build(seed, 0, scores[50]!.sequence)).rejects.toThrow();
    expect(readdirSync(join(folder, "identities"))).toEqual([name]);
  });
});
