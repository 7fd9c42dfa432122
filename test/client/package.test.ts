/** The package as others get it: packed, installed into an empty folder without a network, compiled, bundled, run. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminSecret, startService, type TestService } from "../support/service.ts";
import { repository } from "./examples.ts";

/** What somebody else writes. */
const program = `import { LaurelClient, LaurelError, type Top } from "laurel-client";

export async function play(url: string, key: string): Promise<string> {
  const laurel = new LaurelClient({ url, key });
  await laurel.submit("arena", { playerId: "ada", matchId: "m", score: "7" });
  const top: Top = await laurel.top("arena");
  const failure = await laurel.rank("nowhere", "ada").catch((error: unknown) => error);
  const code = failure instanceof LaurelError ? failure.code : "none";
  return [top.entries[0]?.playerId, top.total, code].join(" ");
}
`;

const nodeTypes = ["--types", "node", "--typeRoots", join(repository, "node_modules/@types")];

let service: TestService;
let folder: string;
let packed: { filename: string; files: { path: string }[] };

beforeAll(async () => {
  service = await startService({ boards: [{ id: "arena" }] });
  folder = mkdtempSync(join(tmpdir(), "laurel-package-"));
  await run(repository, process.execPath, "scripts/build.mjs");
  const answer = await run(
    join(repository, "client"),
    "npm",
    ...["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
  );
  [packed] = JSON.parse(answer);
  writeFileSync(join(folder, "package.json"), '{ "name": "game", "private": true, "type": "module" }');
  writeFileSync(join(folder, "game.ts"), program);
  await run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename));
}, 300_000);

afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("holds what runs and what describes it, and no tests", () => {
  const paths = packed.files.map(({ path }) => path).sort();
  expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json", "dist/index.js"]));
  for (const path of paths)
    expect(path).toMatch(/^(LICENSE|README\.md|package\.json|dist\/[a-z-]+\.(js|d\.ts))$/);
  expect(paths.filter((path) => path.includes(".test."))).toEqual([]);
});

it("brings nothing else along", () => {
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  expect(Object.keys(lock.packages)).toEqual(["", "node_modules/laurel-client"]);
});

it.each([
  ["nodenext", ["--module", "nodenext", "--moduleResolution", "nodenext", ...nodeTypes]],
  [
    "bundler",
    [
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--typeRoots",
      "./none",
      "--lib",
      "es2022,dom,dom.iterable",
    ],
  ],
])(
  "has types that resolve for %s, under strict rules",
  async (_, options) => {
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--noEmit"];
    await run(folder, process.execPath, tsc, ...strict, ...options, "game.ts");
  },
  180_000,
);

it("runs as a module, and as a bundle for browsers", async () => {
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    build: { outDir: "bundle", lib: { entry: "game.ts", formats: ["es"], fileName: () => "game.mjs" } },
  });
  const bundle = readFileSync(join(folder, "bundle/game.mjs"), "utf8");
  expect(bundle).not.toMatch(/^import|require\(|node:/m);
  writeFileSync(
    join(folder, "play.mjs"),
    `import { play } from "./bundle/game.mjs";
import { LaurelClient } from "laurel-client";
const [url, key] = process.argv.slice(2);
console.log(await play(url, key));
console.log((await new LaurelClient({ url, key }).rank("arena", "ada")).score);`,
  );
  const printed = await run(folder, process.execPath, "play.mjs", service.url, adminSecret);
  expect(printed).toBe("ada 1 unknown_board\n7\n");
});

/** What a command prints; throws with all it said where it fails. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${out}${errors}`);
  return out;
}
