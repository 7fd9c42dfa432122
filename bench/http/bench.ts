/** `npm run bench -- http`: Laurel under load on one core, the load on the other, its peers in turn. */
import { parseArgs } from "node:util";
import { measureFsync, readCommit, readMachine, readVersions } from "../machine.ts";
import { makeReport, makeRow, type Report, type Row, type Series, showNumber } from "../report.ts";
import { readChoice, readCount, readCounts, shortCount } from "../support/arguments.ts";
import { buildProduct } from "../support/build.ts";
import { type Closers, makeFolder, progress, withClosers } from "../support/processes.ts";
import { type LaurelServer, logBytes, sampleAnswers, startLaurel } from "./laurel.ts";
import { startPeers } from "./peers.ts";
import { fill } from "./run-load.ts";
import { loadCore, serverCore } from "./server.ts";
import type { Settings, Stage } from "./stage.ts";
import { batchesBesidePeers, batchesOf } from "./workloads/batches.ts";
import { latencies, type TopRates } from "./workloads/latency.ts";
import { longRun } from "./workloads/long-run.ts";
import { mixed } from "./workloads/mixed.ts";
import { ranks } from "./workloads/rank.ts";
import { submits } from "./workloads/submit.ts";
import { tops } from "./workloads/top.ts";

const workloads = ["submit", "top", "rank", "mixed", "batch", "latency"] as const;

export async function benchHttp(args: readonly string[]): Promise<Report> {
  const settings = readSettings(args);
  if (settings.build) await buildProduct();
  let seeds = settings.seed * 1_000;
  const nextSeed = (): number => {
    seeds += 1;
    return seeds;
  };
  const rows: Row[] = [];
  const series: Series[] = [];
  if (settings.only.length > 0) {
    const { rows: found, topRates } = await runBesidePeers(settings, nextSeed);
    rows.push(...found);
    // Last, when the peers have ended: their databases still write what they were filled with, on whichever core.
    if (settings.only.includes("latency")) rows.push(...(await runLatency(settings, topRates, nextSeed)));
  }
  if (settings.only.includes("batch"))
    for (const standings of settings.standings.filter((one) => one !== 1))
      rows.push(await runStandings(standings, settings, nextSeed));
  if (settings.minutes > 0) {
    const result = await runLong(settings, nextSeed);
    rows.push(...result.rows);
    series.push(...result.series);
  }
  return makeReport({
    bench: settings.minutes > 0 && settings.only.length === 0 ? "http, long run" : "http",
    date: new Date().toISOString(),
    commit: readCommit(),
    machine: readMachine(),
    versions: readVersions(),
    fsyncMs: measureFsync(settings.folder),
    seed: settings.seed,
    pinning: {
      "Laurel, node:http, nginx, the hand-rolled service": `core ${serverCore}, one at a time`,
      "wrk and the load generator": `core ${loadCore}`,
      "the hand-rolled service's Redis and Postgres": "not pinned",
    },
    settings,
    full: settings.full,
    rows,
    series,
  });
}

/** Everything that is compared: one Laurel with one standing an event, and all peers. */
function runBesidePeers(
  settings: Settings,
  nextSeed: () => number,
): Promise<{ rows: Row[]; topRates: TopRates }> {
  return withClosers(async (closers) => {
    const folder = makeFolder(closers, settings.folder);
    const { laurel, rows } = await filledLaurel(closers, folder, settings, nextSeed);
    const size = { players: settings.players, prior: settings.peerPrior };
    const peers = await startPeers(closers, folder, await sampleAnswers(laurel), size);
    const stage: Stage = { laurel, peers, settings, nextSeed };
    const topRates: TopRates = { submit: null, rank: null };
    const takes: Readonly<Record<Exclude<(typeof workloads)[number], "latency">, () => Promise<Row[]>>> = {
      submit: async () => {
        const { rows: found, rate } = await submits(stage);
        topRates.submit = rate;
        return found;
      },
      top: () => tops(stage),
      rank: async () => {
        const { rows: found, rate } = await ranks(stage);
        topRates.rank = rate;
        return found;
      },
      mixed: () => mixed(stage),
      batch: () => batchesBesidePeers(stage),
    };
    for (const name of workloads) {
      if (name === "latency" || !settings.only.includes(name)) continue;
      progress(`http: ${name} ...`);
      rows.push(...(await takes[name]()));
    }
    return { rows, topRates };
  });
}

