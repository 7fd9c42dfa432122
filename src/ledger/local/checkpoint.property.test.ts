/**
 * Random histories with checkpoints at random moments, written in tiny pieces while records of every kind go on
 * being taken: a start from the checkpoint and the log behind it is a start from the whole log.
 */
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  catalogueOf,
  define,
  historyBoards,
  listOf,
  noon,
  randomGroups,
  remove,
  statesByMember,
  submit,
} from "../../../test/support/ledger-history.ts";
import { openLedger } from "../../../test/support/open-ledger.ts";
import { makeRandom, type Random, testSeed } from "../../../test/support/random.ts";
import { tempFolder } from "../../../test/support/temp.ts";
import type { LedgerRecord } from "../../core/record.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { BlockWriter } from "./block-file.ts";
import { writeCheckpoint } from "./checkpoint.ts";
import { Identities } from "./identities.ts";
import type { LocalLedger } from "./local-ledger.ts";
import { Log } from "./log.ts";
import { statesOf } from "./read-side.ts";
import { savedFile, savedFiles } from "./saved-files.ts";
import { startLedger } from "./start.ts";

const seed = testSeed();
const runs = 12;

describe(`a start from a checkpoint (LAUREL_TEST_SEED=${seed})`, () => {
  test.each(Array.from({ length: runs }, (_, i) => seed + i))(
    "is a start from the log: %i",
    async (runSeed) => {
      const random = makeRandom(runSeed);
      const folder = tempFolder();
      const ledger = await openLedger(folder);
      for (const board of historyBoards) await define(ledger, board);
      const groups = randomGroups(random, 60);
      const step = async (): Promise<void> => {
        const group = groups.pop();
        if (group !== undefined) await submit(ledger, group);
        if (random(6) === 0) await act(random, ledger);
      };
      while (groups.length > 40) await step();
      await checkpoint(random, folder, ledger, step);
      while (groups.length > 20) await step();
      await checkpoint(random, folder, ledger, step);
      while (groups.length > 0) await step();
      await ledger.close();

      const saved = savedFiles(folder);
      expect(saved).toHaveLength(2);
      const fromNewest = await started(folder);
      expect(fromNewest.used).toEqual(saved[0]);
      renameSync(saved[0]!.file, `${saved[0]!.file}.away`);
      const fromOlder = await started(folder);
      expect(fromOlder.used).toEqual(saved[1]);
      renameSync(join(folder, "checkpoints"), join(folder, "away"));
      mkdirSync(join(folder, "checkpoints"));
      const fromLog = await started(folder);
      expect(fromLog.used).toBeNull();
      expect(fromNewest.content).toEqual(fromLog.content);
      expect(fromOlder.content).toEqual(fromLog.content);
    },
  );
});

/** Writes a checkpoint; steps are taken between its pieces. */
async function checkpoint(
  random: Random,
  folder: string,
  ledger: LocalLedger,
  step: () => Promise<void>,
): Promise<void> {
  const source = await ledger.saver.source();
  const writer = await BlockWriter.create(savedFile(folder, "checkpoint", source.position));
  const pause = async (): Promise<void> => {
    if (random(8) === 0) await step();
  };
  const size = { bytes: 200, rows: 2, entries: 1 };
  await writeCheckpoint(
    writer,
    await ledger.saver.header("checkpoint", source.position),
    source,
    pause,
    size,
  );
  await writer.finish();
}

/** Something that changes more than one standing: boards go and come, standings go and come back. */
async function act(random: Random, ledger: LocalLedger): Promise<void> {
  const board = historyBoards[random(historyBoards.length)] as { id: string };
  const kind = random(3);
  if (kind === 0) {
    await remove(ledger, board.id);
    await define(ledger, board);
    return;
  }
  const rows = await listOf(ledger.states());
  const row = rows[random(rows.length)];
  if (row === undefined) return;
  const number = ledger.catalogue.period(Math.floor(row.index / 2 ** 26))!.board;
  const record: LedgerRecord = {
    kind: kind === 1 ? "void" : "restore",
    board: number,
    player: row.player,
    event: row.standing.event,
    standings: [{ index: row.index, standing: kind === 1 ? null : { ...row.standing, attempts: 77 } }],
    at: noon,
    by: "",
    reason: "",
  };
  await ledger.append(ledger.position, noon, [record], new Map());
}

/** What a start makes of a folder. */
async function started(folder: string): Promise<{ used: unknown; content: object }> {
  const log = await Log.open(folder, () => {});
  try {
    const messages: string[] = [];
    const store = { empty: () => new Members(new Players(1)) };
    const identities = new Identities(3);
    const report = (message: string): number => messages.push(message);
    const { state, position, used } = await startLedger(log, store, identities, report);
    expect(messages).toEqual([]);
    const { catalogue, members } = state;
    const rows = await listOf(statesOf(members));
    const states = statesByMember(rows);
    expect(Object.keys(states)).toHaveLength(rows.length);
    const players = Array.from({ length: members.players.next - 1 }, (_, i) => members.players.idOf(i + 1));
    return {
      used,
      content: { position, states, players, events: identities.count, catalogue: catalogueOf(catalogue) },
    };
  } finally {
    await log.close();
  }
}
