/**
 * Arrows point inward. The rules are in .dependency-cruiser.cjs; here they hold on the tree, and each of them is
 * seen to refuse what it is there for, in a small tree with one offence a file.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const config = path.join(root, ".dependency-cruiser.cjs");

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  /** Of a cycle, reported once: everyone in it. */
  readonly cycle?: readonly { readonly name: string }[];
}

/** What `npm run check` runs, on the tree in `folder`. */
function violationsIn(folder: string): Violation[] {
  const cruiser = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [cruiser, "--config", config, "--output-type", "json", "src", "client/src"];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout).summary.violations;
}

/** What the offenders reach for. */
const targets = [
  "src/main.ts",
  "src/config.ts",
  "src/cli/serve.ts",
  "src/http/app.ts",
  "src/service/submit.ts",
  "src/core/order.ts",
  "src/core/order.test.ts",
  "src/members/members.ts",
  "src/members/players.ts",
  "src/ledger/ledger.ts",
  "src/ledger/local/local-ledger.ts",
  "src/ledger/postgres/postgres-ledger.ts",
  "src/rank-index/rank-index.ts",
  "src/rank-index/memory/memory-index.ts",
  "src/testing/fake-clock.ts",
  "client/src/index.ts",
  "test/support/clock.ts",
];

/** One offence a file. */
const refused: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ["core-on-core", "src/core/reads-a-file.ts", "node:fs"],
  ["core-on-core", "src/core/draws.ts", "node:crypto"],
  ["core-on-core", "src/core/knows-the-service.ts", "../service/submit.ts"],
  ["core-on-core", "src/core/knows-a-port.ts", "../ledger/ledger.ts"],
  ["core-on-core", "src/core/takes-a-package.ts", "fastify"],
  ["members-on-core", "src/members/knows-the-index.ts", "../rank-index/rank-index.ts"],
  ["ports-on-core", "src/ledger/knows-local.ts", "./local/local-ledger.ts"],
  ["ports-on-core", "src/rank-index/knows-the-ledger.ts", "../ledger/ledger.ts"],
  ["implementations-apart", "src/ledger/local/knows-postgres.ts", "../postgres/postgres-ledger.ts"],
  ["implementations-apart", "src/ledger/local/knows-the-index.ts", "../../rank-index/memory/memory-index.ts"],
  ["implementations-apart", "src/rank-index/memory/knows-the-ledger.ts", "../../ledger/ledger.ts"],
  ["implementations-apart", "src/rank-index/memory/knows-the-service.ts", "../../service/submit.ts"],
  ["service-on-ports", "src/service/knows-local.ts", "../ledger/local/local-ledger.ts"],
  ["service-on-ports", "src/service/knows-memory.ts", "../rank-index/memory/memory-index.ts"],
  ["service-on-ports", "src/service/knows-members.ts", "../members/members.ts"],
  ["service-on-ports", "src/service/knows-http.ts", "../http/app.ts"],
  ["http-on-service", "src/http/knows-the-ledger.ts", "../ledger/ledger.ts"],
  ["http-on-service", "src/http/knows-the-index.ts", "../rank-index/rank-index.ts"],
  ["built-in-main", "src/builds.ts", "./ledger/local/local-ledger.ts"],
  ["members-are-local", "src/ledger/postgres/keeps-members.ts", "../../members/members.ts"],
  ["players-by-number", "src/demo/numbers-players.ts", "../members/players.ts"],
  ["main-on-top", "src/http/reads-settings.ts", "../config.ts"],
  ["main-on-top", "src/starts.ts", "./main.ts"],
  ["cli-on-top", "src/calls-a-command.ts", "./cli/serve.ts"],
  ["testing-on-top", "src/http/takes-a-fake-clock.ts", "../testing/fake-clock.ts"],
  ["client-outside", "src/service/calls-from-outside.ts", "laurel-client"],
  ["client-alone", "client/src/takes-a-package.ts", "fastify"],
  ["client-alone", "client/src/takes-node.ts", "node:http"],
  ["client-alone", "client/src/takes-a-rule.ts", "../../src/core/order.ts"],
  ["no-tests-in-product", "src/service/takes-a-test.ts", "../core/order.test.ts"],
  ["no-tests-in-product", "src/cli/takes-test-support.ts", "../../test/support/clock.ts"],
  ["declared-packages", "src/http/takes-a-tool.ts", "vitest"],
  ["no-cycles", "src/service/around.ts", "./and-around.ts"],
  ["no-cycles", "src/service/and-around.ts", "./around.ts"],
  ["resolvable", "src/http/misses.ts", "./nowhere.ts"],
];

