/**
 * The service without HTTP, on one seed: a clock of its own, a memory index, and a ledger that fails in every way
 * that the port names. No acknowledged report is lost, none is counted twice, one poisoned report fails alone.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { everybody, indexNumber } from "../../src/core/index-number.ts";
import type { Report } from "../../src/core/report.ts";
import { LocalLedger } from "../../src/ledger/local/local-ledger.ts";
import { Members } from "../../src/members/members.ts";
import { Players } from "../../src/members/players.ts";
import { MemoryRankIndex } from "../../src/rank-index/memory/memory-index.ts";
import { Capacity } from "../../src/service/capacity.ts";
import type { Context } from "../../src/service/context.ts";
import type { Outcome } from "../../src/service/outcome.ts";
import { defaultLimits, type SubmitLimits, Submitter } from "../../src/service/submit.ts";
import { verify } from "../../src/service/verify.ts";
import { FakeClock } from "../support/clock.ts";
import { type Fault, FaultyLedger, faultsIn, isPoison, poisoned } from "../support/faulty-ledger.ts";
import {
  define,
  foldOf,
  historyBoards,
  listOf,
  noon,
  randomReport,
  reportOf,
  statesByMember,
} from "../support/ledger-history.ts";
import { makeRandom, type Random, shuffled, testSeed } from "../support/random.ts";
import { tempFolder } from "../support/temp.ts";

const seed = testSeed();

/** The service on a folder, as a start builds it. */
interface Stage {
  readonly ledger: FaultyLedger;
  readonly clock: FakeClock;
  readonly submitter: Submitter;
  readonly context: Context;
  /** What the log of the server has heard. */
  readonly errors: unknown[];
  submit(...reports: readonly Report[]): Promise<Outcome[]>;
}

async function stageOn(
  folder: string,
  fault: () => Fault = () => "none",
  limits: Partial<SubmitLimits> = {},
): Promise<Stage> {
  const clock = new FakeClock(noon);
  const members = new Members(new Players(1));
  const ledger = new FaultyLedger(await LocalLedger.open(folder, { empty: () => members }, clock.now), fault);
  onTestFinished(() => ledger.close());
  const index = new MemoryRankIndex(members);
  index.openAll((number) => ledger.catalogue.orderOfIndex(number), ledger.position);
  const context: Context = { ledger, index, clock, skewMs: () => 0, makeId: () => "made" };
  const errors: unknown[] = [];
  const room = { memoryBytes: Number.POSITIVE_INFINITY, scopeValuesMax: Number.POSITIVE_INFINITY };
  const capacity = new Capacity(room, () => 0, clock);
  const submitter = new Submitter(context, capacity, { ...defaultLimits, ...limits }, (error) =>
    errors.push(error),
  );
  const submit = (...reports: readonly Report[]) =>
    submitter.submit(reports, { answer: "ranks", scopes: true });
  return { ledger, clock, submitter, context, errors, submit };
}

/** What an outcome is called in these tests. */
function nameOf(outcome: Outcome): string {
  if (outcome.kind === "refused") return outcome.refusal.code;
  return outcome.kind === "failed" ? outcome.reason : outcome.kind;
}

