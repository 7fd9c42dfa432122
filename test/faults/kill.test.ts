/**
 * kill -9 at random moments under load, again and again. Every acknowledged report is there exactly once, every
 * other one at most once, and the boards are what follows from the reports. Checkpoints are made all the time, so
 * that most starts go on from one, and most kills meet one half written. LAUREL_KILLS says how often.
 */
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { savedFiles } from "../../src/ledger/local/saved-files.ts";
import { type ServiceProcess, startProcess, startWithSmallTables } from "../support/process.ts";
import { makeRandom, type Random, shuffled, testSeed } from "../support/random.ts";
import {
  definePlanBoards,
  expectPlanned,
  type PlannedReport,
  planReport,
  type Result,
  sendBatch,
  sendOne,
} from "../support/report-plan.ts";
import { tempFolder } from "../support/temp.ts";

const kills = Number(process.env.LAUREL_KILLS ?? 5);
const seed = testSeed();
const clients = 6;
const environment = { LAUREL_CHECKPOINT_RECORDS: "40" };

/** What the answers have said of each report. */
class Bookbooks {
  /** Counts the starts of the service. */
  run = 0;
  readonly sent: PlannedReport[] = [];
  /** The run in which a report was first acknowledged. */
  readonly acknowledged = new Map<PlannedReport, number>();
  readonly #applied = new Set<PlannedReport>();

  take(report: PlannedReport, result: Result): void {
    if (result.status === 503) return;
    expect(result.status, JSON.stringify(result)).toBe(200);
    expect(result.applied).toBe(!result.duplicate);
    if (!this.acknowledged.has(report)) this.acknowledged.set(report, this.run);
    if (result.applied !== true) return;
    expect(this.#applied.has(report), "a report was applied twice").toBe(false);
    expect(this.acknowledged.get(report), "an acknowledged report was lost").toBe(this.run);
    this.#applied.add(report);
  }
}

type Start = (folder: string, environment: Record<string, string>) => Promise<ServiceProcess>;

test.each<[name: string, start: Start]>([
  ["the service", startProcess],
  ["one that writes and merges files of identities all the time", startWithSmallTables],
])(
  `${kills} kills of %s (LAUREL_TEST_SEED=${seed})`,
  async (_, start) => {
    const random = makeRandom(seed);
    const folder = tempFolder();
    const now = Date.now();
    const books = new Bookbooks();
    let checkpoints = 0;
    let service: ServiceProcess = await start(folder, environment);
    onTestFinished(async () => void (await service.end("SIGKILL")));
    await definePlanBoards(service.url);

    for (let round = 0; round < kills; round++) {
      let killed = false;
      const load = Array.from({ length: clients }, async () => {
        while (!killed) await sendSome(random, books, service.url, now).catch(expectCutOff);
      });
      await new Promise((resolve) => setTimeout(resolve, 100 + random(400)));
      // The first start goes on from a checkpoint for certain.
      while (round === 0 && savedFiles(folder).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await service.end("SIGKILL")).toBeNull();
      killed = true;
      await Promise.all(load);
      if (savedFiles(folder).length > 0) checkpoints += 1;
      service = await start(folder, environment);
      books.run += 1;
      expect(service.errors()).toBe("");
    }
    expect(checkpoints).toBeGreaterThan(0);

    const acknowledged = books.acknowledged.size;
    const retries = shuffled(random, books.sent);
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let report = retries.pop(); report !== undefined; report = retries.pop()) {
          const { status, body } = await sendOne(service.url, report);
          expect(status).toBe(200);
          books.take(report, { status, ...body });
        }
      }),
    );
    await expectPlanned(service.url, books.sent);
    expect(await service.end("SIGTERM")).toBe(0);
    service = await start(folder, environment);
    await expectPlanned(service.url, books.sent);
    console.log(`${books.sent.length} reports, ${acknowledged} acknowledged before the last kill`);
    expect(acknowledged).toBeGreaterThan(kills);
    expect(readdirSync(`${folder}/identities`).length).toBeGreaterThan(0);
  },
  60_000 + kills * 10_000,
);

/** One request: a report, or a batch of one board with reports in it twice and some that were sent before. */
async function sendSome(random: Random, books: Bookbooks, url: string, now: number): Promise<void> {
  const fresh = (): PlannedReport => {
    const report = planReport(random, books.sent.length, now);
    books.sent.push(report);
    return report;
  };
  const first = random(5) === 0 && books.sent.length > 0 ? books.sent[random(books.sent.length)]! : fresh();
  if (random(3) > 0) {
    const { status, body } = await sendOne(url, first);
    books.take(first, { status, ...body });
    return;
  }
  const batch = [first];
  for (let left = random(30); left > 0; left--) {
    const old = books.sent[random(books.sent.length)]!;
    const next = random(3) === 0 ? old : fresh();
    if (next.board === first.board) batch.push(next);
  }
  const results = await sendBatch(url, batch, random(2) === 0);
  results.forEach((result, i) => {
    books.take(batch[i]!, result);
  });
}

/** What fetch says when the process at the other end is gone. */
function expectCutOff(error: unknown): void {
  if (error instanceof TypeError || error instanceof SyntaxError) return;
  throw error;
}
