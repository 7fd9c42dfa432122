/**
 * Damaged, foreign and outdated checkpoints: each is passed over with a message that names it, and nothing is
 * lost. LAUREL_FLIPS says how many random flips are tried.
 */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LocalLedger } from "../../src/ledger/local/local-ledger.ts";
import { savedFiles } from "../../src/ledger/local/saved-files.ts";
import { Members } from "../../src/members/members.ts";
import { Players } from "../../src/members/players.ts";
import {
  catalogueOf,
  define,
  historyBoards,
  listOf,
  noon,
  randomGroups,
  reportOf,
  statesByMember,
  submit,
} from "../support/ledger-history.ts";
import { openLedger } from "../support/open-ledger.ts";
import { makeRandom, testSeed } from "../support/random.ts";
import { tempFolder } from "../support/temp.ts";

const seed = testSeed();
const flips = Number(process.env.LAUREL_FLIPS ?? 20);

let messages: string[] = [];

beforeEach(() => {
  messages = [];
});

async function open(folder: string, checkpointRecords = 1e9): Promise<LocalLedger> {
  const report = (message: string): void => void messages.push(message);
  const store = { empty: () => new Members(new Players(1)) };
  const ledger = await LocalLedger.open(folder, store, () => noon, { checkpointRecords, report });
  onTestFinished(() => ledger.close());
  return ledger;
}

/** A closed ledger with two checkpoints. */
async function withCheckpoints(): Promise<string> {
  const folder = tempFolder();
  const ledger = await open(folder, 100);
  for (const board of historyBoards) await define(ledger, board);
  for (const group of randomGroups(makeRandom(seed), 60)) {
    await submit(ledger, group);
    await ledger.saver.idle();
  }
  await ledger.close();
  expect(savedFiles(folder)).toHaveLength(2);
  expect(messages).toEqual([]);
  return folder;
}

function savesOf(folder: string): string[] {
  mkdirSync(join(folder, "checkpoints"), { recursive: true });
  return readdirSync(join(folder, "checkpoints"));
}

async function contentOf(ledger: LocalLedger): Promise<object> {
  const states = statesByMember(await listOf(ledger.states()));
  return { position: ledger.position, states, catalogue: catalogueOf(ledger.catalogue) };
}

describe(`a checkpoint (LAUREL_TEST_SEED=${seed})`, () => {
  test(
    `with any of ${flips} bytes flipped, or cut anywhere, is passed over`,
    async () => {
      const random = makeRandom(seed);
      const folder = await withCheckpoints();
      const truth = await contentOf(await openLedger(copyOf(folder, false)));
      const [newest] = savedFiles(folder);
      const whole = readFileSync(newest!.file);
      const damages = Array.from({ length: flips }, (_, i) => {
        const at = random(whole.length);
        if (i % 10 === 0) return { what: `cut at ${at}`, bytes: whole.subarray(0, at) };
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1 + random(255);
        return { what: `byte ${at}`, bytes };
      });
      for (const { what, bytes } of damages) {
        writeFileSync(newest!.file, bytes);
        messages = [];
        const ledger = await open(folder);
        expect(messages, what).toHaveLength(1);
        expect(messages[0], what).toContain(`${newest!.file} is passed over: `);
        expect(await contentOf(ledger), what).toEqual(truth);
        await ledger.close();
      }
      writeFileSync(newest!.file, whole);
      messages = [];
      expect(await contentOf(await open(folder))).toEqual(truth);
      expect(messages).toEqual([]);
    },
    60_000 + flips * 2_000,
  );

  test("that is passed over goes when the next is whole, and a whole one before it stays", async () => {
    const folder = await withCheckpoints();
    const [newest, older] = savedFiles(folder);
    truncateSync(newest!.file, 100);
    const ledger = await open(folder, 100);
    expect(messages).toHaveLength(1);
    for (let i = 0; i < 20; i++) {
      await submit(ledger, [reportOf("last", `later-${i}`, "m")]);
      await ledger.saver.idle();
    }
    await ledger.close();
    const files = savedFiles(folder).map(({ file }) => file);
    expect(files).toHaveLength(2);
    expect(files).not.toContain(newest!.file);
    expect(files).toContain(older!.file);
  });

  test("of another ledger, or of records that the log does not have, is passed over", async () => {
    const [folder, other] = [await withCheckpoints(), tempFolder()];
    const strange = await openLedger(other);
    await define(strange, { id: "b" });
    for (let i = 0; i < 100; i++) await submit(strange, [reportOf("b", `p${i}`, "m")]);
    const truth = await contentOf(strange);
    await strange.close();
    cpSync(join(folder, "checkpoints"), join(other, "checkpoints"), { recursive: true });
    expect(await contentOf(await open(other))).toEqual(truth);
    expect(messages).toHaveLength(2);
    for (const message of messages)
      expect(message).toMatch(/passed over: it is of (another log|record \d+, and)/);
  });

  test("that meets a full disk leaves nothing behind; the service goes on, and the next is whole", async () => {
    const folder = tempFolder();
    const ledger = await open(folder, 10);
    savesOf(folder);
    for (let position = 1; position < 15; position++)
      symlinkSync("/dev/full", join(folder, "checkpoints", `checkpoint-${position}.new`));
    await define(ledger, { id: "b" });
    for (let i = 0; messages.length === 0; i++) {
      await submit(ledger, [reportOf("b", `p${i}`, "m")]);
      await ledger.saver.idle();
    }
    const failedAt = /checkpoint could not be written \(ENOSPC.*nothing is lost.*after 10 more records/;
    expect(messages).toEqual([expect.stringMatching(failedAt)]);
    expect(savesOf(folder).length).toBe(13);
    while (savedFiles(folder).length === 0) {
      await submit(ledger, [reportOf("b", "p", `m${ledger.position}`)]);
      await ledger.saver.idle();
    }
    expect(messages).toHaveLength(1);
    const truth = await contentOf(ledger);
    await ledger.close();
    expect(await contentOf(await open(folder))).toEqual(truth);
    expect(savesOf(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
    expect(messages).toHaveLength(1);
  });

  test("half written by a killed process goes at the next start", async () => {
    const folder = await withCheckpoints();
    appendFileSync(join(folder, "checkpoints", "checkpoint-99.new"), "half");
    await open(folder);
    expect(savesOf(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("that cannot be written leaves nothing behind, and the service goes on", async () => {
    const folder = tempFolder();
    // In the place of the folder, where nothing can be made.
    writeFileSync(join(folder, "checkpoints"), "");
    const ledger = await open(folder, 10);
    await define(ledger, { id: "b" });
    for (let i = 0; i < 50; i++) {
      await submit(ledger, [reportOf("b", `p${i}`, "m")]);
      await ledger.saver.idle();
    }
    await ledger.close();
    expect(messages[0]).toMatch(
      /^the checkpoints of .* cannot be read \(ENOTDIR.* the start reads the whole log/,
    );
    expect(messages.length).toBeGreaterThan(1);
    for (const message of messages.slice(1))
      expect(message).toMatch(/^a checkpoint could not be written \(.*nothing is lost/);
    expect(ledger.position).toBe(1 + 1 + 50);
  });
});

/** A copy of a folder, with its checkpoints or without. */
function copyOf(folder: string, checkpoints: boolean): string {
  const copy = tempFolder();
  const filter = (path: string): boolean => checkpoints || !path.includes("/checkpoints");
  cpSync(folder, copy, { recursive: true, filter });
  return copy;
}
