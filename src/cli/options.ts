/** Options that several commands take, and how their texts are read. */
import { failUsage } from "./output.ts";

/** Where the service is by default. */
export const urlDefault = "http://127.0.0.1:8080";

/** Options of every command that speaks to the service. */
export const serviceArgs = {
  url: {
    type: "string",
    valueHint: "ADDRESS",
    description: `Address of the service (LAUREL_URL; ${urlDefault})`,
  },
  key: { type: "string", valueHint: "SECRET", description: "Key to call it with (LAUREL_KEY)" },
  json: { type: "boolean", description: "Print JSON, for programs" },
} as const;

/** Option of commands that read the ledger's folder themselves. */
export const dataArg = {
  type: "string",
  valueHint: "FOLDER",
  description: "Folder of the ledger (LAUREL_DATA; ./data)",
} as const;

export const boardArg = { type: "positional", required: true, description: "Id of the board" } as const;

/** Options that say which standings of a board are meant. */
export const standingsArgs = {
  period: {
    type: "string",
    description: "2026-10-05, 2026-W41, 2026-10, a season, current, day:previous ... (the board's first)",
  },
  scope: { type: "string", valueHint: "NAME:VALUE", description: "Standings of a scope (everybody's)" },
} as const;

/** Reads an option that is a whole number; the service judges its range. */
export function readWhole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) failUsage(`--${name} ${JSON.stringify(text)} is not a whole number`);
  return Number(text);
}

/** Splits `name=value`, at the first `=`. */
export function readPair(option: string, text: string, separator: "=" | ":"): [name: string, value: string] {
  const at = text.indexOf(separator);
  if (at < 1) failUsage(`--${option} ${JSON.stringify(text)} is not of the form name${separator}value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** An instant as the API takes it: a count of milliseconds as a number, anything else as text. */
export function readAt(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
