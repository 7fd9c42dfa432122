/** Laurel as it ships, on a folder of its own with one board, with a key that may submit and nothing else. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Closers, repository, start, waitForLine } from "../support/processes.ts";
import { boardPath, type Server, serverCore } from "./server.ts";

export interface LaurelServer extends Server {
  /** Of a key with the right to submit. */
  readonly key: string;
  readonly folder: string;
  /** Where the seconds' event-loop delays are written; null where they are not taken. */
  readonly loopFile: string | null;
  end(): Promise<void>;
}

const adminKey = "bench-admin-secret-0123456789";

/**
 * How an event counts. Periods times scopes with everybody's is how many standings it moves; on a `sum` board it
 * moves all of them, however many came before.
 */
const boards: Readonly<Record<number, object>> = {
  1: { periods: ["all"] },
  3: { periods: ["all", "day", "week"] },
  9: { periods: ["all", "day", "week"], scopes: ["region", "guild"] },
};

export async function startLaurel(
  closers: Closers,
  parent: string,
  options: { standings: number; hugePages: boolean; watchLoop: boolean },
): Promise<LaurelServer> {
  const folder = join(parent, "laurel");
  mkdirSync(folder, { recursive: true });
  const board = { id: "bench", semantics: "sum", publicReads: true, ...boards[options.standings] };
  const config = join(folder, "laurel.config.json");
  writeFileSync(config, JSON.stringify({ boards: [board] }));
  const loopFile = options.watchLoop ? join(folder, "loop-delay.jsonl") : null;
  const environment: Record<string, string> = { LAUREL_ADMIN_KEY: adminKey, NODE_ENV: "production" };
  if (options.hugePages) environment.GLIBC_TUNABLES = "glibc.malloc.hugetlb=1";
  if (loopFile !== null) environment.BENCH_LOOP_DELAY = loopFile;
  // As `npm start` has it.
  const flags = ["--max-semi-space-size=64"];
  const preload = loopFile === null ? [] : ["--import", join(repository, "bench/http/loop-delay.mjs")];
  const data = join(folder, "data");
  const main = join(repository, "dist/cli/main.js");
  const args = [...flags, ...preload, main, "serve", "--config", config, "--data", data, "--port", "0"];
  const started = start(process.execPath, args, { core: serverCore, environment });
  closers.add(() => started.end());
  const [, port] = await waitForLine(started, "Laurel", /Laurel serves http:\/\/[^:]+:(\d+)/);
  const key = await makeKey(Number(port));
  return {
    name: "Laurel",
    port: Number(port),
    pid: started.pid,
    key,
    folder: data,
    loopFile,
    end: () => started.end(),
  };
}

async function makeKey(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "bench", rights: ["submit"] }),
  });
  if (!answer.ok) throw new Error(`Laurel makes no key: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { secret: string }).secret;
}

/** One answer of each kind, as the constants that node:http and nginx send. */
export async function sampleAnswers(
  laurel: LaurelServer,
): Promise<Record<"top" | "rank" | "submit" | "batch", string>> {
  const base = `http://127.0.0.1:${laurel.port}${boardPath}`;
  const post = async (path: string, body: unknown): Promise<string> =>
    textOf(
      await fetch(`${base}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${laurel.key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const report = (i: number): object => ({
    playerId: `player${String(i).padStart(8, "0")}`,
    matchId: `sample-${i}`,
    score: 500_000,
  });
  return {
    submit: await post("/scores", report(0)),
    batch: await post(
      "/scores/batch",
      Array.from({ length: 1_000 }, (_, i) => report(i + 1)),
    ),
    top: await textOf(await fetch(`${base}/top?limit=100`)),
    rank: await textOf(await fetch(`${base}/players/player00000000/rank`)),
  };
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Laurel answers ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

/** Bytes of the groups in the log, and of all files, for each event; asked for when the service has ended. */
export function logBytes(folder: string, events: number): { records: number; files: number } {
  const database = new Database(join(folder, "ledger.db"), { readonly: true });
  try {
    const { bytes } = database.prepare("select sum(length(records)) as bytes from log").get() as {
      bytes: number;
    };
    return { records: bytes / events, files: statSync(join(folder, "ledger.db")).size / events };
  } finally {
    database.close();
  }
}
