/**
 * A damaged ledger.db: found at the start, which is then refused with nothing changed on disk, or harmless. A
 * wrong answer never comes of it. LAUREL_FLIPS says how many random flips are tried.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { Catalogue } from "../../src/core/catalogue.ts";
import { FolderFault } from "../../src/ledger/local/faults.ts";
import { encodeGroup } from "../../src/ledger/local/group.ts";
import { Identities } from "../../src/ledger/local/identities.ts";
import type { LogReader } from "../../src/ledger/local/log.ts";
import { LogDatabase } from "../../src/ledger/local/log-database.ts";
import { statesOf } from "../../src/ledger/local/read-side.ts";
import { readGroups, replay } from "../../src/ledger/local/replay.ts";
import { Members } from "../../src/members/members.ts";
import { Players } from "../../src/members/players.ts";
import {
  catalogueOf,
  define,
  historyBoards,
  listOf,
  randomGroups,
  reportOf,
  submit,
} from "../support/ledger-history.ts";
import { openLedger } from "../support/open-ledger.ts";
import { makeRandom, testSeed } from "../support/random.ts";
import { ledgerFiles, refusedStart } from "../support/refused-start.ts";
import { tempFolder } from "../support/temp.ts";

const seed = testSeed();
const flips = Number(process.env.LAUREL_FLIPS ?? 200);

/** A closed ledger of some groups, one of them longer than a page. */
let whole: Buffer;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "laurel-test-"));
  const ledger = await openLedger(folder);
  for (const board of historyBoards) await define(ledger, board);
  for (const group of randomGroups(makeRandom(seed), 60)) await submit(ledger, group);
  const metadata = JSON.stringify({ note: "x".repeat(400) });
  await submit(
    ledger,
    Array.from({ length: 30 }, (_, i) => reportOf("last", `long-${i}`, "m", { metadata })),
  );
  await submit(ledger, [reportOf("last", "short", "m")]);
  await ledger.close();
  whole = readFileSync(join(folder, "ledger.db"));
  rmSync(folder, { recursive: true });
});

function folderWith(bytes: Buffer): string {
  const folder = tempFolder();
  writeFileSync(join(folder, "ledger.db"), bytes);
  return folder;
}

describe("a start is refused, and nothing changed on disk,", () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ["when the file was cut", (file) => truncateSync(file, (whole.length >> 1) + 77), /malformed/],
    ["when the file was emptied", (file) => truncateSync(file, 0), /it is empty/],
    [
      "when a group is missing",
      (file) => change(file, "delete from log where sequence = (select sequence from log limit 1 offset 9)"),
      /the group behind record \d+ is missing/,
    ],
    [
      "when the last group is missing",
      (file) => change(file, "delete from log where sequence = (select max(sequence) from log)"),
      /the log ends with record \d+, and \d+ records were written/,
    ],
    [
      "when a player is missing",
      (file) => change(file, "delete from players where id = 'player-3'"),
      /record \d+ names player \d+, who is missing/,
    ],
    [
      "when a player has another id",
      (file) => change(file, "update players set id = 'mallory' where id = 'player-3'"),
      /the checksum of player \d+ is wrong/,
    ],
    [
      "when one byte of a record is another",
      (file) => {
        const bytes = readFileSync(file);
        bytes[bytes.indexOf("xxxxxxxx")]! ^= 1;
        writeFileSync(file, bytes);
      },
      /the checksum of a group is wrong/,
    ],
  ])("%s", async (_, damage, reason) => {
    const folder = folderWith(whole);
    damage(join(folder, "ledger.db"));
    const before = ledgerFiles(folder);
    const said = await refusedStart(folder);
    expect(said).toMatch(reason);
    expect(said).toMatch(
      /^laurel: .*ledger\.db is damaged \(.*Laurel does not start on it.*restore a backup/,
    );
    expect(ledgerFiles(folder)).toEqual(before);
  });

  function change(file: string, sql: string): void {
    const database = new Database(file);
    expect(database.prepare(sql).run().changes).toBe(1);
    database.close();
  }
});

