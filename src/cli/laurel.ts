import { defineCommand } from "citty";

/** The command line, a command a file. Commands are loaded when they are asked for. */
export const laurel = defineCommand({
  meta: { name: "laurel", version: "0.1.0", description: "A real-time leaderboard service." },
  subCommands: {
    serve: () => import("./commands/serve.ts").then((module) => module.serve),
  },
});
