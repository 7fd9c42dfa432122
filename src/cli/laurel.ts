/** The command line as a tree, a command a file. A command is loaded when it is asked for. */
import type { CommandTree } from "./command.ts";

export const version = "0.1.0";

export const laurel: CommandTree = {
  summary: "A real-time leaderboard service: durable scores, exact ranks.",
  commands: {
    serve: {
      summary: "Run the service",
      load: () => import("./commands/serve.ts").then((module) => module.serve),
    },
    boards: {
      summary: "See, define, check and delete boards",
      commands: {
        list: {
          summary: "The boards that the key may see",
          load: () => import("./commands/boards/list.ts").then((module) => module.list),
        },
        show: {
          summary: "A board in words, with its present periods and their sizes",
          load: () => import("./commands/boards/show.ts").then((module) => module.show),
        },
        define: {
          summary: "Define the boards of a file, or change them",
          load: () => import("./commands/boards/define.ts").then((module) => module.define),
        },
        delete: {
          summary: "Delete a board with all that belongs to it",
          load: () => import("./commands/boards/delete.ts").then((module) => module.deleteBoard),
        },
        check: {
          summary: "Explain the boards of a file, without a service",
          load: () => import("./commands/boards/check.ts").then((module) => module.check),
        },
      },
    },
    submit: {
      summary: "Report one score",
      load: () => import("./commands/submit.ts").then((module) => module.submit),
    },
    top: {
      summary: "The top of a board, or a page of it",
      load: () => import("./commands/top.ts").then((module) => module.top),
    },
    rank: {
      summary: "A player's standing and rank",
      load: () => import("./commands/rank.ts").then((module) => module.rank),
    },
    window: {
      summary: "The players just above and below one",
      load: () => import("./commands/window.ts").then((module) => module.window),
    },
    import: {
      summary: "Report the scores of CSV and NDJSON files",
      load: () => import("./commands/import.ts").then((module) => module.importScores),
    },
    export: {
      summary: "Write events, or a board's standings, to a file",
      load: () => import("./commands/export.ts").then((module) => module.exportEvents),
    },
    verify: {
      summary: "Fold the events anew and compare with the standings",
      load: () => import("./commands/verify.ts").then((module) => module.verify),
    },
    plan: {
      summary: "Memory, disk and machines that a workload needs",
      load: () => import("./commands/plan.ts").then((module) => module.plan),
    },
    log: {
      summary: "Look into the ledger",
      commands: {
        dump: {
          summary: "Every record of the ledger, readable",
          load: () => import("./commands/log/dump.ts").then((module) => module.dump),
        },
      },
    },
    keys: {
      summary: "Make, list and revoke keys",
      commands: {
        make: {
          summary: "Make a key; its secret is shown this once",
          load: () => import("./commands/keys/make.ts").then((module) => module.make),
        },
        list: {
          summary: "Every key that is not revoked",
          load: () => import("./commands/keys/list.ts").then((module) => module.list),
        },
        revoke: {
          summary: "Revoke a key",
          load: () => import("./commands/keys/revoke.ts").then((module) => module.revoke),
        },
      },
    },
  },
};
