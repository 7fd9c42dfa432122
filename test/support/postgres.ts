/**
 * A Postgres server for the tests of one file: that of TEST_DATABASE_URL, else one of the machine's own programs in a
 * temporary folder, without fsync. Each test has a database of its own, copied from one that has the schema.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll } from "vitest";
import type { ConnectionSettings } from "../../src/ledger/postgres/connections.ts";

const settings = ["fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=128MB"];

let running: Promise<RunningServer> | null = null;
let databases = 0;

interface RunningServer {
  /** Of the database that is always there. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Makes an empty database on the server of this test file; it goes with the file's tests. */
export async function makeDatabase(): Promise<string> {
  running ??= startServer();
  const { url } = await running;
  const name = `laurel_test_${process.pid}_${++databases}`;
  await withClient(url, (client) =>
    client.query(`create database ${name} encoding 'UTF8' template template0`),
  );
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

export async function dropDatabase(database: string): Promise<void> {
  const { url } = await running!;
  const name = new URL(database).pathname.slice(1);
  await withClient(url, (client) => client.query(`drop database if exists ${name} with (force)`));
}

export function settingsOf(url: string): ConnectionSettings {
  return { url, prepare: true, readers: 3 };
}

/** Runs something on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  if (running !== null) await (await running).stop();
});

async function startServer(): Promise<RunningServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  const programs = findPrograms();
  const user = process.getuid!() === 0 ? postgresUser() : null;
  const folder = mkdtempSync(join(tmpdir(), "laurel-postgres-"));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = { cwd: folder, ...user };
  const init = ["-D", data, "-U", "tester", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"];
  const initialised = spawnSync(join(programs, "initdb"), init, options);
  if (initialised.status !== 0)
    throw new Error(`initdb fails: ${initialised.stderr?.toString() ?? initialised.error}`);
  const port = await freePort();
  const where = ["-D", data, "-k", folder, "-h", "127.0.0.1", "-p", String(port)];
  const args = [...where, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(join(programs, "postgres"), args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  await answering(url, child, () => errors);
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

async function answering(url: string, child: ChildProcess, errors: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres does not start: ${errors()}`);
    try {
      return await withClient(url, async () => {});
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

/** Debian keeps the server's programs out of the path; the newest version is taken. */
function findPrograms(): string {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(root, version, "bin")), ...process.env.PATH!.split(":")];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (found !== undefined) return found;
  throw new Error("no Postgres server was found: apt-get install postgresql, or set TEST_DATABASE_URL");
}

/** Postgres does not run as root. */
function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(spawnSync("id", [flag, "postgres"]).stdout.toString().trim());
  const [uid, gid] = [id("-u"), id("-g")];
  if (uid > 0) return { uid, gid };
  throw new Error("Postgres does not run as root, and there is no user postgres: apt-get install postgresql");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
