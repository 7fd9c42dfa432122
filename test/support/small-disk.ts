/**
 * The service on a disk of its own that is small enough to be filled: a tmpfs in a mount namespace, which needs
 * no rights on a Linux that lets users have namespaces.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { laurelCommand } from "./process.ts";
import { adminSecret } from "./service.ts";

export interface ServiceOnSmallDisk {
  readonly url: string;
  /** Leaves no byte free. */
  fill(): void;
  free(): void;
  /** Ends the service with SIGTERM, and its disk with it; returns the exit code. */
  end(): Promise<number | null>;
}

const mounted = ["-rm", "sh", "-c", 'mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"'];

/** Whether this machine lets the test have a disk of its own. */
export function hasSmallDisk(): boolean {
  return spawnSync("unshare", [...mounted, tmpdir(), "true"]).status === 0;
}

/** Starts the service on a disk of 8 MB; resolves when it listens. */
export async function startOnSmallDisk(): Promise<ServiceOnSmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "laurel-disk-"));
  const [command, args] = laurelCommand("serve", "--port", "0", "--data", join(folder, "data"));
  const child = spawn("unshare", [...mounted, folder, command, ...args], {
    cwd: new URL("../..", import.meta.url).pathname,
    env: { ...process.env, LAUREL_ADMIN_KEY: adminSecret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /^Laurel serves (http:\S+)/.exec(line);
      if (found !== null) resolve(found[1]!);
    });
    void ended.then((code) => reject(new Error(`laurel serve ended with ${code}`)));
  });
  // The disk is there for the service only; its root shows the way.
  const filler = join(`/proc/${child.pid}/root`, folder, "filler");
  return {
    url,
    fill: () => fillWith(filler),
    free: () => rmSync(filler),
    end: async () => {
      child.kill("SIGTERM");
      const code = await ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Appends until nothing more fits, in ever smaller pieces. */
function fillWith(file: string): void {
  for (let bytes = 2 ** 20; bytes >= 1; ) {
    try {
      writeFileSync(file, Buffer.alloc(bytes), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      bytes = Math.floor(bytes / 2);
    }
  }
}
