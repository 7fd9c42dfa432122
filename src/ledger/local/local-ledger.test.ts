/** What only the local ledger can show: its hashes, its thread, its file while it is open, and its index. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { define, listOf, noon, reportOf, submit } from "../../../test/support/ledger-history.ts";
import { tempFolder } from "../../../test/support/temp.ts";
import { indexNumber } from "../../core/index-number.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { LedgerFault } from "../ledger.ts";
import { Identities } from "./identities.ts";
import { LocalLedger } from "./local-ledger.ts";

/** The threads of the ledgers that a test has opened, so that it can end them. */
const workers: Worker[] = [];
vi.mock("./start-worker.ts", async (original) => {
  const { startWorker } = await original<typeof import("./start-worker.ts")>();
  return {
    startWorker: (...args: Parameters<typeof startWorker>) => {
      const worker = startWorker(...args);
      workers.push(worker);
      return worker;
    },
  };
});

beforeEach(() => {
  workers.length = 0;
});

const seed = 12_345;

async function open(folder: string): Promise<LocalLedger> {
  const store = { empty: () => new Members(new Players(1)) };
  const ledger = await LocalLedger.open(folder, store, () => noon, { seed });
  onTestFinished(() => ledger.close());
  return ledger;
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "taken",
    (error: unknown) => {
      if (!(error instanceof LedgerFault)) throw error;
      return `${error.outcome}: ${error.message}`;
    },
  );
}

describe("identities with equal hashes", () => {
  test("are told apart, also after a restart", async () => {
    const pairs = equalHashes(3);
    const folder = tempFolder();
    let ledger = await open(folder);
    await define(ledger, { id: "b" });
    const firsts = pairs.map(([match]) => reportOf("b", "ann", match));
    const seconds = pairs.map(([, match]) => reportOf("b", "ann", match, { score: 2 }));
    const kinds = async (reports: typeof firsts): Promise<string[]> =>
      (await submit(ledger, reports)).map(({ kind }) => kind);
    expect(await kinds(firsts)).toEqual(["event", "event", "event"]);
    expect(await kinds(seconds)).toEqual(["event", "event", "event"]);
    await ledger.close();
    ledger = await open(folder);
    expect(await kinds([...firsts, ...seconds])).toEqual(Array(6).fill("duplicate"));
  });

  /** Pairs of matches of player 1 on board 1 whose hashes are the same under the seed. */
  function equalHashes(count: number): [string, string][] {
    const identities = new Identities(seed);
    const pairs: [string, string][] = [];
    for (let i = 1; pairs.length < count; i++) {
      const lookup = identities.lookup();
      lookup.end();
      const [met] = lookup.candidates(1, 1, `match-${i}`);
      if (met !== undefined) pairs.push([`match-${met}`, `match-${i}`]);
      identities.add(1, 1, `match-${i}`, i);
    }
    return pairs;
  }
});

describe("a thread that ends", () => {
  test("ends writing, with a message that says what to do; nothing waits for ever", async () => {
    const folder = tempFolder();
    const ledger = await open(folder);
    await define(ledger, { id: "b" });
    const commits = Array.from({ length: 20 }, (_, i) =>
      outcomeOf(submit(ledger, [reportOf("b", "ann", `m${i}`)])),
    );
    await new Promise(setImmediate);
    await workers[0]!.terminate();
    expect(ledger.fault()).toMatch(/^the thread that writes the ledger has ended .*restart Laurel/);
    const outcomes = await Promise.all(commits);
    expect(outcomes.at(-1)).toMatch(/^not_taken: the thread .* has ended/);
    for (const outcome of outcomes) expect(outcome).toMatch(/^(taken|unknown_outcome|not_taken)/);
    expect(outcomes.filter((outcome) => outcome.startsWith("unknown_outcome")).length).toBeLessThanOrEqual(1);
    await expect(listOf(ledger.follow(0))).rejects.toThrow("has ended");
    expect(await listOf(ledger.states())).toHaveLength(outcomes[0] === "taken" ? 1 : 0);
    await ledger.close();

    const again = await open(folder);
    const kept = await submit(
      again,
      outcomes.map((_, i) => reportOf("b", "ann", `m${i}`)),
    );
    outcomes.forEach((outcome, i) => {
      if (outcome === "taken") expect(kept[i]!.kind).toBe("duplicate");
      if (outcome.startsWith("not_taken")) expect(kept[i]!.kind).toBe("event");
    });
  });

  test("is noticed while nobody asks anything of it", async () => {
    const ledger = await open(tempFolder());
    await workers[0]!.terminate();
    expect(ledger.fault()).toContain("has ended");
    await ledger.close();
  });
});

test("a group that is durable and cannot be applied ends writing; the restart applies it", async () => {
  const folder = tempFolder();
  const ledger = await open(folder);
  await define(ledger, { id: "b" });
  const key = { kind: "key" as const, id: "k", name: "", hash: "h", rights: [], boards: null, at: 1, by: "" };
  const failed = ledger.transact(
    [],
    () => ({ records: [key], standings: [], result: null }),
    () => {
      throw new Error("the index is broken");
    },
  );
  expect(await outcomeOf(failed)).toMatch(/^unknown_outcome: .*the index is broken.*restart Laurel/);
  expect(ledger.fault()).toContain("restart Laurel");
  expect(await outcomeOf(submit(ledger, [reportOf("b", "ann", "m")]))).toMatch(/^not_taken: /);
  await ledger.close();
  const again = await open(folder);
  expect(again.fault()).toBeNull();
  expect(again.catalogue.key("k")).toEqual(key);
});

