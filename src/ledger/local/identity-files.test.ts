/** Identities beyond memory: with tables of a few events, in files that are written, merged, damaged and removed. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { define, noon, reportOf, submit } from "../../../test/support/ledger-history.ts";
import { makeRandom, testSeed } from "../../../test/support/random.ts";
import { tempFolder } from "../../../test/support/temp.ts";
import type { Report } from "../../core/report.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { LedgerFault } from "../ledger.ts";
import { readParts } from "./identity-file.ts";
import { filesToMerge } from "./identity-files.ts";
import { IdentityFolder } from "./identity-folder.ts";
import { LocalLedger, type LocalOptions } from "./local-ledger.ts";
import { LogDatabase } from "./log-database.ts";

const seed = testSeed();
/** Each file holds some pages. */
const tableEventsMax = 700;
const events = 6_000;

const reports: readonly Report[] = Array.from({ length: events }, (_, i) =>
  reportOf("b", `p${i % 97}`, `match-${i}`),
);

interface Opened {
  readonly ledger: LocalLedger;
  readonly said: string[];
}

async function open(folder: string, options: LocalOptions = {}): Promise<Opened> {
  const opened = await openLocal(folder, options);
  onTestFinished(() => opened.ledger.close());
  return opened;
}

async function openLocal(folder: string, options: LocalOptions = {}): Promise<Opened> {
  const said: string[] = [];
  const ledger = await LocalLedger.open(folder, { empty: () => new Members(new Players(1)) }, () => noon, {
    tableEventsMax,
    report: (message) => said.push(message),
    ...options,
  });
  return { ledger, said };
}

/** A closed ledger that has taken all reports. */
let whole: string;
/** Another that has taken the same under another seed. */
let other: string;

beforeAll(async () => {
  [whole, other] = [await fill(), await fill()];
  return () => {
    for (const folder of [whole, other]) rmSync(folder, { recursive: true });
  };
});

async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "laurel-test-"));
  const { ledger } = await openLocal(folder);
  await define(ledger, { id: "b", semantics: "sum" });
  for (let i = 0; i < events; i += 500) await submit(ledger, reports.slice(i, i + 500));
  await untilQuiet(folder);
  await ledger.close();
  return folder;
}

