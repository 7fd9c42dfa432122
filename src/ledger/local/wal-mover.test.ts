import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../test/support/temp.ts";
import { Background } from "./background.ts";
import { LogFault } from "./faults.ts";
import { Log } from "./log.ts";
import { WalMover } from "./wal-mover.ts";

const groupBytes = 2 ** 20;
const idle = { moveWal: async () => null };

async function openLog(folder: string): Promise<{ log: Log; background: Background }> {
  const log = await Log.open(folder, () => {});
  const background = new Background({ folder, tableEventsMax: 1_000, filterBytesMax: 1_000 }, () => {});
  onTestFinished(async () => {
    await background.close();
    await log.close();
  });
  await log.startWriting();
  return { log, background };
}

test("what was committed is moved into ledger.db, and the WAL begins anew instead of growing", async () => {
  const folder = tempFolder();
  const { log, background } = await openLog(folder);
  const faults: LogFault[] = [];
  const done: Promise<void>[] = [];
  const moveWal = () => {
    const moved = log.moveWal();
    done.push(moved);
    return moved;
  };
  const mover = new WalMover({ moveWal }, background, (fault) => faults.push(fault));
  for (let i = 0; i < 30; i++) {
    await log.append(i + 1, i + 1, new Uint8Array(groupBytes), []);
    mover.written(groupBytes);
    // Each is whole before the next groups come, so that sizes are the same in every run.
    if (i % 10 === 9) await expect.poll(() => done.length, { timeout: 20_000 }).toBe(Math.floor(i / 10) + 1);
    await Promise.all(done);
  }
  expect(faults).toEqual([]);
  const size = (name: string): number => statSync(join(folder, name)).size;
  expect(size("ledger.db")).toBeGreaterThan(25 * groupBytes);
  expect(size("ledger.db-wal")).toBeLessThan(15 * groupBytes);
  expect(await log.head()).toBe(30);
});

test("what is in the WAL is as durable: only what leaves the disk in doubt is a fault", async () => {
  const failures: [object | null, boolean][] = [
    [null, false],
    [{ lasting: false, message: "the disk is full" }, false],
    [{ lasting: true, message: "the ledger could not be written" }, true],
  ];
  for (const [failure, isFault] of failures) {
    const faults: string[] = [];
    const background = { moveWal: async () => failure as { lasting: boolean; message: string } | null };
    const mover = new WalMover({ moveWal: async () => {} }, background, ({ message }) =>
      faults.push(message),
    );
    mover.written(100 * groupBytes);
    await new Promise(setImmediate);
    expect(faults).toEqual(isFault ? ["the ledger could not be written"] : []);
  }
  const faults: string[] = [];
  const log = { moveWal: async () => Promise.reject(new LogFault(true, "fsync")) };
  new WalMover(log, idle, ({ message }) => faults.push(message)).written(100 * groupBytes);
  await new Promise(setImmediate);
  expect(faults).toEqual(["fsync"]);
});
