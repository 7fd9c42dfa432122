/** A Redis of the bench's own. */
import { mkdirSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { type Closers, findTool, freePort, sleep, start } from "./processes.ts";

export interface RedisServer {
  readonly pid: number;
  readonly port: number;
}

/** Starts it without a file, or with an append-only file that is synced every second. */
export async function startRedis(
  closers: Closers,
  folder: string,
  options: { core: number | null; appendOnly: boolean },
): Promise<RedisServer> {
  const program = findTool("redis-server", "redis-server");
  const port = await freePort();
  const directory = join(folder, `redis-${port}`);
  mkdirSync(directory);
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", directory];
  const durable = ["--appendonly", options.appendOnly ? "yes" : "no", "--appendfsync", "everysec"];
  const server = start(program, [...settings, ...durable], { core: options.core });
  // Its log is read and dropped: a full pipe would stop it.
  server.child.stdout!.resume();
  closers.add(() => server.end());
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 100 || server.child.exitCode !== null)
      throw new Error(`redis-server does not start: ${server.errors()}`);
    await sleep(50);
  }
  return { pid: server.pid, port };
}

/** Whether something accepts connections on a port of the loopback. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
