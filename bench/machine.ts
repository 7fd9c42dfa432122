/** What the numbers were taken on. */
import { spawnSync } from "node:child_process";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { repository } from "./support/processes.ts";
import { median } from "./support/statistics.ts";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  /** `always`, `madvise` or `never`: what the kernel does without being asked. */
  readonly hugePages: string;
}

/** null for what is not installed. */
export type Versions = Readonly<Record<"node" | "redis" | "nginx" | "postgres" | "wrk", string | null>>;

export function readMachine(): Machine {
  const all = cpus();
  return {
    cpu: all[0]!.model.trim(),
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1e8) / 10,
    kernel: release(),
    hugePages: hugePages(),
  };
}

export function readVersions(): Versions {
  return {
    node: process.version.slice(1),
    redis: versionOf("redis-server", ["--version"], /v=([\d.]+)/),
    nginx: versionOf("nginx", ["-v"], /nginx\/([\d.]+)/),
    postgres: versionOf("postgres", ["--version"], /([\d.]+)/),
    wrk: versionOf("wrk", ["-v"], /wrk (?:debian\/)?([\d.]+)/),
  };
}

/** Short hash, with a mark where the checkout differs from it. */
export function readCommit(): string {
  const git = (...args: string[]): string =>
    spawnSync("git", ["--no-optional-locks", ...args], { cwd: repository })
      .stdout?.toString()
      .trim() ?? "";
  const hash = git("rev-parse", "--short", "HEAD");
  if (hash === "") return "unknown";
  return git("status", "--porcelain", "--", "src", "package-lock.json") === ""
    ? hash
    : `${hash}, with changes`;
}

/** Median milliseconds of 200 times appending 4 KiB and waiting for the disk. */
export function measureFsync(parent: string | undefined): number {
  const folder = mkdtempSync(join(parent ?? tmpdir(), "laurel-fsync-"));
  const file = openSync(join(folder, "file"), "a");
  try {
    const page = Buffer.alloc(4_096, 1);
    const times: number[] = [];
    for (let i = 0; i < 200; i++) {
      const begun = performance.now();
      writeSync(file, page);
      fdatasyncSync(file);
      times.push(performance.now() - begun);
    }
    return median(times);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

function hugePages(): string {
  try {
    return /\[(\w+)\]/.exec(readFileSync("/sys/kernel/mm/transparent_hugepage/enabled", "utf8"))![1]!;
  } catch {
    return "unknown";
  }
}

function versionOf(program: string, args: readonly string[], pattern: RegExp): string | null {
  const path = `${process.env.PATH}:/usr/sbin:/usr/lib/postgresql/15/bin`;
  const { stdout, stderr } = spawnSync(program, args, { env: { ...process.env, PATH: path } });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? null;
}
