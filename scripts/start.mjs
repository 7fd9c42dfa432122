/**
 * `npm start`: installs what is missing, builds, and serves. Arguments go to `laurel serve`; without a config file
 * or a data folder of the user's own it serves a board to play with.
 *
 * package.json starts it by `exec`, so that no shell stands between it and npm: a shell would die of the SIGTERM that
 * npm passes on, and leave the service running.
 */
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { bootstrap } from "./bootstrap.mjs";
import { build } from "./build.mjs";
import { root, runScript } from "./script.mjs";

const own = [
  { option: "--config", variable: "LAUREL_CONFIG" },
  { option: "--data", variable: "LAUREL_DATA" },
];

function serveArguments(given) {
  const has = (option) => given.some((argument) => argument === option || argument.startsWith(`${option}=`));
  const isOwn = own.some(({ option, variable }) => has(option) || process.env[variable]);
  return isOwn || has("--demo") ? given : [...given, "--demo"];
}

await runScript(import.meta.url, async () => {
  await bootstrap();
  await build();
  // In this process and not in a child of it: the terminal, the signals and the exit code are then the service's own.
  // A child would be sent a Ctrl-C twice, by the terminal and by its parent, and would outlive a killed parent.
  const main = path.join(root, "dist", "cli", "main.js");
  process.argv = [process.execPath, main, "serve", ...serveArguments(process.argv.slice(2))];
  await import(pathToFileURL(main).href);
});
