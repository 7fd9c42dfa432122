/** SIGTERM under load: what was accepted is answered, what was answered stays, and the exit code is 0. */
import { expect, onTestFinished, test } from "vitest";
import { startProcess } from "../support/process.ts";
import { call } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";

const clients = 60;
const path = "/v1/leaderboards/b/scores";

test("a report is in the ledger if, and only if, it was answered", async () => {
  const folder = tempFolder();
  let service = await startProcess(folder);
  onTestFinished(async () => void (await service.end("SIGKILL")));
  await call(service.url, "PUT", "/v1/admin/leaderboards/b", { semantics: "sum" });

  let sent = 0;
  let stopping = false;
  const answered = new Set<number>();
  const load = Array.from({ length: clients }, async (_, client) => {
    while (!stopping) {
      const i = sent++;
      const report = { playerId: `p${client}`, matchId: `m${i}`, delta: 1 };
      // Once it stops, a connection may be closed before a request on it was read.
      const status = await call(service.url, "POST", path, report).then(
        (answer) => answer.status,
        (error: unknown) => {
          if (!(error instanceof TypeError)) throw error;
          stopping = true;
          return 0;
        },
      );
      if (status === 200) answered.add(i);
      else expect([0, 503]).toContain(status);
    }
  });
  while (answered.size < 5 * clients) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await service.end("SIGTERM")).toBe(0);
  stopping = true;
  await Promise.all(load);
  expect(service.errors()).toBe("");

  service = await startProcess(folder);
  // Every match counts 1: the sum of all is the number of reports in the ledger.
  const { body } = await call(service.url, "GET", "/v1/leaderboards/b/top?limit=1000");
  const total = body.entries.reduce((sum: number, { score }: { score: number }) => sum + score, 0);
  expect(total).toBe(answered.size);
});
