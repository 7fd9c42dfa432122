/** Each report sent three times, side by side, in shuffled batches and singles: the boards are those of one delivery. */
import { expect, onTestFinished, test } from "vitest";
import { makeRandom, shuffled, testSeed } from "../support/random.ts";
import {
  definePlanBoards,
  expectPlanned,
  type PlannedReport,
  planReport,
  type Result,
  sendBatch,
  sendOne,
} from "../support/report-plan.ts";
import { startService } from "../support/service.ts";

const seed = testSeed();
const reportCount = 600;
const clients = 8;

test(`three deliveries are one (LAUREL_TEST_SEED=${seed})`, async () => {
  const random = makeRandom(seed);
  const service = await startService();
  onTestFinished(() => service.close());
  await definePlanBoards(service.url);
  const now = Date.now();
  const reports = Array.from({ length: reportCount }, (_, i) => planReport(random, i, now));
  const results = new Map<PlannedReport, Result[]>(reports.map((report) => [report, []]));
  const deliveries = shuffled(random, [...reports, ...reports, ...reports]);

  const deliver = async (): Promise<void> => {
    const { board } = deliveries[0]!;
    const batch: PlannedReport[] = [];
    for (let most = random(3) === 0 ? 1 : 1 + random(25); most > 0; most--) {
      const at = deliveries.findIndex((report) => report.board === board);
      if (at < 0) break;
      batch.push(...deliveries.splice(at, 1));
      // Three of a kind in one batch, now and then.
      const twin = random(4) === 0 ? deliveries.indexOf(batch.at(-1)!) : -1;
      if (twin >= 0) batch.push(...deliveries.splice(twin, 1));
    }
    const answered =
      batch.length === 1
        ? [await sendOne(service.url, batch[0]!).then(({ status, body }) => ({ status, ...body }))]
        : await sendBatch(service.url, batch, random(2) === 0);
    answered.forEach((result, i) => {
      results.get(batch[i]!)!.push(result);
    });
  };
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (deliveries.length > 0) await deliver();
    }),
  );

  for (const [{ body }, answered] of results) {
    const said = answered.map(({ status, applied, duplicate }) => [status, applied, duplicate].join(" "));
    expect(said.sort(), body.matchId).toEqual(["200 false true", "200 false true", "200 true false"]);
  }
  await expectPlanned(service.url, reports);
});
