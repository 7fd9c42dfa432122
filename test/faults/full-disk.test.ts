/** A full disk: reports are refused whole, reads go on, and writing goes on by itself once there is space. */
import { describe, expect, onTestFinished, test } from "vitest";
import { diskFaults, noDiskFaults } from "../support/disk-faults.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { ledgerFiles, refusedStart } from "../support/refused-start.ts";
import { type Answer, call } from "../support/service.ts";
import { hasSmallDisk, startOnSmallDisk } from "../support/small-disk.ts";
import { tempFolder } from "../support/temp.ts";

const scores = "/v1/leaderboards/b/scores";

async function defineBoard(url: string): Promise<void> {
  const defined = await call(url, "PUT", "/v1/admin/leaderboards/b", { semantics: "sum" });
  expect(defined.status).toBe(201);
}

const report = (i: number, more: object = {}): object => ({
  playerId: `p${i % 7}`,
  matchId: `m${i}`,
  delta: 1,
  ...more,
});

const submit = (url: string, i: number, more: object = {}): Promise<Answer> =>
  call(url, "POST", scores, report(i, more));

/** Matches counted so far, by the sums of the players. */
async function counted(url: string): Promise<number> {
  const top = await call(url, "GET", "/v1/leaderboards/b/top");
  expect(top.status).toBe(200);
  return top.body.entries.reduce((sum: number, { score }: { score: number }) => sum + score, 0);
}

function expectFull(answer: Answer): void {
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.body).toMatchObject({ code: "not_taken" });
  expect(answer.body.detail).toMatch(/^the disk of the data folder is full: free some space/);
}

describe.skipIf(noDiskFaults !== null)(`a disk whose writes end midway (${noDiskFaults ?? "here"})`, () => {
  test("takes nothing while it is full, and everything afterwards", async () => {
    const folder = tempFolder();
    const disk = diskFaults(folder);
    let service: ServiceProcess = await startProcess(folder, disk.environment);
    onTestFinished(async () => void (await service.end("SIGKILL")));
    await defineBoard(service.url);
    for (let i = 0; i < 5; i++) expect((await submit(service.url, i)).status).toBe(200);

    for (let round = 0; round < 2; round++) {
      disk.set("full", true);
      for (let i = 10; i < 15; i++) expectFull(await submit(service.url, i));
      const batch = await call(service.url, "POST", `${scores}/batch`, [report(10), report(16), report(2)]);
      expect(batch.status).toBe(200);
      for (const result of batch.body.results)
        expect(result).toMatchObject({ status: 503, code: "not_taken" });
      expect(await counted(service.url)).toBe(5 + round);
      expect((await call(service.url, "GET", "/readyz")).status).toBe(200);
      expect(await submit(service.url, 3)).toMatchObject({ status: 200, body: { duplicate: true } });

      disk.set("full", false);
      expect(await submit(service.url, 20 + round)).toMatchObject({ status: 200, body: { applied: true } });
    }
    for (let i = 10; i < 15; i++)
      expect(await submit(service.url, i)).toMatchObject({ status: 200, body: { applied: true } });

    await service.end("SIGKILL");
    service = await startProcess(folder, disk.environment);
    expect(await counted(service.url)).toBe(12);
    for (let i = 10; i < 15; i++)
      expect(await submit(service.url, i)).toMatchObject({ status: 200, body: { duplicate: true } });
  });

  test("is not started on, and the message says what to do", async () => {
    const folder = tempFolder();
    const disk = diskFaults(folder);
    const service = await startProcess(folder, disk.environment);
    await defineBoard(service.url);
    await submit(service.url, 1);
    await service.end("SIGKILL");
    disk.set("full", true);
    const before = ledgerFiles(folder);
    expect(await refusedStart(folder, disk.environment)).toBe(
      `laurel: the disk of the data folder ${folder} is full: free some space, then start Laurel again\n`,
    );
    expect(ledgerFiles(folder)).toEqual(before);
    disk.set("full", false);
    const again = await startProcess(folder, disk.environment);
    expect(await counted(again.url)).toBe(1);
    expect(await again.end("SIGTERM")).toBe(0);
  });
});

const small = hasSmallDisk();

describe.skipIf(!small)(`a small disk, filled (${small ? "here" : "needs a mount namespace"})`, () => {
  test("takes reports while there is space, then none, then again", async () => {
    const service = await startOnSmallDisk();
    onTestFinished(async () => void (await service.end()));
    await defineBoard(service.url);
    for (let i = 0; i < 50; i++) expect((await submit(service.url, i)).status).toBe(200);

    service.fill();
    const metadata = { note: "x".repeat(1_000) };
    let taken = 50;
    // What the log has already is written over: some reports still fit.
    for (let full = false; !full; ) {
      const answer = await submit(service.url, taken, { metadata });
      full = answer.status !== 200;
      if (full) expectFull(answer);
      else taken += 1;
      expect(taken).toBeLessThan(20_000);
    }
    for (let i = 0; i < 5; i++) expectFull(await submit(service.url, taken + i, { metadata }));
    expect(await counted(service.url)).toBe(taken);

    service.free();
    for (let i = 0; i < 50; i++)
      expect(await submit(service.url, taken + i, { metadata })).toMatchObject({ body: { applied: true } });
    expect(await counted(service.url)).toBe(taken + 50);
  });
});