const allowed: readonly (readonly [file: string, imported: string])[] = [
  ["src/core/knows-calendars.ts", "temporal-polyfill"],
  ["src/core/reads-cases.test.ts", "node:fs"],
  ["src/core/is-checked.test.ts", "fast-check"],
  ["src/ledger/local/implements.ts", "../ledger.ts"],
  ["src/ledger/local/keeps-members.ts", "../../members/members.ts"],
  ["src/ledger/postgres/numbers-players.ts", "../../members/players.ts"],
  ["src/ledger/local/stores.ts", "better-sqlite3"],
  ["src/rank-index/memory/ranks-members.ts", "../../members/members.ts"],
  ["src/service/joins-the-ledger.ts", "../ledger/ledger.ts"],
  ["src/service/joins-the-index.ts", "../rank-index/rank-index.ts"],
  ["src/service/is-tried.test.ts", "../rank-index/memory/memory-index.ts"],
  ["src/http/translates.ts", "../service/submit.ts"],
  ["src/http/serves.ts", "fastify"],
  ["src/cli/builds.ts", "../ledger/local/local-ledger.ts"],
  ["src/cli/starts.ts", "../main.ts"],
  ["src/cli/calls.ts", "laurel-client"],
  ["src/testing/starts.ts", "../main.ts"],
  ["src/testing/is-called.ts", "laurel-client"],
];

/** Rules hold for every way to import. */
const ways = [
  { way: "import", code: (from: string) => `import * as it from "${from}";\nexport const seen = it;\n` },
  {
    way: "import type",
    code: (from: string) => `import type * as it from "${from}";\nexport type Seen = typeof it;\n`,
  },
  { way: "export from", code: (from: string) => `export * from "${from}";\n` },
  { way: "import()", code: (from: string) => `export const seen = import("${from}");\n` },
];

describe("the tree", () => {
  it("keeps every rule", () => {
    const found = violationsIn(root).map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
    expect(found).toEqual([]);
  });
});

describe("the rules", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "laurel-architecture-"));
  const found = new Set<string>();

  beforeAll(() => {
    for (const name of ["package.json", "tsconfig.json", "tsconfig.check.json"]) {
      copyFileSync(path.join(root, name), path.join(folder, name));
    }
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    for (const file of targets) write(file, "export const here = true;\n");
    for (const [, file, imported] of refused) write(file, ways[0].code(imported));
    for (const [file, imported] of allowed) write(file, ways[0].code(imported));
    for (const { way, code } of ways) write(fileOfWay(way), code("../service/submit.ts"));
    for (const { rule, from, cycle } of violationsIn(folder)) {
      for (const { name } of cycle ?? [{ name: from }]) found.add(`${rule.name}: ${name}`);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function write(file: string, text: string): void {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  function fileOfWay(way: string): string {
    return `src/core/by-${way.replace(/\W/g, "-")}.ts`;
  }

  it.each(refused)("%s refuses %s importing %s", (rule, file) => {
    expect([...found]).toContain(`${rule}: ${file}`);
  });

  it.each(allowed)("let %s import %s", (file) => {
    expect([...found].filter((violation) => violation.endsWith(`: ${file}`))).toEqual([]);
  });

  it.each(ways)("see $way", ({ way }) => {
    expect([...found]).toContain(`core-on-core: ${fileOfWay(way)}`);
  });

  it("are all tried here", () => {
    const { forbidden } = createRequire(import.meta.url)(config);
    const names = forbidden.map(({ name }: { name: string }) => name);
    expect(new Set(refused.map(([rule]) => rule))).toEqual(new Set(names));
  });
});