test("a record that has no byte form fails its group, and no more", async () => {
  const ledger = await open(tempFolder());
  const broken = { kind: "expire" as const, board: 1, period: 1n as unknown as number, at: 1 };
  const failed = ledger.transact([], () => ({ records: [broken], standings: [], result: null }));
  expect(await outcomeOf(failed)).toMatch(/^decide_failed: /);
  expect(await outcomeOf(ledger.append(0, 1, [broken], new Map()))).toMatch(/^decide_failed: /);
  expect(ledger.fault()).toBeNull();
  await define(ledger, { id: "b" });
  expect(ledger.position).toBe(1);
});

test("a file that is damaged while it is open is never written on again", async () => {
  const folder = tempFolder();
  let ledger = await open(folder);
  await define(ledger, { id: "b" });
  const metadata = JSON.stringify({ note: "x".repeat(900) });
  const reports = Array.from({ length: 100 }, (_, i) => reportOf("b", `p${i}`, `match-${i}`, { metadata }));
  await submit(ledger, reports);
  await ledger.close();
  ledger = await open(folder);
  const file = join(folder, "ledger.db");
  const at = readFileSync(file).indexOf("match-50");
  const handle = openSync(file, "r+");
  writeSync(handle, "M", at);
  closeSync(handle);
  // The next commit makes the reading side forget the pages that it has in memory.
  expect(await outcomeOf(submit(ledger, [reportOf("b", "p0", "new", { score: 2 })]))).toBe("taken");
  expect(await outcomeOf(submit(ledger, [reports[3]!]))).toMatch(
    /^not_taken: the ledger could not be read .*restart Laurel/,
  );
  expect(ledger.fault()).toContain("could not be read");
  expect(await outcomeOf(submit(ledger, [reportOf("b", "p0", "newer")]))).toMatch(/^not_taken: /);
  expect(await listOf(ledger.states())).toHaveLength(100);
  await ledger.close();
  await expect(open(folder)).rejects.toThrow("is damaged (the checksum of a group is wrong)");
});

test("while another program holds the file nothing is taken; then writing goes on by itself", async () => {
  const folder = tempFolder();
  const ledger = await open(folder);
  await define(ledger, { id: "b" });
  const other = new Database(join(folder, "ledger.db"));
  other.exec("begin immediate");
  const report = reportOf("b", "ann", "m");
  expect(await outcomeOf(submit(ledger, [report]))).toMatch(/^not_taken: another program holds ledger\.db/);
  expect(ledger.fault()).toBeNull();
  other.exec("rollback");
  other.close();
  expect((await submit(ledger, [report]))[0]!.kind).toBe("event");
});

test("a program that reads an old state, as a backup does, holds up neither a stop nor a start", async () => {
  const folder = tempFolder();
  let ledger = await open(folder);
  await define(ledger, { id: "b" });
  const other = new Database(join(folder, "ledger.db"));
  const sequences = other.prepare("select sequence from log").iterate();
  expect(sequences.next().value).toEqual({ sequence: 1 });
  await submit(ledger, [reportOf("b", "ann", "m")]);
  await ledger.close();
  ledger = await open(folder);
  expect(ledger.position).toBe(3);
  expect((await submit(ledger, [reportOf("b", "ann", "m")]))[0]!.kind).toBe("duplicate");
  expect((await submit(ledger, [reportOf("b", "bob", "m")]))[0]!.kind).toBe("event");
  expect(sequences.next().done).toBe(true);
  other.close();
});

test("closing twice waits for the same end", async () => {
  const ledger = await open(tempFolder());
  await define(ledger, { id: "b" });
  const writing = submit(ledger, [reportOf("b", "ann", "m")]);
  await new Promise(setImmediate);
  let ended = false;
  workers[0]!.once("exit", () => {
    ended = true;
  });
  const closings = [ledger.close(), ledger.close()];
  await Promise.race(closings);
  expect(ended).toBe(true);
  expect((await writing)[0]!.kind).toBe("event");
  expect(ledger.fault()).toBeNull();
});

test("without an index the members hold the standings; one that left has none", async () => {
  const folder = tempFolder();
  const members = new Members(new Players(1));
  const ledger = await LocalLedger.open(folder, { empty: () => members }, () => noon);
  onTestFinished(() => ledger.close());
  await define(ledger, { id: "b" });
  await submit(ledger, [reportOf("b", "ann", "m", { score: 4 })]);
  const index = indexNumber(1, 0);
  const player = members.players.find("ann");
  expect(members.standing(index, player)?.values).toEqual([4]);
  const action = { board: 1, player, event: ledger.position, at: noon, by: "", reason: "" };
  await ledger.append(
    ledger.position,
    noon,
    [{ kind: "void", standings: [{ index, standing: null }], ...action }],
    new Map(),
  );
  expect(members.standing(index, player)).toBeNull();
  expect(await listOf(ledger.states())).toEqual([]);
});
