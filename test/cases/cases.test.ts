/**
 * The recorded cases, through the HTTP API on a real socket: a test for each, named by its id.
 *
 * A case is played as it stands; then its board must answer every question alike (one-order.ts); then its events
 * are sent anew, backwards and shuffled with doubles, which by the one law gives the same board.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRandom, shuffled, testSeed } from "../support/random.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Case, type Expectation, readCases, reportOf, withRawScore } from "./case-file.ts";
import { later } from "./later.ts";
import { expectOneOrder } from "./one-order.ts";
import { procedures } from "./procedures/index.ts";
import { queries } from "./queries.ts";
import { CaseClock, comparableValue, instantOf, onOwnService, Stage } from "./stage.ts";

const files = ["cases.jsonl", "more-cases.jsonl"];
const cases = files.flatMap(readCases);
const seed = testSeed();
const clock = new CaseClock();
const errors: unknown[] = [];
let service: TestService;

beforeAll(async () => {
  service = await startService({ clock, onError: (error) => errors.push(error) });
});
afterAll(() => service.close());

describe.each(files)("%s", (file) => {
  for (const theCase of readCases(file)) {
    const { ownService, timeoutMs } = procedures[theCase.id] ?? {};
    const play = (): Promise<void> =>
      ownService === true
        ? onOwnService((own, ownClock) => playAsTold(theCase, own, ownClock))
        : playAsTold(theCase, service, clock);
    test(theCase.id, { timeout: timeoutMs ?? 30_000 }, async ({ skip }) => {
      const reason = procedures[theCase.id]?.unplayable?.() ?? null;
      if (reason !== null) skip(reason);
      await play();
    });
  }
});

describe(`in any order (LAUREL_TEST_SEED=${seed})`, () => {
  test.each(cases.filter(isOrderFree))("$id", async (theCase) => {
    await playBackwards(theCase);
    await playShuffled(theCase);
  });
});

describe("left for later", () => {
  const entries = Object.entries(later).map(([id, entry]) => ({ id, ...entry }));
  test.each(entries)("$id waits: $reason", async ({ id, missing }) => {
    const theCase = cases.find((other) => other.id === id);
    if (theCase === undefined) throw new Error(`${id} is listed, but no such case is in the files`);
    const stage = await Stage.open(theCase, service, clock, `${id} later`);
    await stage.sendEvents(theCase.events, "address");
    const told = `${id} no longer waits: play it in full, and take it from later.ts`;
    expect(await missing(stage), told).toBe(true);
  });
});

test("every case is played, or listed with its reason", () => {
  const played = cases.filter((theCase) => theCase.expect.every((asked) => playable(theCase, asked)));
  const ids = new Set([...played.map(({ id }) => id), ...Object.keys(later)]);
  expect(cases.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test("the service met no error that it did not expect", () => {
  expect(errors).toEqual([]);
});

function playable({ id }: Case, { query }: Expectation): boolean {
  return query === "procedure" ? procedures[id] !== undefined : queries[query] !== undefined;
}

async function playAsTold(theCase: Case, on: TestService, itsClock: CaseClock): Promise<void> {
  const stage = await Stage.open(theCase, on, itsClock, theCase.id);
  await stage.sendEvents(theCase.events, "address");
  for (const asked of theCase.expect) {
    const { query, args, result } = asked;
    if (query === "procedure" && procedures[theCase.id] !== undefined)
      await procedures[theCase.id]!.run(stage);
    else if (playable(theCase, asked)) await queries[query]!(stage, args, result);
    else if (later[theCase.id] === undefined)
      throw new Error(`nobody plays "${query}" of ${theCase.id}: write it, or list the case in later.ts`);
  }
  for (const { period } of (await stage.answered("periods")).periods) await expectOneOrder(stage, { period });
}

/** Asks the plain questions of a case, which have the same answers however the events came. */
async function askAgain(stage: Stage): Promise<void> {
  for (const { query, args, result } of stage.theCase.expect)
    if (queries[query] !== undefined && query !== "error") await queries[query](stage, args, result);
}

async function playBackwards(theCase: Case): Promise<void> {
  const stage = await Stage.open(theCase, service, clock, `${theCase.id} backwards`);
  reachLatest(stage);
  await stage.sendEvents([...theCase.events].reverse(), "body");
  await askAgain(stage);
}

/** Twice each, shuffled, as lines of one stream. */
async function playShuffled(theCase: Case): Promise<void> {
  const stage = await Stage.open(theCase, service, clock, `${theCase.id} shuffled`);
  reachLatest(stage);
  const events = shuffled(makeRandom(seed), [...theCase.events, ...theCase.events]);
  const lines = events.map((event) => withRawScore(reportOf(event), event.raw)).join("\n");
  const { status, body } = await service.call("POST", stage.path("scores/batch"), lines, {
    headers: { "content-type": "application/x-ndjson" },
  });
  expect(status).toBe(200);
  for (const line of String(typeof body === "string" ? body : JSON.stringify(body))
    .trim()
    .split("\n"))
    expect(JSON.parse(line)).toMatchObject({ status: 200 });
  await askAgain(stage);
}

function reachLatest(stage: Stage): void {
  for (const event of stage.theCase.events) {
    const at = instantOf(event);
    if (at !== null) stage.reach(at);
  }
}

/**
 * Whether a case's events meet none of the rules that look at the order of reports: no identity with two values
 * or two instants, nothing refused or late, no report that lacks a match or an instant, and no sum that might
 * leave the range on its way.
 */
function isOrderFree({ events, board }: Case): boolean {
  const firsts = new Map<string, string>();
  let sum = 0;
  for (const event of events) {
    const { player, match, at, answer, sentAt, closed, metadata, scopes } = event;
    if (match === undefined || at === undefined) return false;
    if (answer !== undefined || sentAt !== undefined || closed !== undefined) return false;
    const identity = JSON.stringify([player, match]);
    const report = JSON.stringify([comparableValue(event), at, metadata, scopes]);
    if ((firsts.get(identity) ?? report) !== report) return false;
    firsts.set(identity, report);
    sum += Math.abs(Number(event.score ?? event.raw ?? 0)) * 10 ** board.decimals;
  }
  return events.length > 0 && (board.semantics !== "sum" || sum < 1e15);
}
