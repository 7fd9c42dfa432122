/** history.db: filled behind the log, removed while it is in use, damaged, and of another ledger. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { define, noon, remove, reportOf, submit } from "../../../test/support/ledger-history.ts";
import { makeRandom, testSeed } from "../../../test/support/random.ts";
import { tempFolder } from "../../../test/support/temp.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { LedgerFault } from "../ledger.ts";
import { FolderLedger } from "./folder-ledger.ts";
import { FolderLog } from "./folder-log.ts";
import { LocalLedger } from "./local-ledger.ts";

const seed = testSeed();

interface Opened {
  readonly ledger: LocalLedger;
  readonly said: string[];
}

async function open(folder: string): Promise<Opened> {
  const said: string[] = [];
  const ledger = await LocalLedger.open(folder, { empty: () => new Members(new Players(1)) }, () => noon, {
    report: (message) => said.push(message),
  });
  onTestFinished(() => ledger.close());
  return { ledger, said };
}

/** Reports of `count` matches of thirty players. */
async function report(ledger: LocalLedger, from: number, count: number): Promise<void> {
  const reports = Array.from({ length: count }, (_, i) =>
    reportOf(i % 3 === 0 ? "other" : "b", `p${(from + i) % 30}`, `m${from + i}`),
  );
  await submit(ledger, reports);
}

async function filled(): Promise<string> {
  const folder = tempFolder();
  const { ledger } = await open(folder);
  for (const id of ["b", "other"]) await define(ledger, { id });
  for (let i = 0; i < 6; i++) await report(ledger, i * 500, 500);
  await untilWhole(ledger, folder);
  await ledger.close();
  return folder;
}

/** Waits until the file holds everything that the log does. */
async function untilWhole(ledger: LocalLedger, folder: string): Promise<void> {
  for (let left = 400; left > 0; left--) {
    // Asking starts it.
    await ledger.eventsOf(1, "p1", null, 1).catch(expectRefused);
    if (positionOf(folder) === ledger.position) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the history is at ${positionOf(folder)}, the ledger at ${ledger.position}`);
}

function expectRefused(error: unknown): void {
  if (!(error instanceof LedgerFault) || error.outcome !== "not_taken") throw error;
}

/** Up to where the file goes; null where it cannot say. */
function positionOf(folder: string): number | null {
  try {
    return inHistory(folder, "select position from progress")[0]![0] as number;
  } catch {
    return null;
  }
}

function inHistory(folder: string, sql: string): unknown[][] {
  const database = new Database(join(folder, "history.db"), { readonly: true, fileMustExist: true });
  try {
    return database.prepare(sql).raw().all() as unknown[][];
  } finally {
    database.close();
  }
}

/** Every page of every player is as a scan of the log has it. */
async function expectAsScanned(ledger: LocalLedger, folder: string): Promise<void> {
  const log = new FolderLog(folder);
  const scanned = await FolderLedger.open(log, new Members(new Players(1)));
  for (const board of [1, 2])
    for (let i = 0; i < 30; i++) {
      const expected = await scanned.eventsOf(board, `p${i}`, null, 1_000);
      expect(await ledger.eventsOf(board, `p${i}`, null, 1_000)).toEqual(expected);
    }
  log.close();
}

describe("the history", () => {
  test("follows the log, and is taken up where it was left", async () => {
    const folder = await filled();
    const { ledger, said } = await open(folder);
    await expectAsScanned(ledger, folder);
    await report(ledger, 3_000, 100);
    await untilWhole(ledger, folder);
    await expectAsScanned(ledger, folder);
    expect(inHistory(folder, "select count(*) from events")).toEqual([[3_100]]);
    expect(said).toEqual([]);
  });

  test("finds the records of a player as a scan of the log does", async () => {
    const folder = await filled();
    const { ledger } = await open(folder);
    await report(ledger, 3_000, 40);
    const sequencesOf = (player: number): number[] => {
      const log = new FolderLog(folder);
      const about = [...log.recordsOf(player)].filter(
        ({ record }) => record.kind !== "score" || record.player === player,
      );
      log.close();
      return about.map(({ sequence }) => sequence);
    };
    const fast = sequencesOf(5);
    expect(positionOf(folder)).toBeGreaterThan(3_000);
    const database = new Database(join(folder, "history.db"));
    database.prepare("delete from events where sequence = ?").run(fast.at(-3));
    database.close();
    const scanned = sequencesOf(5);
    expect(fast).toEqual(scanned);
    rmSync(join(folder, "history.db"));
    expect(sequencesOf(5)).toEqual(scanned);
  });

  test("that is removed under load is made again, and no answer is wrong", async () => {
    const folder = await filled();
    const { ledger } = await open(folder);
    await untilWhole(ledger, folder);
    for (let i = 0; i < 8; i++) {
      if (i % 3 === 0) rmSync(join(folder, "history.db"), { force: true });
      await report(ledger, 3_000 + i * 200, 200);
      const page = await ledger.eventsOf(1, `p${i}`, null, 1_000).catch(expectRefused);
      // What it tells is what the newest report left: the tail is read from the log.
      if (page) expect(page.events.length).toBeGreaterThan(60);
    }
    await untilWhole(ledger, folder);
    await expectAsScanned(ledger, folder);
    expect(inHistory(folder, "select count(*) from events")).toEqual([[4_600]]);
  });

  test("lets the rows of a board go that is deleted", async () => {
    const folder = await filled();
    const { ledger, said } = await open(folder);
    await remove(ledger, "other");
    await untilWhole(ledger, folder);
    expect(inHistory(folder, "select distinct board from events")).toEqual([[1]]);
    await ledger.close();
    const again = await open(folder);
    await untilWhole(again.ledger, folder);
    expect([...said, ...again.said]).toEqual([]);
  });

  test("of another ledger is found out", async () => {
    const folder = await filled();
    const other = tempFolder();
    const first = await open(other);
    await define(first.ledger, { id: "b" });
    await report(first.ledger, 0, 10);
    await first.ledger.close();
    rmSync(join(folder, "history.db"));
    writeFileSync(join(other, "history.db"), readFileSync(join(await filled(), "history.db")));
    const { ledger, said } = await open(other);
    await untilWhole(ledger, other);
    expect(said.join()).toContain("is not of this ledger");
    await expectAsScanned(ledger, other);
  });
});

test(`damage anywhere is found or harmless (LAUREL_TEST_SEED=${seed})`, async () => {
  const random = makeRandom(seed);
  const folder = await filled();
  const whole = readFileSync(join(folder, "history.db"));
  const rows = inHistory(folder, "select * from events");
  let found = 0;
  const rounds = 8;
  for (let round = 0; round < rounds; round++) {
    const bytes = Buffer.from(whole);
    if (round === 0) bytes.fill(0, 0, 16);
    else if (round === 1) writeFileSync(join(folder, "history.db"), bytes.subarray(0, 5_000));
    else bytes[random(bytes.length)]! ^= 1 + random(255);
    for (const end of ["-wal", "-shm"]) rmSync(join(folder, `history.db${end}`), { force: true });
    if (round !== 1) writeFileSync(join(folder, "history.db"), bytes);
    const { ledger, said } = await open(folder);
    await untilWhole(ledger, folder);
    await expectAsScanned(ledger, folder);
    expect(inHistory(folder, "select * from events"), `round ${round}`).toEqual(rows);
    if (said.length > 0) found += 1;
    await ledger.close();
    expect(existsSync(join(folder, "history.db"))).toBe(true);
  }
  expect(found).toBeGreaterThan(rounds / 4);
});