test("a WAL that was not yet in the file stays as it is when the start is refused", async () => {
  const [folder, copy] = [tempFolder(), tempFolder()];
  const ledger = await openLedger(folder);
  await define(ledger, { id: "b" });
  for (let i = 0; i < 30; i++) await submit(ledger, [reportOf("b", `p${i}`, "m")]);
  for (const name of ["ledger.db", "ledger.db-wal"]) copyFileSync(join(folder, name), join(copy, name));
  await ledger.close();
  const database = new Database(join(copy, "ledger.db"));
  database.pragma("wal_autocheckpoint = 0");
  database.exec("delete from log where sequence = 5");
  for (const name of ["ledger.db", "ledger.db-wal"]) copyFileSync(join(copy, name), join(folder, name));
  database.close();
  const before = ledgerFiles(folder);
  expect(Object.keys(before)).toEqual(["ledger.db", "ledger.db-wal"]);
  expect(await refusedStart(folder)).toMatch(/is damaged \(the group behind record 4 is missing/);
  expect(ledgerFiles(folder)).toEqual(before);
});

describe(`random damage (LAUREL_TEST_SEED=${seed})`, () => {
  test(
    `${flips} files with flipped bytes: each is refused, or answers as if it were whole`,
    async () => {
      const random = makeRandom(seed);
      const truth = await contentOf(folderWith(whole));
      const parent = tempFolder();
      const outcomes = { refused: 0, harmless: 0 };
      for (let i = 0; i < flips; i++) {
        const bytes = Buffer.from(whole);
        const at: number[] = [];
        // One byte for the most part; the head of the file and of a page more often than chance would.
        for (let left = random(4) === 0 ? 3 : 1; left > 0; left--) {
          const page = random(bytes.length / 4096) * 4096;
          at.push(random(3) === 0 ? page + random(112) : random(bytes.length));
          bytes[at.at(-1)!]! ^= 1 + random(255);
        }
        const folder = join(parent, String(i));
        mkdirSync(folder);
        writeFileSync(join(folder, "ledger.db"), bytes);
        const content = await contentOf(folder).catch((error: unknown) => {
          if (error instanceof FolderFault) return null;
          throw new Error(`a flip at ${at} ended in another error`, { cause: error });
        });
        outcomes[content === null ? "refused" : "harmless"] += 1;
        if (content === null) expect(readFileSync(join(folder, "ledger.db")).equals(bytes)).toBe(true);
        else expect(content, `flips at ${at}`).toEqual(truth);
      }
      expect(outcomes.refused).toBeGreaterThan(flips / 4);
    },
    60_000 + flips * 500,
  );

  test("a file cut at any length is refused", async () => {
    const random = makeRandom(seed + 1);
    const lengths = [
      0,
      1,
      15,
      16,
      99,
      100,
      511,
      512,
      4095,
      4096,
      4097,
      whole.length - 4096,
      whole.length - 1,
    ];
    for (let i = 0; i < 40; i++) lengths.push(random(whole.length));
    for (const length of lengths) {
      const folder = folderWith(whole.subarray(0, length));
      await expect(contentOf(folder), `cut at ${length}`).rejects.toThrow(FolderFault);
      expect(readFileSync(join(folder, "ledger.db")).length).toBe(length);
    }
  });
});

/** What a start on a folder reads, and reads again once a further group has been appended and closed. */
async function contentOf(folder: string): Promise<object[]> {
  const read = async (database: LogDatabase): Promise<{ position: number; content: object }> => {
    database.check();
    const log = readerOver(database);
    const catalogue = new Catalogue();
    const members = new Members(new Players(1));
    const position = await replay(folder, log, { catalogue, members }, new Identities(1));
    const groups = await listOf(readGroups(log, 1));
    const states = await listOf(statesOf(members));
    return { position, content: { position, groups, catalogue: catalogueOf(catalogue), states } };
  };
  let database = new LogDatabase(folder);
  try {
    const first = await read(database);
    database.startWriting();
    const key = {
      kind: "key" as const,
      id: "k",
      name: "",
      hash: "h",
      rights: [],
      boards: null,
      at: 1,
      by: "",
    };
    const next = first.position + 1;
    database.append(next, next, encodeGroup({ committedAt: 1, records: [key] }), [{ number: 99, id: "new" }]);
    database.close();
    database = new LogDatabase(folder);
    return [first.content, (await read(database)).content];
  } finally {
    database.close();
  }
}

/** The log without its thread. */
function readerOver(database: LogDatabase): LogReader {
  return {
    head: async () => database.head(),
    groupOf: async (sequence) => database.groupOf(sequence),
    groups: async (behind, bytesMax) => database.groups(behind, bytesMax),
    records: async (sequences) => database.records(sequences),
    packedPlayers: async (after, limit) => database.packedPlayers(after, limit),
  };
}
