/**
 * `npm run bench -- start`: how long Laurel takes to be ready with so many players, from the log alone, after a
 * clean stop, and after kill -9 with a checkpoint that is some events old.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureFsync, readCommit, readMachine, readVersions } from "../machine.ts";
import { makeReport, makeRow, type Report, type Row } from "../report.ts";
import { readCount, shortCount } from "../support/arguments.ts";
import { buildProduct } from "../support/build.ts";
import { type Closers, makeFolder, progress, sleep, withClosers } from "../support/processes.ts";
import { playerId } from "../support/random.ts";
import { fillLedger } from "./fill.ts";
import { adminKey, startTimed, type TimedService } from "./service.ts";

/** Events behind the checkpoint when the service is killed, for each 25 players. */
const eventsBehind = 1 / 25;

export async function benchStart(args: readonly string[]): Promise<Report> {
  const settings = readSettings(args);
  if (settings.build) await buildProduct();
  const rows = await withClosers((closers) => measure(closers, settings));
  return makeReport({
    bench: "start",
    date: new Date().toISOString(),
    commit: readCommit(),
    machine: readMachine(),
    versions: readVersions(),
    fsyncMs: measureFsync(settings.folder),
    seed: settings.seed,
    pinning: { Laurel: "any core, huge pages by glibc; what it reads is in the page cache" },
    settings,
    full: settings.members >= 25e6,
    rows,
    series: [],
  });
}

interface Settings extends Record<string, unknown> {
  readonly members: number;
  readonly seed: number;
  readonly folder: string | undefined;
  readonly build: boolean;
}

function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      members: { type: "string", default: "25M" },
      seed: { type: "string", default: "1" },
      folder: { type: "string" },
      "no-build": { type: "boolean", default: false },
    },
  });
  return {
    members: readCount("members", values.members),
    seed: readCount("seed", values.seed),
    folder: values.folder,
    build: !values["no-build"],
  };
}

async function measure(closers: Closers, { members, seed, folder }: Settings): Promise<Row[]> {
  const data = join(makeFolder(closers, folder), "data");
  const size = shortCount(members);
  const behind = Math.round(members * eventsBehind);
  const checkpoints = join(data, "checkpoints");
  progress(`start: filling a ledger with ${shortCount(members - behind)} events ...`);
  fillLedger(data, 0, members - behind, seed);

  progress("start: a checkpoint, then kill -9 ...");
  const checkpointSeconds = await makeCheckpoint(closers, data, checkpoints);
  const checkpointMb = folderMb(checkpoints);
  fillLedger(data, members - behind, members, seed);

  progress("start: after kill -9 ...");
  const killed = await startTimed(closers, data);
  await killed.started.end("SIGKILL");

  progress("start: from the log alone ...");
  rmSync(checkpoints, { recursive: true });
  const log = await startTimed(closers, data);
  const stopping = performance.now();
  await log.started.end("SIGTERM");
  const stopSeconds = (performance.now() - stopping) / 1000;
  const imageMb = folderMb(checkpoints);

  progress("start: after a clean stop ...");
  const clean = await startTimed(closers, data);
  await clean.started.end("SIGKILL");

  const ready = (name: string, what: string, service: TimedService, note: string): Row[] => [
    makeRow({
      id: `ready.${size}.${name}`,
      metric: `ready at ${size} ${what}`,
      unit: "s",
      ours: service.readySeconds,
      note,
    }),
    makeRow({ id: `ready.${size}.${name}.rss`, metric: `peak RSS of it`, unit: "MB", ours: service.peakMb }),
  ];
  const row = (name: string, metric: string, unit: string, ours: number): Row =>
    makeRow({ id: `start.${size}.${name}`, metric, unit, ours });
  return [
    ...ready("clean", "after a clean stop", clean, "from the flat image"),
    ...ready(
      "killed",
      "after kill -9",
      killed,
      `from a checkpoint and ${shortCount(behind)} events behind it`,
    ),
    ...ready("log", "from the log alone", log, "without checkpoints"),
    row("stop", `a clean stop at ${size}`, "s", stopSeconds),
    row("checkpoint", "writing a checkpoint beside an idle service", "s", checkpointSeconds),
    row("checkpoint-size", "a checkpoint", "MB", checkpointMb),
    row("image-size", "a flat image", "MB", imageMb),
    row("ledger-size", "ledger.db", "MB", statSync(join(data, "ledger.db")).size / 2 ** 20),
  ];
}

/** Starts the service, has it make a checkpoint, and kills it: how long the checkpoint took. */
async function makeCheckpoint(closers: Closers, data: string, checkpoints: string): Promise<number> {
  const service = await startTimed(closers, data, { LAUREL_CHECKPOINT_RECORDS: "1000" });
  const begun = performance.now();
  const answer = await fetch(`${service.url}/v1/leaderboards/bench/scores`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    body: JSON.stringify({ playerId: playerId(1), matchId: "m", score: 1 }),
  });
  if (!answer.ok) throw new Error(`a score is not taken: ${answer.status} ${await answer.text()}`);
  const whole = (): boolean =>
    existsSync(checkpoints) && readdirSync(checkpoints).some((name) => /^checkpoint-\d+$/.test(name));
  while (!whole()) await sleep(5);
  const seconds = (performance.now() - begun) / 1000;
  await service.started.end("SIGKILL");
  return seconds;
}

function folderMb(folder: string): number {
  if (!existsSync(folder)) return 0;
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}
