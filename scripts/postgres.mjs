/**
 * A Postgres server for the tests: that of TEST_DATABASE_URL, else the programs of this machine, which root on Debian
 * is given where they are missing. The tests start them themselves, each file its own.
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { runQuietly } from "./run.mjs";
import { SetupError } from "./script.mjs";

/** Debian keeps the server's programs out of the path. */
const debianFolder = "/usr/lib/postgresql";

/** Returns whether anything was installed. Throws a SetupError that says how to get a server. */
export async function providePostgres() {
  if (process.env.TEST_DATABASE_URL !== undefined || hasPrograms()) return false;
  const apt = "/usr/bin/apt-get";
  if (process.getuid?.() !== 0 || !existsSync(apt))
    throw new SetupError(
      "No Postgres server was found. Debian has it in the package postgresql; or set TEST_DATABASE_URL.",
    );
  console.log("Installing Debian's Postgres for the tests ...");
  await runApt(apt, "update");
  await runApt(apt, "install", "--yes", "--no-install-recommends", "postgresql");
  return true;
}

function hasPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = [
    ...versions.map((version) => path.join(debianFolder, version, "bin")),
    ...(process.env.PATH ?? "").split(path.delimiter),
  ];
  return folders.some((folder) => existsSync(path.join(folder, "initdb")));
}

async function runApt(apt, ...args) {
  const { code, output } = await runQuietly(apt, args, { DEBIAN_FRONTEND: "noninteractive" });
  if (code === 0) return;
  const end = output.trimEnd().split("\n").slice(-10).join("\n");
  throw new SetupError(
    `${end}\n\n\`apt-get ${args.join(" ")}\` failed. TEST_DATABASE_URL may name a server.`,
  );
}
