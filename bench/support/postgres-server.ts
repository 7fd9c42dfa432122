/** A Postgres of the bench's own. It refuses to run as root, so root gives it to the user `postgres`. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Closers, findTool, freePort, sleep, start } from "./processes.ts";
import { answers } from "./redis-server.ts";

export interface PostgresServer {
  readonly port: number;
}

/** Durable commits, as it is installed; only the memory is more than its default, which suits a small machine. */
const settings = [
  "shared_buffers=1GB",
  "max_wal_size=4GB",
  "synchronous_commit=on",
  "fsync=on",
  "max_connections=100",
];

export async function startPostgres(closers: Closers, folder: string): Promise<PostgresServer> {
  const initdb = findTool("initdb", "postgresql", versionFolders());
  const program = findTool("postgres", "postgresql", versionFolders());
  const port = await freePort();
  const directory = join(folder, `postgres-${port}`);
  mkdirSync(directory);
  const user = process.getuid!() === 0 ? userOf("postgres") : null;
  if (user !== null) {
    chownSync(directory, user.uid, user.gid);
    // The parent was made for its owner alone.
    chmodSync(folder, 0o711);
  }
  const [command, before] = asUser(user);
  const initialised = spawnSync(
    command ?? initdb,
    [
      ...(command === null ? [] : [...before, initdb]),
      "-D",
      directory,
      "-U",
      "bench",
      "--auth=trust",
      "--no-sync",
    ],
    { cwd: directory },
  );
  if (initialised.status !== 0) throw new Error(`initdb fails: ${initialised.stderr ?? initialised.error}`);
  const options = ["-D", directory, "-k", directory, "-h", "127.0.0.1", "-p", String(port)];
  const all = [...options, ...settings.flatMap((setting) => ["-c", setting])];
  const server = start(command ?? program, command === null ? all : [...before, program, ...all], {
    core: null,
    cwd: directory,
  });
  server.child.stdout!.resume();
  closers.add(() => server.end("SIGINT"));
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 200 || server.child.exitCode !== null)
      throw new Error(`postgres does not start: ${server.errors()}`);
    await sleep(50);
  }
  return { port };
}

/** Debian keeps the server's programs out of the path. */
function versionFolders(): string[] {
  try {
    const root = "/usr/lib/postgresql";
    return readdirSync(root).map((version) => join(root, version, "bin"));
  } catch {
    return [];
  }
}

function userOf(name: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(spawnSync("id", [flag, name]).stdout.toString().trim());
  const [uid, gid] = [id("-u"), id("-g")];
  if (uid > 0) return { uid, gid };
  throw new Error(
    `Postgres does not run as root, and there is no user ${name}; apt-get install postgresql makes one`,
  );
}

/** `setpriv` becomes the program, so that its pid is the server's. */
function asUser(user: { uid: number; gid: number } | null): [command: string | null, before: string[]] {
  if (user === null) return [null, []];
  const setpriv = findTool("setpriv", "util-linux");
  return [setpriv, [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"]];
}
