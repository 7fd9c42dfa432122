import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A fresh folder; it goes when the test that asked for it ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "laurel-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
