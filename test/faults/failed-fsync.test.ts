/**
 * An fsync that fails: nobody knows what the disk holds, so the report's outcome is unknown and nothing more is
 * taken until a restart has read it. Reads go on.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { diskFaults, noDiskFaults } from "../support/disk-faults.ts";
import { startProcess } from "../support/process.ts";
import { call } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";

const board = "/v1/leaderboards/b";

describe.skipIf(noDiskFaults !== null)(`a failed fsync (${noDiskFaults ?? "here"})`, () => {
  test.each([["SIGKILL"], ["SIGTERM"]] as const)("then %s and a restart", async (signal) => {
    const folder = tempFolder();
    const disk = diskFaults(folder);
    let service = await startProcess(folder, disk.environment);
    onTestFinished(async () => void (await service.end("SIGKILL")));
    const get = (path: string) => call(service.url, "GET", path);
    const submit = (i: number) =>
      call(service.url, "POST", `${board}/scores`, { playerId: `p${i}`, matchId: "m", score: i });
    await call(service.url, "PUT", `/v1/admin${board.slice(3)}`, {});
    for (let i = 0; i < 10; i++) expect((await submit(i)).status).toBe(200);

    disk.set("fail-sync", true);
    expect(await submit(100)).toMatchObject({ status: 503, body: { code: "unknown_outcome" } });
    disk.set("fail-sync", false);
    for (let i = 200; i < 203; i++) {
      const answer = await submit(i);
      expect(answer).toMatchObject({ status: 503, body: { code: "not_taken" } });
      expect(answer.body.detail).toMatch(
        /^the ledger could not be written \(SQLITE_IOERR_FSYNC\): check the disk .* restart Laurel/,
      );
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(await get("/readyz")).toMatchObject({ status: 503, body: { code: "not_ready" } });
    expect((await get("/livez")).status).toBe(200);
    expect((await get(`${board}/top`)).body.total).toBe(10);
    expect((await get(`${board}/players/p9/rank`)).body).toMatchObject({ rank: 1 });

    expect(await service.end(signal)).toBe(signal === "SIGTERM" ? 0 : null);
    service = await startProcess(folder, disk.environment);
    expect((await get("/readyz")).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await submit(i)).body).toMatchObject({ duplicate: true });
    expect((await submit(100)).status).toBe(200);
    expect((await submit(100)).body).toMatchObject({ duplicate: true });
    for (let i = 200; i < 203; i++) expect((await submit(i)).body).toMatchObject({ applied: true });
    expect((await get(`${board}/top`)).body.total).toBe(14);
  });

  test("what could only be read from memory is not believed: a start whose disk says no is none", async () => {
    const folder = tempFolder();
    const disk = diskFaults(folder);
    const service = await startProcess(folder, disk.environment);
    await call(service.url, "PUT", `/v1/admin${board.slice(3)}`, {});
    disk.set("fail-sync", true);
    const answer = await call(service.url, "POST", `${board}/scores`, {
      playerId: "p",
      matchId: "m",
      score: 1,
    });
    expect(answer.body.code).toBe("unknown_outcome");
    await service.end("SIGKILL");
    await expect(startProcess(folder, disk.environment)).rejects.toThrow(
      /ended with 1: laurel: .*ledger\.db cannot be opened \(EIO: i\/o error, fsync\): check its disk/,
    );
  });
});
