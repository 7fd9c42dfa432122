import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { laurelCommand } from "./process.ts";

/**
 * Starts `laurel serve` on a folder that it must refuse: what it said. Throws unless it ends with exit code 1.
 * `uid`: the user to run as.
 */
export async function refusedStart(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  uid?: number,
): Promise<string> {
  const [command, args] = laurelCommand("serve", "--port", "0", "--data", folder);
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { env, uid, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    // It serves what it should refuse.
    said += chunk.toString();
    child.kill("SIGKILL");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 1) throw new Error(`laurel serve ended with ${code}: ${said}`);
  return said;
}

/** The ledger's files in a folder with their hashes. The shared index beside them holds no data. */
export function ledgerFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.startsWith("ledger.db") && !name.endsWith("-shm"));
  const hashed = files.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, bytes.length === 0 ? "" : createHash("sha256").update(bytes).digest("hex")];
  });
  return Object.fromEntries(hashed.filter(([, hash]) => hash !== ""));
}
