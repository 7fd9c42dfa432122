/**
 * The flat image of a clean stop: a start from it is a start from the log, and one that is damaged, half written or
 * outdated loses nothing. LAUREL_FLIPS says how many random flips are tried.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LocalLedger } from "../../src/ledger/local/local-ledger.ts";
import { savedFiles } from "../../src/ledger/local/saved-files.ts";
import { IndexedMembers } from "../../src/rank-index/memory/indexed-members.ts";
import type { MemoryRankIndex } from "../../src/rank-index/memory/memory-index.ts";
import {
  catalogueOf,
  define,
  historyBoards,
  listOf,
  noon,
  randomGroups,
  remove,
  reportOf,
  statesByMember,
  submit,
} from "../support/ledger-history.ts";
import { makeRandom, testSeed } from "../support/random.ts";
import { tempFolder } from "../support/temp.ts";

const seed = testSeed();
const flips = Number(process.env.LAUREL_FLIPS ?? 20);

let messages: string[] = [];

beforeEach(() => {
  messages = [];
});

interface Opened {
  readonly ledger: LocalLedger;
  readonly index: MemoryRankIndex;
}

async function open(folder: string, checkpointRecords = 1e9): Promise<Opened> {
  const report = (message: string): void => void messages.push(message);
  const store = new IndexedMembers(7);
  const ledger = await LocalLedger.open(folder, store, () => noon, { report, checkpointRecords });
  onTestFinished(() => ledger.close());
  const index = store.index((number) => ledger.catalogue.orderOfIndex(number), ledger.position);
  return { ledger, index };
}

/** A closed ledger of a random history, with boards that went. */
async function stopped(): Promise<string> {
  const folder = tempFolder();
  const { ledger } = await open(folder);
  for (const board of historyBoards) await define(ledger, board);
  const [first, ...rest] = randomGroups(makeRandom(seed), 40);
  await submit(ledger, first!);
  await remove(ledger, "sum");
  await define(ledger, historyBoards[1]!);
  for (const group of rest) await submit(ledger, group);
  await ledger.close();
  // The index of the first start saw nothing of this history: this one is built from the members.
  rmSync(join(folder, "checkpoints"), { recursive: true });
  await (await open(folder)).ledger.close();
  expect(savedFiles(folder).map(({ kind }) => kind)).toEqual(["image"]);
  return folder;
}

function imageOf(folder: string): string {
  return savedFiles(folder).find(({ kind }) => kind === "image")!.file;
}

/** All that can be asked of a ledger and its index. */
async function contentOf({ ledger, index }: Opened): Promise<object> {
  const states = await listOf(ledger.states());
  const indexes = [...new Set(states.map((state) => state.index))].sort((a, b) => a - b);
  const pages = indexes.map((number) => [number, index.slice(number, 0, 1_000)]);
  const places = indexes.map((number) =>
    index.places(
      number,
      states.map(({ playerId }) => playerId),
    ),
  );
  const { position, catalogue } = ledger;
  return { position, states: statesByMember(states), catalogue: catalogueOf(catalogue), pages, places };
}

async function truthOf(folder: string): Promise<object> {
  const image = readFileSync(imageOf(folder));
  const file = imageOf(folder);
  rmSync(file);
  const opened = await open(folder);
  const truth = await contentOf(opened);
  await opened.ledger.close();
  writeFileSync(file, image);
  return truth;
}

describe(`a flat image (LAUREL_TEST_SEED=${seed})`, () => {
  test("is a start from the log; what comes after counts, and what came before counts once", async () => {
    const folder = await stopped();
    const truth = await truthOf(folder);
    const opened = await open(folder);
    expect(await contentOf(opened)).toEqual(truth);
    const before = opened.ledger.position;
    const reports = randomGroups(makeRandom(seed), 40)
      .flat()
      .filter(({ board }) => board !== "sum");
    await submit(opened.ledger, reports);
    expect(opened.ledger.position).toBe(before);
    await submit(opened.ledger, [reportOf("last", "later", "m")]);
    const { position } = opened.ledger;
    expect(position).toBeGreaterThan(before);
    await opened.ledger.close();
    expect(savedFiles(folder).map((saved) => saved.position)).toEqual([position]);
    expect(messages).toEqual([]);
  });

  test(
    `with any of ${flips} bytes flipped, or cut anywhere, is passed over`,
    async () => {
      const random = makeRandom(seed);
      const folder = await stopped();
      const truth = await truthOf(folder);
      const file = imageOf(folder);
      const whole = readFileSync(file);
      for (let i = 0; i < flips; i++) {
        const at = random(whole.length);
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1 + random(255);
        writeFileSync(file, i % 5 === 0 ? whole.subarray(0, at) : bytes);
        messages = [];
        const opened = await open(folder);
        expect(await contentOf(opened), `byte ${at}`).toEqual(truth);
        expect(messages, `byte ${at}`).toHaveLength(1);
        expect(messages[0]).toContain(`${file} is passed over: `);
        await opened.ledger.close();
      }
      // The last stop has made it anew.
      messages = [];
      await open(folder);
      expect(messages).toEqual([]);
    },
    60_000 + flips * 2_000,
  );

  test("does not put off the next checkpoint", async () => {
    const folder = await stopped();
    const { ledger } = await open(folder, 100);
    expect(ledger.position).toBeGreaterThan(100);
    await submit(ledger, [reportOf("last", "later", "m")]);
    while (!savedFiles(folder).some(({ kind }) => kind === "checkpoint"))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(savedFiles(folder)[0]).toMatchObject({ kind: "checkpoint", position: ledger.position });
  });

  test("with more behind its end, of another log, or half written is passed over", async () => {
    const folder = await stopped();
    const truth = await truthOf(folder);
    const file = imageOf(folder);
    const whole = readFileSync(file);
    appendFileSync(file, "more");
    const opened = await open(folder);
    expect(await contentOf(opened)).toEqual(truth);
    expect(messages).toEqual([`${file} is passed over: it goes on behind its end`]);
    await opened.ledger.close();

    writeFileSync(`${file}.new`, whole.subarray(0, whole.length >> 1));
    messages = [];
    expect(await contentOf(await open(folder))).toEqual(truth);
    expect([messages, existsSync(`${file}.new`)]).toEqual([[], false]);
  });
});
