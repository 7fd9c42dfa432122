/** How a command is written down: citty's definition, with examples and what a Terminal needs. */
import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from "citty";
import type { ArgumentRules, ReadArguments } from "./arguments.ts";
import type { Terminal } from "./terminal.ts";

/** What a command works with, besides its arguments. */
export interface Surroundings extends Pick<ReadArguments, "values" | "positionals"> {
  readonly terminal: Terminal;
}

export interface Command<T extends ArgsDef = ArgsDef> extends CommandDef<T> {
  readonly args: T;
  readonly examples: readonly Example[];
  /** Text behind the options in the help. */
  readonly details: string;
  readonly rules: ArgumentRules;
}

interface Example {
  readonly line: string;
  readonly what: string;
}

/** Defines a command. `run` returns its exit code; nothing is 0. */
export function command<const T extends ArgsDef>(definition: {
  readonly details?: string;
  readonly args: T;
  readonly rules?: ArgumentRules;
  readonly examples?: readonly Example[];
  run(args: ParsedArgs<T>, surroundings: Surroundings): Promise<number | undefined>;
}): Command<T> {
  const { details = "", args, rules = {}, examples = [] } = definition;
  const citty = defineCommand<T>({
    args,
    run: (context) => definition.run(context.args, context.data as Surroundings),
  });
  return { ...citty, args, examples, details, rules };
}

/** A name that stands for further commands, or for one that is loaded when it is asked for. */
export type CommandTree = {
  readonly summary: string;
} & (
  | { readonly commands: Readonly<Record<string, CommandTree>> }
  // biome-ignore lint/suspicious/noExplicitAny: each command has arguments of its own
  | { readonly load: () => Promise<Command<any>> }
);
