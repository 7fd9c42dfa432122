/**
 * Runs a command so that nothing of it stays behind.
 *
 * The command leads a process group of its own. SIGINT, SIGTERM and SIGHUP are passed on to the whole group, and
 * when the command has ended the group must be empty: a test that dies may leave a server running, an interrupted
 * `npm ci` a compiler.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./script.mjs";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"];
const leaveMs = 5_000;

/**
 * Resolves with the exit code (128 + number for a signal), whether a signal was passed on, and whether processes
 * had to be stopped after the command's end. `onStart` is given the id of the process.
 */
export async function run(command, args, { env = {}, stdio = "inherit", onStart = () => {} } = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio, detached: true });
  let interrupted = false;
  const stopGroup = () => signalGroup(child.pid, "SIGKILL");
  const handlers = passedOn.map((signal) => {
    const handler = () => {
      interrupted = true;
      signalGroup(child.pid, signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  process.on("exit", stopGroup);
  try {
    const code = await ended(child, onStart);
    const leftBehind = await emptyGroup(child.pid);
    return { code, interrupted, leftBehind };
  } finally {
    process.off("exit", stopGroup);
    for (const [signal, handler] of handlers) process.off(signal, handler);
  }
}

/** Like `run`, with what the command prints collected as one text. */
export async function runQuietly(command, args, env) {
  const chunks = [];
  const collect = (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
  };
  const result = await run(command, args, { env, stdio: ["ignore", "pipe", "pipe"], onStart: collect });
  return { ...result, output: Buffer.concat(chunks).toString() };
}

function ended(child, onStart) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    if (child.pid !== undefined) onStart(child);
  });
}

/** Gives the group a moment to end by itself, then ends it. Returns whether that was needed. */
async function emptyGroup(group) {
  for (let waited = 0; waited < leaveMs; waited += 50) {
    if (!isGroupAlive(group)) return false;
    await sleep(50);
  }
  signalGroup(group, "SIGKILL");
  return true;
}

function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** A zombie whose parent never asks for its end (usual in containers) still counts for `kill`, but not here. */
function isGroupAlive(group) {
  if (!signalGroup(group, 0)) return false;
  let processes;
  try {
    processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return true;
  }
  return processes.some((id) => {
    const [state, , ofGroup] = statOf(id);
    return Number(ofGroup) === group && state !== "Z" && state !== "X";
  });
}

/** The fields of /proc/<id>/stat after the name, which may hold spaces: state, parent, group, ... */
export function statOf(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
