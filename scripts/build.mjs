/**
 * Compiles client/ and then src/, unless the sources are those of the last build.
 *
 * dist/.laurel-built holds the hash of the sources and is written last. Compiled files whose source is gone are
 * removed only after a build that succeeded: a running service keeps its files, and a failed build leaves the last
 * good one.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import process from "node:process";
import { bootstrap } from "./bootstrap.mjs";
import { withLock } from "./lock.mjs";
import { runQuietly } from "./run.mjs";
import { root, runScript, SetupError } from "./script.mjs";

const at = (...names) => path.join(root, ...names);
const stampFile = at("dist", ".laurel-built");
const emitted = /\.(js|js\.map|d\.ts|sql)$/;

/** Returns whether anything was compiled. Throws a SetupError with the compiler's messages. */
export async function build() {
  if (isBuilt(hashOfSources())) return false;
  return await withLock(
    at("dist", ".build-lock"),
    "Another process is building; waiting for it.",
    async () => {
      const sources = hashOfSources();
      if (isBuilt(sources)) return false;
      // The service's command line is typed against the client's declarations, so the client comes first.
      const files = [...(await compile("client")), ...(await compile("tsconfig.json")), ...copySql()];
      removeOthers(new Set(files), [at("client", "dist"), at("dist")]);
      const main = at("dist", "cli", "main.js");
      if (existsSync(main)) chmodSync(main, 0o755);
      writeFileSync(stampFile, sources);
      return true;
    },
  );
}

function isBuilt(sources) {
  if (!existsSync(at("client", "dist")) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, "utf8") === sources;
}

/** package-lock.json stands for the compiler's version. */
function hashOfSources() {
  const settings = ["package-lock.json", "tsconfig.json", "client/tsconfig.json", "scripts/build.mjs"].map(
    (name) => at(name),
  );
  const sources = [at("src"), at("client", "src")]
    .flatMap(filesBelow)
    .filter((file) => !file.endsWith(".test.ts"));
  const hash = createHash("sha256");
  for (const file of [...settings, ...sources]) {
    hash.update(`${path.relative(root, file)}\0${statSync(file).size}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

async function compile(project) {
  const tsc = at("node_modules", "typescript", "bin", "tsc");
  const args = [
    tsc,
    "-p",
    project,
    "--noEmitOnError",
    "--listEmittedFiles",
    "--pretty",
    String(process.stdout.isTTY === true),
  ];
  const { code, interrupted, output } = await runQuietly(process.execPath, args);
  if (interrupted) throw new SetupError("Interrupted; the next run builds again.", 130);
  const lines = output.split("\n");
  const isFile = (line) => line.startsWith("TSFILE: ");
  if (code !== 0) {
    const messages = lines.filter((line) => !isFile(line)).join("\n");
    throw new SetupError(`${messages.trimEnd()}\n\nThe sources do not compile (tsc -p ${project}).`);
  }
  return lines.filter(isFile).map((line) => path.normalize(line.slice("TSFILE: ".length)));
}

/** Migrations are read as files. */
function copySql() {
  return filesBelow(at("src"))
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      const target = at("dist", path.relative(at("src"), file));
      mkdirSync(path.dirname(target), { recursive: true });
      copyFileSync(file, target);
      return target;
    });
}

function removeOthers(keep, folders) {
  for (const file of folders.flatMap(filesBelow)) {
    if (emitted.test(file) && !keep.has(file)) rmSync(file);
  }
}

/** In a fixed order, so that the hash depends on the files alone. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

await runScript(import.meta.url, async () => {
  await bootstrap();
  console.log((await build()) ? "Built dist/ and client/dist/." : "The build is up to date.");
});