describe(`a ledger that fails (LAUREL_TEST_SEED=${seed})`, () => {
  test("loses no acknowledged report and counts none twice, through retries and restarts", async () => {
    const random = makeRandom(seed);
    const folder = tempFolder();
    const books = new Books();
    for (let run = 0; run < 4; run++) {
      const stage = await stageOn(folder, faultsIn(random, 25), { groupMax: 20 });
      if (run === 0) for (const board of historyBoards) await insist(() => define(stage.ledger, board));
      stage.ledger.before = () => stage.clock.jump(stage.clock.now() + random(3_600_000));
      for (let wave = 0; wave < 25; wave++) await submitWave(random, stage, books);
      expect(stage.errors.length).toBeGreaterThan(0);
      await stage.ledger.close();
    }

    const stage = await stageOn(folder);
    for (const report of shuffled(random, books.reports)) {
      if (!isPoison(report.matchId!)) books.take(report, (await stage.submit(report))[0]!);
    }
    const records = await listOf(stage.ledger.follow(0));
    const scores = records.flatMap(({ record }) => (record.kind === "score" ? [record] : []));
    const identities = scores.map(({ board, player, matchId }) => `${board}/${player}/${matchId}`);
    expect(new Set(identities).size).toBe(identities.length);
    expect(scores.filter(({ matchId }) => isPoison(matchId))).toEqual([]);
    expect(scores.length).toBe(books.events);
    const states = statesByMember(await listOf(stage.ledger.states()));
    expect(states).toEqual(foldOf(records, (number) => stage.ledger.playerId(number)));
    for (const { differences } of await verify(stage.context, [1, 2, 3], () => {}))
      expect(differences).toEqual([]);
  });

  test("fails a poisoned report alone, whatever else is in its group", async () => {
    const stage = await stageOn(tempFolder());
    await define(stage.ledger, { id: "b" });
    const reports = Array.from({ length: 100 }, (_, i) =>
      reportOf("b", `p${i}`, i % 33 === 5 ? poisoned(`m${i}`) : `m${i}`),
    );
    const names = (await stage.submit(...reports)).map(nameOf);
    expect(names).toEqual(reports.map(({ matchId }) => (isPoison(matchId!) ? "internal" : "event")));
    expect(stage.errors.length).toBeGreaterThan(0);
    expect(await stage.context.index.size(indexNumber(1, everybody))).toBe(97);
    expect((await stage.submit(...reports)).map(nameOf)).toEqual(
      reports.map(({ matchId }) => (isPoison(matchId!) ? "internal" : "duplicate")),
    );
  });
});

describe("limits", () => {
  test("a report has its answer in time, and a retry tells what became of it", async () => {
    const stage = await stageOn(tempFolder(), () => "none", { deadlineMs: 30 });
    await define(stage.ledger, { id: "b" });
    const open = holdUp(stage);
    const [first, second] = await Promise.all([
      stage.submit(reportOf("b", "ann", "m1")),
      stage.submit(reportOf("b", "bob", "m1"), reportOf("b", "bob", "m1 ")),
    ]);
    expect([...first, ...second].map(nameOf)).toEqual(Array(3).fill("unknown_outcome"));
    open();
    await stage.submitter.drain();
    const again = await stage.submit(
      reportOf("b", "ann", "m1"),
      reportOf("b", "bob", "m1"),
      reportOf("b", "bob", "m1 "),
    );
    expect(again.map(nameOf)).toEqual(Array(3).fill("duplicate"));
  });

  test("more than may be gathered is refused at once, and nothing of it is taken", async () => {
    const stage = await stageOn(tempFolder(), () => "none", { gatheredMax: 10 });
    await define(stage.ledger, { id: "b" });
    const open = holdUp(stage);
    const reports = Array.from({ length: 14 }, (_, i) => reportOf("b", "ann", `m${i}`));
    const running = stage.submit(reports[0]!);
    await new Promise(setImmediate);
    const waiting = stage.submit(...reports.slice(1, 9));
    expect((await stage.submit(...reports.slice(9, 12))).map(nameOf)).toEqual(Array(3).fill("overloaded"));
    const last = stage.submit(...reports.slice(12));
    expect((await stage.submit(reports[9]!)).map(nameOf)).toEqual(["overloaded"]);
    expect(stage.submitter.depth).toBe(10);
    open();
    const taken = (await Promise.all([running, waiting, last])).flat();
    expect(taken.map(nameOf)).toEqual(Array(11).fill("event"));
    expect((await stage.submit(...reports.slice(9, 12))).map(nameOf)).toEqual(Array(3).fill("event"));
  });

  test("a wait that would be too long is refused at once; many that share a commit wait for one", async () => {
    const stage = await stageOn(tempFolder(), () => "none", { groupMax: 50, waitMaxMs: 2_000 });
    await define(stage.ledger, { id: "b" });
    stage.ledger.before = () => stage.clock.advance(900);
    await stage.submit(reportOf("b", "ann", "first"));
    await stage.submitter.drain();
    const open = holdUp(stage);
    const running = stage.submit(reportOf("b", "ann", "second"));
    await new Promise(setImmediate);
    const waiting: Promise<Outcome[]>[] = [];
    for (let i = 0; i < 101; i++) waiting.push(stage.submit(reportOf("b", `p${i}`, "m")));
    const [refused] = await stage.submit(reportOf("b", "late", "m"));
    expect(refused).toMatchObject({
      reason: "overloaded",
      detail: /^101 reports wait already, about 2700 ms/,
    });
    open();
    expect((await Promise.all([running, ...waiting])).flat().map(nameOf)).toEqual(Array(102).fill("event"));
  });

  test("draining answers everything that was accepted", async () => {
    const stage = await stageOn(tempFolder());
    await define(stage.ledger, { id: "b" });
    let answered = 0;
    for (let i = 0; i < 30; i++) {
      const reports = Array.from({ length: 100 }, (_, k) => reportOf("b", `p${k}`, `m${i}`));
      void stage.submit(...reports).then((outcomes) => {
        answered += outcomes.filter(({ kind }) => kind === "event").length;
      });
    }
    await stage.submitter.drain();
    await Promise.resolve();
    expect(answered).toBe(3_000);
    expect(stage.submitter.depth).toBe(0);
  });
});

