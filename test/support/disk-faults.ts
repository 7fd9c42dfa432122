/** A disk that fails on demand, and says what reached it when: for a service in a process of its own. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface DiskFaults {
  /** What the process needs in its environment. */
  readonly environment: Record<string, string>;
  /** `full`: writes end midway with ENOSPC. `fail-sync`: fsync and fdatasync fail with EIO. */
  set(fault: "full" | "fail-sync", on: boolean): void;
  /**
   * What happened so far, a line each, in order: `receive socket`, `write <file>`, `sync <file>`,
   * `synced <file>`, `send socket`, each with the tokens `log-dddddd` that were in its bytes.
   */
  log(): string[];
}

/** Why there can be no such disk here; null if there can. */
export const noDiskFaults: string | null =
  process.platform !== "linux"
    ? "needs LD_PRELOAD, which Linux has"
    : spawnSync("cc", ["--version"]).status === 0
      ? null
      : "needs a C compiler, cc";

/** A disk for the files below a folder, which is made if it is missing. `log`: whether it writes a log. */
export function diskFaults(folder: string, log = false): DiskFaults {
  mkdirSync(folder, { recursive: true });
  const control = mkdtempSync(join(tmpdir(), "laurel-disk-"));
  onTestFinished(() => rmSync(control, { recursive: true, force: true }));
  if (log) writeFileSync(join(control, "log"), "");
  return {
    environment: {
      LD_PRELOAD: compiled(control),
      LAUREL_DISK_FOLDER: realpathSync(folder),
      LAUREL_DISK_CONTROL: control,
    },
    set: (fault, on) => {
      if (on) writeFileSync(join(control, fault), "");
      else rmSync(join(control, fault), { force: true });
    },
    log: () => readFileSync(join(control, "log"), "utf8").trimEnd().split("\n"),
  };
}

/** Compiles the library into a folder. */
function compiled(folder: string): string {
  const file = join(folder, "disk-faults.so");
  const source = join(import.meta.dirname, "disk-faults.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", file, source, "-ldl"]);
  return file;
}
