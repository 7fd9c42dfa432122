/**
 * Arrows point inward: http, cli -> service -> ports and core. Core imports core.
 *
 * A port is what stands at the top of src/ledger and src/rank-index; each folder below is an implementation, and only
 * main.ts, its config.ts and cli/ know which one there is. `npm run check` reads every import (`import type` and
 * `import()` too) against these rules, and test/architecture.test.ts proves that each of them bites.
 */
const tests = "\\.test\\.ts$";
const main = "^src/(main|config)\\.ts$";
const ports = "^src/(ledger|rank-index)/[^/]+\\.ts$";
const implementation = "^src/(ledger|rank-index)/([^/]+)/";
const product = "^(src|client/src)/";

/** The files of `from`, tests aside, import nothing (of `of`) but what `only` names. */
const rule = (name, comment, from, { of, only }) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: tests },
  to: of === undefined ? { pathNot: only } : { path: of, pathNot: only },
});

/** Nothing in src/ but what `by` names, tests aside, imports `what`. */
const reserved = (name, comment, what, { by }) => ({
  name,
  comment,
  severity: "error",
  from: { path: "^src/", pathNot: [tests, ...by] },
  to: { path: what },
});

module.exports = {
  forbidden: [
    rule("core-on-core", "No I/O, no clock, no randomness: core is rules only.", "^src/core/", {
      only: ["^src/core/", "node_modules/temporal-polyfill/"],
    }),
    rule("members-on-core", "Members are typed arrays under rules.", "^src/members/", {
      of: "^src/",
      only: ["^src/(members|core)/"],
    }),
    rule("ports-on-core", "A port names verbs; it knows no implementation and no other port.", ports, {
      of: "^src/",
      only: ["^src/core/", "^src/$1/[^/]+\\.ts$"],
    }),
    rule("implementations-apart", "One implements its port and knows no other.", implementation, {
      of: "^src/",
      only: ["^src/(core|members)/", "^src/$1/[^/]+\\.ts$", "^src/$1/$2/"],
    }),
    rule("service-on-ports", "The service joins ports and core.", "^src/service/", {
      of: "^src/",
      only: ["^src/(service|core)/", ports],
    }),
    rule("http-on-service", "http only translates.", "^src/http/", {
      of: "^src/",
      only: ["^src/(http|service|core)/"],
    }),

    reserved("built-in-main", "main.ts builds everything and hands it down.", implementation, {
      by: [main, "^src/cli/", implementation],
    }),
    reserved(
      "members-are-local",
      "The local ledger's state, under the memory index; the table of players is every ledger's.",
      "^src/members/(?!players\\.ts$)",
      { by: [main, "^src/(cli|members|ledger/local|rank-index/memory)/"] },
    ),
    reserved("players-by-number", "Outside, a player is an id.", "^src/members/players\\.ts$", {
      by: [main, "^src/(cli|members|ledger/[^/]+|rank-index/memory)/"],
    }),
    reserved("main-on-top", "What main builds does not know main, nor reads its settings.", main, {
      by: ["^src/main\\.ts$", "^src/(cli|testing)/"],
    }),
    reserved("cli-on-top", "Nothing builds on a command.", "^src/cli/", { by: ["^src/cli/"] }),
    reserved("testing-on-top", "What others test with is no part of what runs.", "^src/testing/", {
      by: ["^src/testing/"],
    }),
    reserved("client-outside", "The client is for those who call from outside.", "^client/", {
      by: ["^src/(cli|testing)/"],
    }),

    rule("client-alone", "A package of its own, without dependencies.", "^client/src/", {
      only: ["^client/src/"],
    }),
    {
      name: "no-tests-in-product",
      comment: "What is shipped runs without what is not.",
      severity: "error",
      from: { path: product, pathNot: tests },
      to: { path: [tests, "^(test|bench|scripts)/"] },
    },
    {
      name: "declared-packages",
      comment: "A package that is imported is one of the `dependencies`.",
      severity: "error",
      from: { path: product, pathNot: tests },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-cycles",
      comment: "Files that need each other are one thing in two files.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that is not found slips through every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.check.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".js"],
    },
  },
};
