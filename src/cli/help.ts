/** The help of a command or of a group of them. */
import type { ArgDef } from "citty";
import type { Command, CommandTree } from "./command.ts";

type Group = Extract<CommandTree, { commands: unknown }>;

/** Help of a group: its commands, a line each. `path` is how it is called. */
export function groupHelp(path: readonly string[], group: Group): string {
  const called = path.join(" ");
  const rows = Object.entries(group.commands).map(([name, { summary }]): Row => [name, summary]);
  return [
    group.summary,
    "",
    `Usage: ${called} COMMAND`,
    "",
    "Commands:",
    ...align(rows),
    "",
    `"${called} COMMAND --help" tells more about one.`,
  ].join("\n");
}

/** Help of one command. */
export function commandHelp(path: readonly string[], summary: string, command: Command): string {
  const { args, rules, details, examples } = command;
  const all = Object.entries(args);
  const positionals = all.filter(([, argument]) => argument.type === "positional");
  const options = all.filter(([, argument]) => argument.type !== "positional");
  const dots = rules.variadic === true ? "..." : "";
  const called = positionals.map(([name, { required }]) => {
    const shown = `${name.toUpperCase()}${name === positionals.at(-1)![0] ? dots : ""}`;
    return required === false ? `[${shown}]` : shown;
  });
  const lines = [
    summary,
    "",
    `Usage: ${[...path, ...called].join(" ")}${options.length > 0 ? " [OPTIONS]" : ""}`,
  ];
  if (positionals.length > 0)
    lines.push(
      "",
      "Arguments:",
      ...align(positionals.map(([name, a]): Row => [name.toUpperCase(), a.description ?? ""])),
    );
  lines.push("", "Options:", ...align([...options.map(optionRow), ["--help", "Show this"]]));
  if (details !== "") lines.push("", details);
  if (examples.length > 0) {
    lines.push("", "Examples:");
    for (const { line, what } of examples) lines.push(`  # ${what}`, `  ${line}`);
  }
  return lines.join("\n");
}

type Row = readonly [name: string, text: string];

function optionRow([name, argument]: [string, ArgDef]): Row {
  const hint = argument.type === "boolean" ? "" : ` ${argument.valueHint ?? name.toUpperCase()}`;
  return [`--${name}${hint}`, argument.description ?? ""];
}

function align(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
