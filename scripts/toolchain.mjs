/** What compiling a native add-on needs on this machine: a compiler, make, Python and Node's own header files. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { SetupError } from "./script.mjs";

/** The environment in which node-gyp finds the tools. Throws a SetupError that names everything missing at once. */
export function toolEnvironment() {
  const found = {};
  const missing = [];
  for (const { what, variable, choices, debianPackage } of tools) {
    const own = process.env[variable]?.trim();
    const tool = (own ? [own] : choices).find(runs);
    if (tool !== undefined) found[variable] = tool;
    else missing.push({ text: own ? `${what}: ${variable}=${own} does not run` : what, debianPackage });
  }
  if (missing.length > 0) throw new SetupError(missingText(missing));
  return found;
}

// gyp's makefiles call g++ and cc unless CXX and CC name others, so what is found is always named.
const tools = [
  {
    what: "a C++ compiler (g++, c++ or clang++, or the one that CXX names)",
    variable: "CXX",
    choices: ["g++", "c++", "clang++"],
    debianPackage: "g++",
  },
  {
    what: "a C compiler (gcc, cc or clang, or the one that CC names)",
    variable: "CC",
    choices: ["gcc", "cc", "clang"],
    debianPackage: "gcc",
  },
  { what: "make", variable: "MAKE", choices: ["make", "gmake"], debianPackage: "make" },
  {
    what: "Python 3 (python3)",
    variable: "PYTHON",
    choices: ["python3"],
    debianPackage: "python3",
  },
];

/** A variable may hold a command with arguments, such as `ccache g++`. */
function runs(command) {
  const [name, ...args] = command.split(/\s+/);
  return spawnSync(name, [...args, "--version"], { stdio: "ignore" }).status === 0;
}

function missingText(missing) {
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))];
  return [
    "The SQLite driver is compiled when Laurel is installed, and this machine lacks what that needs:",
    ...missing.map(
      ({ text, debianPackage }) => `  - ${text}; Debian and Ubuntu have it in the package ${debianPackage}`,
    ),
    `There, \`apt-get install ${packages.join(" ")}\` is enough. Then run the same command again.`,
  ].join("\n");
}

/**
 * The options with which node-gyp builds against the running Node's headers. Without them node-gyp would fetch the
 * headers from nodejs.org. Those that it already keeps in its cache will do too.
 */
export function headerOptions() {
  const prefix = path.dirname(path.dirname(realpathSync(process.execPath)));
  const nodeDir = [process.env.npm_config_nodedir, prefix].find((dir) => dir && hasHeaders(dir));
  if (nodeDir !== undefined) return [`--nodedir=${nodeDir}`];
  const cached = path.join(headerCache(), process.version.slice(1));
  if (hasHeaders(cached) && existsSync(path.join(cached, "installVersion"))) return [];
  throw new SetupError(
    [
      `The header files of Node ${process.version} are missing: the SQLite driver is compiled against them, and`,
      `${path.join(prefix, "include/node/node.h")} is not there or belongs to another version of Node.`,
      "Node from nodejs.org, nvm, NodeSource or the official Docker images brings them along; Debian's own nodejs",
      "has them in the package libnode-dev (`apt-get install libnode-dev`). If they are elsewhere, set",
      "npm_config_nodedir to the folder that holds include/node/node.h. Then run the same command again.",
    ].join("\n"),
  );
}

/** Headers of another Node compile as well, and crash later. */
function hasHeaders(dir) {
  const include = path.join(dir, "include/node");
  if (!["node.h", "node_version.h"].every((file) => existsSync(path.join(include, file)))) return false;
  const version = readFileSync(path.join(include, "node_version.h"), "utf8");
  return version.match(/#define NODE_MODULE_VERSION (\d+)/)?.[1] === process.versions.modules;
}

/** Where node-gyp keeps the headers it has fetched. */
function headerCache() {
  if (process.env.npm_config_devdir) return process.env.npm_config_devdir;
  if (process.platform === "darwin") return path.join(homedir(), "Library/Caches/node-gyp");
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "node-gyp");
}
