/**
 * `npm test`: installs what is missing, builds, checks, and runs every test. Arguments go to vitest, so
 * `npm test -- src/core` runs the tests below that path.
 *
 * Every step runs, whether or not the one before it failed; only without an install there is nothing to run. The
 * last line is always `N passed, N failed`: tests, with each other failed step counted as one more failure.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { bootstrap } from "./bootstrap.mjs";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { providePostgres } from "./postgres.mjs";
import { run } from "./run.mjs";
import { report, root, runScript, SetupError } from "./script.mjs";

const tally = { passed: 0, failed: 0, skipped: 0, times: [], exitCode: 0, interrupted: false };

async function test() {
  for (const [name, work] of Object.entries({
    install: bootstrap,
    build,
    check,
    postgres: providePostgres,
    tests: runTests,
  })) {
    const succeeded = await step(name, work);
    if (tally.interrupted || (name === "install" && !succeeded)) break;
  }
  const skipped = tally.skipped === 0 ? "" : `; ${tally.skipped} skipped`;
  console.log(`\n${tally.times.join(", ")}${skipped}`);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.exitCode;
}

/** Returns whether the step succeeded. */
async function step(name, work) {
  const started = performance.now();
  let exitCode = 0;
  console.log(`\n== ${name}`);
  try {
    await work();
  } catch (error) {
    exitCode = report(error);
    // Failed tests are counted where they are read; every other failure is one.
    if (!(error instanceof TestsFailed)) tally.failed += 1;
  }
  if (tally.exitCode === 0) tally.exitCode = exitCode;
  tally.times.push(
    `${name} ${((performance.now() - started) / 1000).toFixed(1)} s${exitCode === 0 ? "" : " FAILED"}`,
  );
  if (exitCode === 130) tally.interrupted = true;
  return exitCode === 0;
}

class TestsFailed extends SetupError {}

async function runTests() {
  const folder = mkdtempSync(path.join(tmpdir(), "laurel-test-"));
  try {
    const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
    const reporters = [
      "--reporter=default",
      `--reporter=${path.join(root, "scripts", "tally-reporter.mjs")}`,
    ];
    const tallyFile = path.join(folder, "tally.json");
    const env = { LAUREL_TEST_TALLY: tallyFile };
    if (!process.stdout.isTTY && !process.env.FORCE_COLOR) env.NO_COLOR = "1";
    const args = [vitest, "run", ...reporters, ...process.argv.slice(2)];
    const { code, interrupted, leftBehind } = await run(process.execPath, args, { env });
    if (interrupted) throw new SetupError("Interrupted.", 130);
    const failed = addTests(tallyFile);
    if (leftBehind) throw new SetupError("A test left a process running; it has been stopped.");
    if (code !== 0 && failed === 0) throw new SetupError(`vitest ended with exit code ${code}.`);
    if (code !== 0) throw new TestsFailed("Some tests failed.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds vitest's own count to the tally and returns how many failed. */
function addTests(tallyFile) {
  if (!existsSync(tallyFile)) return 0;
  const { passed, failed, skipped } = JSON.parse(readFileSync(tallyFile, "utf8"));
  tally.passed += passed;
  tally.failed += failed;
  tally.skipped += skipped;
  return failed;
}

await runScript(import.meta.url, test);