/** What was sent and what the answers said of it. */
class Books {
  readonly reports: Report[] = [];
  /** Reports that must be sent again. */
  readonly open: Report[] = [];
  readonly #known = new Map<string, Report>();

  /** How many events there must be. */
  get events(): number {
    return this.#known.size;
  }

  take(report: Report, outcome: Outcome): void {
    const key = `${report.board}\n${report.playerId}\n${report.matchId}`;
    const name = nameOf(outcome);
    if (isPoison(report.matchId!)) {
      expect(["internal", "not_taken", "unknown_outcome"]).toContain(name);
    } else if (name === "event") {
      expect(this.#known.has(key), "a known event was applied again").toBe(false);
      this.#known.set(key, report);
    } else if (name === "duplicate" || name === "match_conflict") {
      // Where the answer to the first got lost, this is how it comes to be known.
      if (!this.#known.has(key)) this.#known.set(key, report);
    } else {
      expect(["not_taken", "unknown_outcome"]).toContain(name);
      this.open.push(report);
    }
  }
}

/** Some requests side by side, each of some reports: new ones, old ones, failed ones, and a poisoned one at times. */
async function submitWave(random: Random, stage: Stage, books: Books): Promise<void> {
  const requests = Array.from({ length: 1 + random(5) }, () =>
    Array.from({ length: 1 + random(8) }, (): Report => {
      if (random(3) === 0 && books.open.length > 0)
        return books.open.splice(random(books.open.length), 1)[0]!;
      const report = randomReport(random, 400);
      const made = random(25) === 0 ? { ...report, matchId: poisoned(report.matchId!) } : report;
      books.reports.push(made);
      return made;
    }),
  );
  const answer = (["ranks", "scores", "none"] as const)[random(3)]!;
  const outcomes = await Promise.all(
    requests.map((reports) => stage.submitter.submit(reports, { answer, scopes: random(2) === 0 })),
  );
  // Within a group the first of two equal ones is the event: answers are taken in the order of the requests.
  outcomes.forEach((of, i) => {
    of.forEach((outcome, k) => {
      books.take(requests[i]![k]!, outcome);
    });
  });
}

/** Holds the ledger up until the function that it returns is called. */
function holdUp(stage: Stage): () => void {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const before = stage.ledger.before;
  stage.ledger.before = async () => {
    await gate;
    await before();
  };
  return open;
}

/** Repeats what a faulty ledger has failed. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const done = await work().then(
      () => true,
      () => false,
    );
    if (done) return;
  }
}
