/** Reads the options of `laurel plan`. Ends the command (exit code 2) on what it does not take. */
import { memoryShare } from "../../config.ts";
import { parseDuration } from "../../core/duration.ts";
import { idBytesMax } from "../../core/id.ts";
import { parseSize } from "../../memory.ts";
import { failUsage } from "../output.ts";
import type { Machine, Peak, PeriodLoad, ScopeLoad, Workload } from "./workload.ts";

/** Options as they were given. */
export interface PlanOptions {
  readonly players?: string;
  readonly matches?: string;
  readonly events?: string;
  readonly views?: string;
  readonly periods?: string;
  readonly scopes?: string;
  readonly columns?: string;
  readonly "id-bytes"?: string;
  readonly peak?: string;
  readonly "read-peak"?: string;
  readonly single?: boolean;
  readonly days?: string;
  readonly memory?: string;
  readonly disk?: string;
}

export const planDefaults = {
  matches: "10",
  views: "20",
  periods: "all",
  columns: "1",
  idBytes: "14",
  peak: "10%/1h",
  days: "365",
} as const;

const countForm = /^(\d+(?:\.\d+)?)([kMG]?)$/;
const countScales: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9 };

export function readWorkload(options: PlanOptions): Workload {
  if (options.players === undefined) failUsage("--players is missing");
  if (options.events !== undefined && options.matches !== undefined)
    failUsage("--events and --matches say the same: give one");
  const players = readCount("players", options.players, 1);
  const matches = readCount("matches", options.matches ?? planDefaults.matches);
  return {
    players,
    idBytes: readWithin("id-bytes", options["id-bytes"] ?? planDefaults.idBytes, idBytesMax),
    columns: readWithin("columns", options.columns ?? planDefaults.columns, 4),
    periods: readList(options.periods ?? planDefaults.periods).map(readPeriod),
    scopes: readList(options.scopes ?? "").map(readScope),
    eventsADay:
      options.events === undefined ? players * matches : readCount("events", options.events) * 86_400,
    readsADay: players * readCount("views", options.views ?? planDefaults.views),
    writePeak: readPeak("peak", options.peak ?? planDefaults.peak),
    readPeak: readPeak("read-peak", options["read-peak"] ?? planDefaults.peak),
    single: options.single === true,
    days: readCount("days", options.days ?? planDefaults.days, 1),
  };
}

/** `memoryBytes`: what counts where none is given. */
export function readMachine({ memory, disk }: PlanOptions, memoryBytes: number): Machine {
  const bytes = memory === undefined ? memoryBytes : readSize("memory", memory);
  return {
    memoryBytes: bytes,
    budgetBytes: memoryShare * bytes,
    diskBytes: disk === undefined ? null : readSize("disk", disk),
  };
}

function readList(text: string): string[] {
  return text === "" ? [] : text.split(",");
}

/** `week`, `day=40%`, `day=40%x7`. */
function readPeriod(text: string): PeriodLoad {
  const parts = /^([A-Za-z0-9_-]+)(?:=(\d+(?:\.\d+)?)%(?:x(\d{1,5}))?)?$/.exec(text);
  if (parts === null)
    failUsage(
      `--periods ${JSON.stringify(text)} is not of the form NAME, NAME=SHARE% or NAME=SHARE%xCOUNT, as in day=40%x7`,
    );
  return { name: parts[1]!, share: readShare("periods", parts[2] ?? "100"), count: Number(parts[3] ?? 1) };
}

/** `region=10`, `guild=50k@60%`. */
function readScope(text: string): ScopeLoad {
  const parts = /^([A-Za-z][A-Za-z0-9_-]*)=([^@]+)(?:@(\d+(?:\.\d+)?)%)?$/.exec(text);
  if (parts === null)
    failUsage(
      `--scopes ${JSON.stringify(text)} is not of the form NAME=VALUES or NAME=VALUES@SHARE%, as in guild=50k@60%`,
    );
  return {
    name: parts[1]!,
    values: readCount("scopes", parts[2]!, 1),
    share: readShare("scopes", parts[3] ?? "100"),
  };
}

/** `20%/10m`: this share of a day's work within that time. */
function readPeak(option: string, text: string): Peak {
  const parts = /^(\d+(?:\.\d+)?)%\/(.+)$/.exec(text);
  const duration = parts === null ? null : parseDuration(parts[2]!);
  const ms = duration?.ok === true ? duration.value : 0;
  if (ms < 1_000 || ms > 86_400_000)
    failUsage(`--${option} ${JSON.stringify(text)} is not of the form SHARE%/TIME, as in 20%/10m`);
  return { share: readShare(option, parts![1]!), seconds: ms / 1_000 };
}

function readShare(option: string, percent: string): number {
  if (Number(percent) > 100) failUsage(`--${option}: ${percent}% is more than all`);
  return Number(percent) / 100;
}

function readCount(option: string, text: string, least = 0): number {
  const parts = countForm.exec(text);
  const count = parts === null ? Number.NaN : Number(parts[1]) * countScales[parts[2]!]!;
  if (!(count >= least && count <= 1e12))
    failUsage(
      `--${option} ${JSON.stringify(text)} is not a number from ${least} up, as in 5000, 20k or 2.5M`,
    );
  return count;
}

function readWithin(option: string, text: string, most: number): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    failUsage(`--${option} ${JSON.stringify(text)} is not a whole number from 1 to ${most}`);
  return value;
}

function readSize(option: string, text: string): number {
  const bytes = parseSize(text, 0);
  if (bytes !== null && bytes > 0) return bytes;
  return failUsage(`--${option} ${JSON.stringify(text)} is not a size such as 512MB, 24GiB or 4TB`);
}
