/** Data folders that cannot be used: each is refused with exit code 1 and a message that says what to do. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { define } from "../support/ledger-history.ts";
import { openLedger } from "../support/open-ledger.ts";
import { startProcess } from "../support/process.ts";
import { ledgerFiles, refusedStart } from "../support/refused-start.ts";
import { call } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";

test("a folder that is in use is refused to a second process, and free when the first is killed", async () => {
  const folder = tempFolder();
  const first = await startProcess(folder);
  onTestFinished(async () => void (await first.end("SIGKILL")));
  const before = ledgerFiles(folder);
  expect(await refusedStart(folder)).toBe(
    `laurel: another process is using the data folder ${folder}: stop it first, or name another folder with --data\n`,
  );
  expect(ledgerFiles(folder)).toEqual(before);
  expect((await call(first.url, "PUT", "/v1/admin/leaderboards/b", {})).status).toBe(201);
  await first.end("SIGKILL");
  const second = await startProcess(folder);
  onTestFinished(async () => void (await second.end("SIGKILL")));
  expect((await call(second.url, "GET", "/v1/leaderboards/b/top")).status).toBe(200);
});

describe("a folder that cannot be used", () => {
  test("because a file is in its place", async () => {
    const file = join(tempFolder(), "data");
    writeFileSync(file, "mine");
    const said = await refusedStart(file);
    expect(said).toMatch(
      /^laurel: the data folder .*data cannot be used \(EEXIST.* name another with --data\n$/,
    );
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  const nobody = userThatIsNotRoot();
  test.skipIf(nobody === null)(
    "because it is not writable (or no other user may read the sources)",
    async () => {
      const folder = join(tempFolder(), "data");
      mkdirSync(folder);
      chmodSync(join(folder, ".."), 0o755);
      chmodSync(folder, 0o555);
      const said = await refusedStart(folder, {}, nobody!.uid);
      expect(said).toMatch(
        /^laurel: the data folder .* cannot be used \(EACCES.*make it readable and writable for this user/,
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  /** Root may write everywhere. As root, somebody who is not, if the sources are readable for him. */
  function userThatIsNotRoot(): { uid: number | undefined } | null {
    if (process.getuid?.() !== 0) return { uid: undefined };
    const uid = 65_534;
    const code = `require("node:fs").readFileSync(${JSON.stringify(import.meta.filename)})`;
    return spawnSync(process.execPath, ["-e", code], { uid }).status === 0 ? { uid } : null;
  }
});

describe("a ledger.db that is not this Laurel's", () => {
  test("but another program's", async () => {
    const folder = tempFolder();
    const other = new Database(join(folder, "ledger.db"));
    other.exec("create table accounts (name text)");
    other.close();
    const before = ledgerFiles(folder);
    expect(await refusedStart(folder)).toBe(
      `laurel: ${folder}/ledger.db is not a ledger of Laurel: name another folder with --data\n`,
    );
    expect(ledgerFiles(folder)).toEqual(before);
  });

  test("but a newer one's", async () => {
    const folder = tempFolder();
    await (await openLedger(folder)).close();
    const database = new Database(join(folder, "ledger.db"));
    database.pragma("user_version = 2");
    database.close();
    const before = ledgerFiles(folder);
    expect(await refusedStart(folder)).toBe(
      `laurel: ${folder}/ledger.db has version 2, this Laurel knows 1: run the version that wrote it, or a newer one\n`,
    );
    expect(ledgerFiles(folder)).toEqual(before);
  });

  test("but a folder", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "ledger.db"));
    expect(await refusedStart(folder)).toMatch(
      /ledger\.db cannot be opened \(SQLITE_.*check its disk and permissions/,
    );
  });

  test("but missing, while what belongs to it is there", async () => {
    const [folder, copy] = [tempFolder(), tempFolder()];
    const ledger = await openLedger(folder);
    await define(ledger, { id: "b" });
    cpSync(folder, copy, { recursive: true });
    await ledger.close();
    rmSync(join(copy, "ledger.db"));
    const before = ledgerFiles(copy);
    expect(Object.keys(before)).toEqual(["ledger.db-wal"]);
    expect(await refusedStart(copy)).toMatch(/ledger\.db is missing, but its .*ledger\.db-wal is there: put/);
    expect(ledgerFiles(copy)).toEqual(before);
  });
});

test("a start that was cut while it made its ledger is made good by the next", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "ledger.db.new"), "SQLite format 3\0 and no more");
  writeFileSync(join(folder, "ledger.db.new-journal"), "cut");
  const ledger = await openLedger(folder);
  await define(ledger, { id: "b" });
  await ledger.close();
  expect(readdirSync(folder).sort()).toEqual(["laurel.lock", "ledger.db"]);
});

test("a folder that is taken away while the service runs acknowledges nothing more", async () => {
  const folder = tempFolder();
  const service = await startProcess(folder);
  onTestFinished(async () => void (await service.end("SIGKILL")));
  await call(service.url, "PUT", "/v1/admin/leaderboards/b", {});
  const report = { playerId: "p", matchId: "m", score: 1 };
  expect((await call(service.url, "POST", "/v1/leaderboards/b/scores", report)).status).toBe(200);
  rmSync(folder, { recursive: true });
  const { status, body } = await call(service.url, "POST", "/v1/leaderboards/b/scores", {
    ...report,
    matchId: "n",
  });
  expect([status, body.code]).toEqual([503, "unknown_outcome"]);
  expect(body.detail).toContain("somebody moved or removed it");
  expect((await call(service.url, "GET", "/readyz")).status).toBe(503);
  expect((await call(service.url, "GET", "/v1/leaderboards/b/top")).body.total).toBe(1);
});