function copyOf(folder: string): string {
  const copy = tempFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function filesOf(folder: string): string[] {
  const parent = join(folder, "identities");
  return (existsSync(parent) ? readdirSync(parent) : []).map((name) => join(parent, name)).sort();
}

/** Waits until all but the young table is in files, and nothing is written or merged any more. */
async function untilQuiet(folder: string): Promise<void> {
  const lastOf = (path: string): number => Number(/-(\d+)\.ids$/.exec(path)?.[1] ?? Number.NaN);
  let before = "";
  for (let left = 200; left > 0; left--) {
    const files = filesOf(folder);
    const quiet = files.join() === before && !files.some((path) => path.endsWith(".new"));
    if (quiet && Math.max(...files.map(lastOf)) > events - 2 * tableEventsMax) return;
    before = files.join();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the files are still ${before}`);
}

/** Every report is a duplicate, another value a conflict, and a new match an event. */
async function expectExact(ledger: LocalLedger, match = "new"): Promise<void> {
  for (let i = 0; i < events; i += 1_000) {
    const some = reports.slice(i, i + 1_000);
    expect(new Set((await submit(ledger, some)).map(({ kind }) => kind))).toEqual(new Set(["duplicate"]));
  }
  const others = reports.filter((_, i) => i % 50 === 0).map((report) => ({ ...report, score: 2 }));
  for (const decided of await submit(ledger, others))
    expect(decided).toMatchObject({ kind: "refused", refusal: { code: "match_conflict" } });
  const fresh = Array.from({ length: 200 }, (_, i) => reportOf("b", `p${i % 97}`, `${match}-${i}`));
  expect(new Set((await submit(ledger, fresh)).map(({ kind }) => kind))).toEqual(new Set(["event"]));
}

describe("identities beyond memory", () => {
  test("are exact, before and after a restart, and with filters beyond the budget", async () => {
    const folder = copyOf(whole);
    const first = await open(folder);
    await expectExact(first.ledger);
    expect(first.said).toEqual([]);
    await first.ledger.close();
    const second = await open(folder, { filterBytesMax: 0 });
    await expectExact(second.ledger, "newer");
    expect(second.said).toEqual([]);
  });

  test("are asked for by a decision that did not name them", async () => {
    const { ledger } = await open(copyOf(whole));
    const { result } = await ledger.transact([], (known) => ({
      records: [],
      standings: [],
      result: reports.filter((_, i) => i % 9 === 0).map((r) => known.earlier(1, r.playerId, r.matchId!)),
    }));
    expect(result.every((earlier) => earlier !== null)).toBe(true);
  });

  test("cover the log without a gap, in few files", async () => {
    const folder = copyOf(whole);
    const files = filesOf(folder).map((path) => readParts(path, () => true).head);
    files.sort((a, b) => a.from - b.from);
    let covered = 0;
    for (const { from, to, count } of files) {
      expect(from).toBe(covered);
      expect(count).toBeLessThanOrEqual(to - from);
      covered = to;
    }
    expect(covered).toBeGreaterThan(events - 2 * tableEventsMax);
  });

  test("are made again from the log when their files are removed", async () => {
    const folder = copyOf(whole);
    rmSync(join(folder, "identities"), { recursive: true });
    const { ledger } = await open(folder);
    await untilQuiet(folder);
    await expectExact(ledger);
  });

  test("one file that is missing is made again, and what a merge left over is removed", async () => {
    const folder = copyOf(whole);
    rmSync(join(folder, "identities"), { recursive: true });
    const log = new LogDatabase(folder, true);
    const files = new IdentityFolder(folder, log, events, 2 ** 20);
    const [oldest] = await files.build(5, 0, 2_000);
    await files.build(5, 2_000, 4_000);
    log.close();
    renameSync(oldest!.path, join(folder, "aside"));
    const { ledger, said } = await open(folder);
    expect(said).toEqual(["identities of the records 1 to 2000 are made again from the log"]);
    await expectExact(ledger);
    await ledger.close();
    cpSync(join(folder, "aside"), oldest!.path);
    await expectExact((await open(folder)).ledger, "newer");
  });

  test("of another ledger are found out, and a newer file than the ledger too", async () => {
    const folder = copyOf(whole);
    rmSync(join(folder, "identities"), { recursive: true });
    cpSync(join(other, "identities"), join(folder, "identities"), { recursive: true });
    const { ledger, said } = await open(folder);
    // Both logs hold the same at the same time of the clock: only the seed differs, and it is the files'.
    await expectExact(ledger);
    expect(said).toEqual([]);
    const third = tempFolder();
    const small = await open(third);
    await define(small.ledger, { id: "b", semantics: "sum" });
    await submit(small.ledger, [reports[5]!]);
    await small.ledger.close();
    cpSync(join(other, "identities"), join(third, "identities"), { recursive: true });
    const foreign = await open(third);
    expect(foreign.said.join()).toMatch(/is removed \(/);
    expect((await submit(foreign.ledger, [reports[5]!, reports[6]!])).map(({ kind }) => kind)).toEqual([
      "duplicate",
      "event",
    ]);
  });
});

describe(`damage (LAUREL_TEST_SEED=${seed})`, () => {
  test("anywhere in a file is found; nothing is lost or counted twice", async () => {
    const random = makeRandom(seed);
    const files = filesOf(whole);
    for (let round = 0; round < 6; round++) {
      const copy = copyOf(whole);
      const path = files[random(files.length)]!.replace(whole, copy);
      const bytes = readFileSync(path);
      if (round === 0) writeFileSync(path, bytes.subarray(0, bytes.length - 1));
      else if (round === 1) writeFileSync(path, "");
      else {
        bytes[random(bytes.length)]! ^= 1 + random(255);
        writeFileSync(path, bytes);
      }
      const { ledger, said } = await open(copy);
      await untilTaken(() => expectExact(ledger));
      expect(said.join(), `round ${round}`).toMatch(/is damaged|is removed/);
      await ledger.close();
    }
  });

  test("while it is open is found on the page, and the file is made again", async () => {
    const folder = copyOf(whole);
    const { ledger, said } = await open(folder);
    for (const path of filesOf(folder)) {
      const bytes = readFileSync(path);
      for (let at = 4_096 + 40; at < bytes.length; at += 4_096) bytes[at]! ^= 1;
      writeFileSync(path, bytes);
    }
    await untilTaken(() => expectExact(ledger));
    expect(said.join()).toContain("is made again from the log");
  });
});

test("the newest files are merged, so that each other is larger than all behind it", () => {
  const sizes = (counts: number[]): number => filesToMerge(counts.map((count) => ({ count }))).length;
  expect(sizes([])).toBe(0);
  expect(sizes([4, 4, 4])).toBe(0);
  expect(sizes([4, 4, 4, 4])).toBe(4);
  expect(sizes([100, 4, 4, 4])).toBe(0);
  expect(sizes([16, 4, 4, 4, 4])).toBe(5);
  expect(sizes([100, 4, 4, 4, 4])).toBe(4);
  let files: { count: number }[] = [];
  for (let i = 0; i < 1_000; i++) {
    files.push({ count: 1 });
    const merged = filesToMerge(files);
    if (merged.length > 0)
      files = [
        ...files.slice(0, files.length - merged.length),
        { count: merged.reduce((sum, { count }) => sum + count, 0) },
      ];
    expect(files.length).toBeLessThanOrEqual(Math.log2(i + 2) + 3);
  }
});

/** Work that a damaged page refuses is asked for again. */
async function untilTaken(work: () => Promise<void>): Promise<void> {
  for (let left = 200; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LedgerFault) || error.outcome !== "not_taken" || left === 0) throw error;
      expect(error.message).toContain("is made again from the log");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
