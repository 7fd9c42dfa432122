/**
 * Makes sure that everything in package-lock.json is installed, for the Node that runs. Needs nothing installed.
 *
 * node_modules/.laurel-installed says what was installed last: it is written after everything else, so an
 * interrupted install is done again. Nothing comes from anywhere but the npm registry. No package's install script
 * runs (and newer npms would refuse it): better-sqlite3's would fetch a binary from GitHub, so its driver is compiled
 * here, against the headers that came with Node.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { withLock } from "./lock.mjs";
import { run } from "./run.mjs";
import { root, runScript, SetupError } from "./script.mjs";
import { headerOptions, toolEnvironment } from "./toolchain.mjs";

const at = (...names) => path.join(root, ...names);
const stampFile = at("node_modules", ".laurel-installed");
const logFile = at("dist", "install.log");
const logLinesShown = 80;

/** Returns whether anything was installed. Throws a SetupError that says what is missing and how to get it. */
export async function bootstrap() {
  checkNodeVersion();
  if (isInstalled()) return false;
  return await withLock(
    at("dist", ".install-lock"),
    "Another process is installing; waiting for it.",
    install,
  );
}

function checkNodeVersion() {
  const needed = readJson(at("package.json")).engines.node.replace(">=", "");
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [majorMin, minorMin] = needed.split(".").map(Number);
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  throw new SetupError(
    `Laurel needs Node ${needed} or newer; this is Node ${process.version} (${process.execPath}).`,
  );
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp();
}

function stamp() {
  const lockfile = createHash("sha256")
    .update(readFileSync(at("package-lock.json")))
    .digest("hex");
  return `${lockfile} ${process.platform} ${process.arch} ABI ${process.versions.modules}\n`;
}

async function install(addLockHolder) {
  // Whoever held the lock before may have done it, and so may a plain `npm ci`.
  if (isInstalled()) return false;
  const wanted = stamp();
  if (matchesLockfile() && driverFault() === null) {
    writeFileSync(stampFile, wanted);
    return false;
  }
  const env = toolEnvironment();
  const options = headerOptions();
  console.log("Installing dependencies; the SQLite driver is compiled, which takes about a minute ...");
  rmSync(stampFile, { force: true });
  const log = openSync(logFile, "w");
  try {
    const npm = (...args) =>
      runNpm(args, { env, stdio: ["ignore", log, log], onStart: (it) => addLockHolder(it.pid) });
    // npm's settings on this machine must not leave out what the build and the tests need.
    await npm("ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund");
    await npm("run", "build-release", "--prefix=node_modules/better-sqlite3", "--", "--jobs=max", ...options);
  } finally {
    closeSync(log);
  }
  const fault = driverFault();
  if (fault !== null) throw failure("The SQLite driver was installed but does not load.", fault);
  writeFileSync(stampFile, wanted);
  rmSync(logFile);
  return true;
}

async function runNpm(args, options) {
  const [command, ...script] = npmCommand();
  try {
    const { code, interrupted } = await run(command, [...script, ...args], options);
    if (interrupted) throw new SetupError("Interrupted; the next run installs again.", 130);
    if (code !== 0) throw failure(`\`npm ${args.join(" ")}\` failed.`, readFileSync(logFile, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    throw new SetupError(
      "npm was not found. It comes with Node from nodejs.org; Debian has it in the package npm.",
    );
  }
}

/** The npm that started this script, else the one beside this Node, else the one on the PATH. */
function npmCommand() {
  const beside = path.join(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const script = [process.env.npm_execpath, beside].find(
    (file) => file !== undefined && path.basename(file) === "npm-cli.js" && existsSync(file),
  );
  return script === undefined ? ["npm"] : [process.execPath, script];
}

function failure(what, output) {
  const lines = output.trimEnd().split("\n");
  const tail = lines.slice(-logLinesShown).join("\n");
  const hint = existsSync(logFile) ? ` The whole output is in ${path.relative(process.cwd(), logFile)}.` : "";
  return new SetupError(`${tail}\n\n${what}${hint}`);
}

/** Whether npm's own note of what it installed agrees with the lockfile. npm writes it last. */
function matchesLockfile() {
  const noteFile = at("node_modules", ".package-lock.json");
  if (!existsSync(noteFile)) return false;
  const installed = readJson(noteFile).packages;
  return Object.entries(readJson(at("package-lock.json")).packages)
    .filter(([place, { link }]) => place.includes("node_modules/") && !link)
    .every(([place, { integrity, optional }]) =>
      installed[place] === undefined ? optional : installed[place].integrity === integrity,
    );
}

/** Null if the SQLite driver opens a database in this Node, else what went wrong. */
function driverFault() {
  const code = "new (require('better-sqlite3'))(':memory:').close()";
  const { status, stderr } = spawnSync(process.execPath, ["-e", code], { cwd: root, encoding: "utf8" });
  return status === 0 ? null : stderr;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

await runScript(import.meta.url, async () => {
  const installed = await bootstrap();
  console.log(installed ? "Installed." : "Everything is installed.");
});
