/**
 * Runs the command line: finds the command, checks its arguments, turns what it throws into a message and an exit
 * code. 0: done; 1: it could not be done, or something was refused; 2: it was called wrongly.
 */
import { runCommand } from "citty";
import type { LaurelError } from "laurel-client";
import { readArguments } from "./arguments.ts";
import type { CommandTree, Surroundings } from "./command.ts";
import { explain } from "./explain.ts";
import { commandHelp, groupHelp } from "./help.ts";
import { laurel, version } from "./laurel.ts";
import { CliFault, failUsage } from "./output.ts";
import { suggestion } from "./suggestion.ts";
import { note, print, type Terminal } from "./terminal.ts";

/** Runs `laurel` with these arguments; returns the exit code. */
export async function runLaurel(args: readonly string[], terminal: Terminal): Promise<number> {
  const path = ["laurel"];
  try {
    return await run(args, terminal, path);
  } catch (error) {
    return await report(error, args, terminal, path);
  }
}

/** `path` is added to as the command is found. */
async function run(args: readonly string[], terminal: Terminal, path: string[]): Promise<number> {
  const ownArguments = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const help = ownArguments.some((argument) => argument === "--help" || argument === "-h");
  if (args.length === 1 && args[0] === "--version") {
    print(terminal, version);
    return 0;
  }
  let found: CommandTree = laurel;
  let at = 0;
  while ("commands" in found) {
    const name: string | undefined = args[at];
    if (name === undefined || name.startsWith("-")) {
      if (help) print(terminal, groupHelp(path, found));
      else if (name === undefined) note(terminal, groupHelp(path, found));
      else failUsage(`a command comes first, then its options (here stands ${name})`);
      return help ? 0 : 2;
    }
    const { commands }: { commands: Readonly<Record<string, CommandTree>> } = found;
    if (!Object.hasOwn(commands, name))
      failUsage(`there is no command ${JSON.stringify(name)}${suggestion(name, Object.keys(commands))}`);
    found = commands[name]!;
    path.push(name);
    at += 1;
  }
  const command = await found.load();
  if (help) {
    print(terminal, commandHelp(path, found.summary, command));
    return 0;
  }
  const read = readArguments(args.slice(at), command.args, command.rules);
  const data: Surroundings = { terminal, values: read.values, positionals: read.positionals };
  const { result } = await runCommand(command, { rawArgs: read.normal, data });
  return typeof result === "number" ? result : 0;
}

async function report(
  error: unknown,
  args: readonly string[],
  terminal: Terminal,
  path: readonly string[],
): Promise<number> {
  if (isLaurelError(error)) {
    const { status, code, detail, requestId } = error;
    if (args.includes("--json"))
      note(terminal, JSON.stringify({ error: { status, code, detail, requestId } }));
    else note(terminal, `laurel: ${explain(error)}`);
    return 1;
  }
  if (!(error instanceof CliFault) && !(await isExpected(error))) throw error;
  note(terminal, `laurel: ${(error as Error).message}`);
  if (!(error instanceof CliFault) || error.exitCode !== 2) return 1;
  note(terminal, `"${path.join(" ")} --help" shows what it takes.`);
  return 2;
}

/** By its name: the client is not loaded for commands that do not speak to a service. */
function isLaurelError(error: unknown): error is LaurelError {
  return error instanceof Error && error.name === "LaurelError";
}

/** Loaded only here, where something went wrong. */
async function isExpected(error: unknown): Promise<boolean> {
  const { ConfigFault } = await import("../config.ts");
  const { FolderFault } = await import("../ledger/local/log-database.ts");
  const { LedgerFault } = await import("../ledger/ledger.ts");
  return [ConfigFault, FolderFault, LedgerFault].some((expected) => error instanceof expected);
}
