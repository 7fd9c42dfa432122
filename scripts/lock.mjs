/**
 * One at a time in a checkout: two `npm test` that start together must not install or build over each other.
 *
 * The lock is a file with the processes that hold it. It appears and changes whole (by link and rename), and it is
 * broken when none of its processes lives, so an interrupted run never blocks the next one. A process is known by
 * id and start time, because containers soon use an id again.
 */
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { statOf } from "./run.mjs";

/** Where a process's start time stands among the fields that `statOf` returns. */
const startTime = 19;

/** Calls `work` while holding the lock. `work` is given a function that adds a process to the holders. */
export async function withLock(file, waiting, work) {
  const holders = [identityOf(process.pid)];
  mkdirSync(path.dirname(file), { recursive: true });
  for (let told = false; !take(file, holders); ) {
    if (breakIfAbandoned(file)) continue;
    if (!told) console.log(waiting);
    told = true;
    await sleep(200);
  }
  try {
    return await work((pid) => {
      const holder = identityOf(pid);
      if (holder === null) return;
      holders.push(holder);
      renameSync(written(file, holders), file);
    });
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file, holders) {
  const own = written(file, holders);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(own);
  }
}

function written(file, holders) {
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, JSON.stringify(holders));
  return own;
}

function breakIfAbandoned(file) {
  const seen = contentOf(file);
  if (seen === null) return true;
  if (JSON.parse(seen).some((holder) => holder === identityOf(holder.split(" ")[0]))) return false;
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return true;
  }
  // Another process may have broken and taken the lock since it was read: then this was its lock, so give it back.
  if (contentOf(aside) !== seen) {
    try {
      linkSync(aside, file);
    } catch {}
  }
  rmSync(aside);
  return true;
}

function contentOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** "id start", or null for a process that has ended. Without /proc only the id is known. */
function identityOf(pid) {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== "EPERM") return null;
  }
  const stat = statOf(pid);
  return stat[0] === "Z" ? null : `${pid} ${stat[startTime] ?? "?"}`;
}
