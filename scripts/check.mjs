/** `npm run check`: format and lint, types, and the direction of imports. Side by side, and all of them always. */
import path from "node:path";
import process from "node:process";
import { bootstrap } from "./bootstrap.mjs";
import { runQuietly } from "./run.mjs";
import { root, runScript, SetupError } from "./script.mjs";

const checks = [
  {
    name: "format and lint",
    command: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
    advice: "`npm run format` puts most of it right.",
  },
  { name: "types", command: ["typescript/bin/tsc", "--noEmit", "-p", "tsconfig.check.json"], advice: "" },
  {
    name: "imports",
    command: [
      "dependency-cruiser/bin/dependency-cruise.mjs",
      "--config",
      ".dependency-cruiser.cjs",
      "src",
      "client/src",
    ],
    advice: "The rules and their reasons are in .dependency-cruiser.cjs.",
  },
];

/** Prints what each check has to say, and throws a SetupError that names those that failed. */
export async function check() {
  const failed = [];
  const running = checks.map(runCheck);
  for (const result of running) {
    const { name, advice, code, interrupted, output, seconds } = await result;
    if (interrupted) throw new SetupError("Interrupted.", 130);
    if (code !== 0) {
      failed.push(name);
      console.log(output.trimEnd());
      if (advice) console.log(advice);
    }
    console.log(`${code === 0 ? "ok" : "FAILED"}  ${name} (${seconds} s)`);
  }
  if (failed.length > 0) throw new SetupError(`Failed: ${failed.join(", ")}.`);
}

async function runCheck({ name, command: [script, ...args], advice }) {
  const started = performance.now();
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const file = path.join(root, "node_modules", script);
  const { code, interrupted, output } = await runQuietly(process.execPath, [file, ...args], colour);
  return {
    name,
    advice,
    code,
    interrupted,
    output,
    seconds: ((performance.now() - started) / 1000).toFixed(1),
  };
}

await runScript(import.meta.url, async () => {
  await bootstrap();
  await check();
});
