/**
 * The arguments of one command, checked: citty passes over options that it does not know, takes `--delta -5` for
 * two options and keeps the last of a repeated one.
 */
import type { ArgsDef } from "citty";
import { failUsage } from "./output.ts";
import { suggestion } from "./suggestion.ts";

export interface ReadArguments {
  /** Options as `--name=value`, then `--`, then the rest: a form that citty reads as it is meant. */
  readonly normal: string[];
  /** Every value of each option that was given, in order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

export interface ArgumentRules {
  /** Options that may be given more than once. */
  readonly repeatable?: readonly string[];
  /** The last positional stands for one or more. */
  readonly variadic?: boolean;
}

/** Reads what came behind a command's name. Ends the command (exit code 2) on what it does not take. */
export function readArguments(
  given: readonly string[],
  definition: ArgsDef,
  rules: ArgumentRules = {},
): ReadArguments {
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (let i = 0; i < given.length; i++) {
    const argument = given[i]!;
    if (argument === "--") {
      positionals.push(...given.slice(i + 1));
      break;
    }
    if (!argument.startsWith("-") || argument === "-") {
      positionals.push(argument);
      continue;
    }
    const { name, value } = splitOption(argument, definition);
    const known = values.get(name) ?? [];
    if (known.length > 0 && rules.repeatable?.includes(name) !== true)
      failUsage(`--${name} is given twice; it takes one value`);
    if (definition[name]!.type === "boolean") {
      if (value !== null) failUsage(`--${name} takes no value`);
      known.push("true");
    } else {
      const taken = value ?? given[++i];
      if (taken === undefined || taken === "--") failUsage(`--${name} needs a value`);
      known.push(taken);
    }
    values.set(name, known);
  }
  checkOptions(values, definition);
  checkPositionals(positionals, definition, rules.variadic === true);
  const options = [...values].flatMap(([name, all]) =>
    all.map((value) => normalOption(definition, name, value)),
  );
  return { normal: [...options, "--", ...positionals], values, positionals };
}

function splitOption(argument: string, definition: ArgsDef): { name: string; value: string | null } {
  const equals = argument.indexOf("=");
  const name = argument.slice(2, equals < 0 ? undefined : equals);
  const known = Object.keys(definition).filter((option) => definition[option]!.type !== "positional");
  if (!argument.startsWith("--") || !known.includes(name)) {
    const shown = argument.slice(0, equals < 0 ? undefined : equals);
    failUsage(`there is no option ${shown}${suggestion(name, known, "--")}`);
  }
  return { name, value: equals < 0 ? null : argument.slice(equals + 1) };
}

function normalOption(definition: ArgsDef, name: string, value: string): string {
  return definition[name]!.type === "boolean" ? `--${name}` : `--${name}=${value}`;
}

function checkOptions(values: ReadonlyMap<string, unknown>, definition: ArgsDef): void {
  for (const [name, { type, required }] of Object.entries(definition)) {
    if (type !== "positional" && required === true && !values.has(name)) failUsage(`--${name} is missing`);
  }
}

function checkPositionals(positionals: readonly string[], definition: ArgsDef, variadic: boolean): void {
  const wanted = Object.entries(definition).filter(([, argument]) => argument.type === "positional");
  const missing = wanted.find(([, argument], i) => argument.required !== false && i >= positionals.length);
  if (missing !== undefined) failUsage(`${missing[0].toUpperCase()} is missing`);
  if (!variadic && positionals.length > wanted.length)
    failUsage(`${JSON.stringify(positionals[wanted.length])} is one argument too many`);
}