/** A service with its prior events, stopped once, so that its log can be weighed and its start timed. */
async function filledLaurel(
  closers: Closers,
  folder: string,
  settings: Settings,
  nextSeed: () => number,
): Promise<{ laurel: LaurelServer; rows: Row[] }> {
  progress(`http: filling Laurel with ${settings.prior} events of ${settings.players} players ...`);
  const options = { ...settings, standings: 1, watchLoop: false };
  const first = await startLaurel(closers, folder, options);
  const rate = await fill(first, { ...settings, scoped: false, seed: nextSeed() });
  await first.end();
  const bytes = logBytes(first.folder, settings.prior);
  const begun = performance.now();
  const laurel = await startLaurel(closers, folder, options);
  const readyMs = performance.now() - begun;
  const prior = `${shortCount(settings.prior)} events of ${shortCount(settings.players)} players`;
  const row = (id: string, metric: string, unit: string, ours: number, note?: string): Row =>
    makeRow({ id, metric, unit, ours, note });
  const rows = [
    row("http.fill", `filling with ${prior}, batches of 1,000, ?answer=none`, "/s", rate),
    row(
      "http.log-bytes",
      "log bytes an event",
      "B",
      bytes.records,
      `the whole file ${showNumber(bytes.files)} B an event`,
    ),
    row("http.ready", `from start to listening after a clean stop, ${prior}`, "s", readyMs / 1_000),
  ];
  return { laurel, rows };
}

/** A service of its own: watching the event loop costs a little, which the top rates should not pay. */
function runLatency(settings: Settings, topRates: TopRates, nextSeed: () => number): Promise<Row[]> {
  if (topRates.submit === null && topRates.rank === null)
    throw new Error("latency is taken at half the top rate: add submit or rank to --only");
  return withClosers(async (closers) => {
    progress("http: latency ...");
    const folder = makeFolder(closers, settings.folder);
    const laurel = await startLaurel(closers, folder, { ...settings, standings: 1, watchLoop: true });
    await fill(laurel, { ...settings, scoped: false, seed: nextSeed() });
    return await latencies(laurel, settings, topRates, nextSeed);
  });
}

function runStandings(standings: number, settings: Settings, nextSeed: () => number): Promise<Row> {
  return withClosers(async (closers) => {
    progress(`http: batches on a board of ${standings} standings an event ...`);
    const folder = makeFolder(closers, settings.folder);
    const laurel = await startLaurel(closers, folder, { ...settings, standings, watchLoop: false });
    await fill(laurel, { ...settings, scoped: standings === 9, seed: nextSeed() });
    return await batchesOf(standings, laurel, settings, nextSeed);
  });
}

function runLong(settings: Settings, nextSeed: () => number): Promise<{ rows: Row[]; series: Series[] }> {
  return withClosers(async (closers) => {
    progress(`http: ${settings.minutes} min at ${settings.rate} scores a second ...`);
    const folder = makeFolder(closers, settings.folder);
    const laurel = await startLaurel(closers, folder, { ...settings, standings: 1, watchLoop: true });
    await fill(laurel, { ...settings, scoped: false, seed: nextSeed() });
    return await longRun(laurel, settings, nextSeed);
  });
}

function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      players: { type: "string", default: "1M" },
      prior: { type: "string", default: "10M" },
      "peer-prior": { type: "string", default: "1M" },
      seconds: { type: "string", default: "10" },
      rounds: { type: "string", default: "5" },
      standings: { type: "string", default: "1,3,9" },
      only: { type: "string" },
      minutes: { type: "string", default: "0" },
      rate: { type: "string", default: "166k" },
      seed: { type: "string", default: "1" },
      "huge-pages": { type: "string", default: "yes" },
      folder: { type: "string" },
      "no-build": { type: "boolean", default: false },
    },
  });
  const players = readCount("players", values.players);
  const prior = readCount("prior", values.prior);
  const seconds = readCount("seconds", values.seconds);
  const rounds = readCount("rounds", values.rounds);
  const rate = readCount("rate", values.rate);
  const minutes = Number(values.minutes);
  // The long run is alone unless more is asked for.
  const only = values.only ?? (minutes > 0 ? "" : workloads.join(","));
  return {
    players,
    prior,
    peerPrior: readCount("peer-prior", values["peer-prior"]),
    seconds,
    rounds,
    standings: readCounts("standings", values.standings).map((one) =>
      Number(readChoice("standings", String(one), ["1", "3", "9"])),
    ),
    minutes,
    rate,
    seed: readCount("seed", values.seed),
    hugePages: readChoice("huge-pages", values["huge-pages"], ["yes", "no"]) === "yes",
    only: only
      .split(",")
      .filter((name) => name !== "")
      .map((name) => readChoice("only", name, workloads)),
    folder: values.folder,
    build: !values["no-build"],
    full:
      players >= 1_000_000 &&
      prior >= 10_000_000 &&
      seconds >= 10 &&
      rounds >= 3 &&
      (minutes === 0 || (minutes >= 10 && rate >= 166_000)),
  };
}
