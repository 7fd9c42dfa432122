/**
 * Settings, read once: defaults, then the config file, then the environment, then flags.
 *
 * A wrong setting stops the start with its name and what is allowed.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import type { BoardDefinition } from "./core/board.ts";
import { readDefinition } from "./core/read-definition.ts";
import { shown } from "./core/refusal.ts";
import { memoryAllowed, parseSize } from "./memory.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly data: string;
  /** Records behind the newest checkpoint at which the next is begun. */
  readonly checkpointRecords: number;
  /** The configured admin secret; null where none is. */
  readonly adminKey: string | null;
  /** Boards that the config file defines. */
  readonly boards: readonly BoardDefinition[];
  /** Memory budget, in bytes: from there on nobody new is taken. */
  readonly memoryBytes: number;
  /** The most scope values that a board may have. */
  readonly scopeValuesMax: number;
  /** A demo of its own: no config file and no data folder of the user's. */
  readonly demo: boolean;
}

/** What the command line said: text as it was given. */
export interface Flags {
  readonly config?: string;
  readonly host?: string;
  readonly port?: string;
  readonly data?: string;
  readonly demo?: boolean;
}

/** A wrong setting: `message` names it and says what is allowed. */
export class ConfigFault extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const fileSettings = ["host", "port", "data", "memory", "scopeValuesMax", "boards"] as const;

/** Share of what the process may use that is its memory budget, unless something else is set. */
export const memoryShare = 0.7;

/**
 * A start folds that many in some seconds, and a checkpoint of a large ledger, 80 bytes a player or more, is not
 * written all the time.
 */
const checkpointRecordsDefault = 2_000_000;

const scopeValuesDefault = 100_000;
/** Numbers of scopes are 26 bits wide (core/index-number.ts). */
const scopeValuesLimit = 2 ** 26 - 1;

/** `allowed`: bytes of memory that the process may use. */
export function readConfig(
  environment: Environment,
  flags: Flags,
  allowed: number = memoryAllowed(),
): Config {
  const path = flags.config ?? environment.LAUREL_CONFIG;
  const file = path === undefined ? {} : readFile(path);
  if (environment.REDIS_URL !== undefined && environment.DATABASE_URL === undefined) {
    throw new ConfigFault(
      "REDIS_URL is set without DATABASE_URL: a Redis index needs the Postgres ledger. Set both, or neither",
    );
  }
  for (const name of ["DATABASE_URL", "REDIS_URL"]) {
    if (environment[name] !== undefined)
      throw new ConfigFault(
        `${name} is set, but this version of Laurel runs on the embedded ledger only: unset it`,
      );
  }
  const adminKey = environment.LAUREL_ADMIN_KEY ?? null;
  if (adminKey !== null && !/^[\x21-\x7e]{16,}$/.test(adminKey)) {
    throw new ConfigFault("LAUREL_ADMIN_KEY is not a secret of 16 or more visible ASCII characters");
  }
  return {
    host: readText("host", flags.host, environment.HOST, file.host) ?? "127.0.0.1",
    port: readPort(flags.port, environment.PORT, file.port),
    data: resolve(readText("data", flags.data, environment.LAUREL_DATA, file.data) ?? "./data"),
    checkpointRecords: readCheckpointRecords(environment.LAUREL_CHECKPOINT_RECORDS),
    adminKey,
    memoryBytes: readMemory(allowed, environment.LAUREL_MEMORY, file.memory),
    scopeValuesMax: readScopeValuesMax(environment.LAUREL_SCOPE_VALUES_MAX, file.scopeValuesMax),
    boards: readBoards(file.boards, path),
    demo: flags.demo === true,
  };
}

/** Reads the boards of a config file or of a file that holds one definition or a list. */
export function readBoardsFile(path: string): BoardDefinition[] {
  return readBoards(readBoardInputs(path), path);
}

/** The definitions of such a file as they stand there, unchecked. */
export function readBoardInputs(path: string): unknown[] {
  const content = parseFile(path);
  if (Array.isArray(content)) return content;
  if (!isObject(content) || !("boards" in content)) return [content];
  checkSettings(path, content);
  if (Array.isArray(content.boards)) return content.boards;
  throw new ConfigFault(`boards in ${path} is not a list of board definitions`);
}

function readBoards(given: unknown, path: string | undefined): BoardDefinition[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw new ConfigFault(`boards in ${path} is not a list of board definitions`);
  const ids = new Set<string>();
  return given.map((board, i) => {
    const definition = readDefinition(board);
    if (definition.ok) {
      const { id } = definition.value;
      if (ids.has(id))
        throw new ConfigFault(`board ${i + 1} in ${path}: board ${shown(id)} is defined twice`);
      ids.add(id);
      return definition.value;
    }
    throw new ConfigFault(
      `board ${i + 1} in ${path}: ${definition.refusal.detail}${definition.refusal.path === undefined ? "" : ` (at ${definition.refusal.path})`}`,
    );
  });
}

function readFile(path: string): Partial<Record<(typeof fileSettings)[number], unknown>> {
  const content = parseFile(path);
  if (!isObject(content)) throw new ConfigFault(`the config file ${path} is not an object of settings`);
  checkSettings(path, content);
  return content;
}

function checkSettings(path: string, content: Record<string, unknown>): void {
  for (const name of Object.keys(content)) {
    if (!fileSettings.some((known) => known === name)) {
      throw new ConfigFault(
        `the config file ${path} has an unknown setting ${shown(name)}; it takes ${fileSettings.join(", ")}`,
      );
    }
  }
}

function parseFile(path: string): unknown {
  try {
    const text = readFileSync(path, "utf8");
    return path.endsWith(".json") ? JSON.parse(text) : parseYaml(text);
  } catch (error) {
    throw new ConfigFault(`the file ${path} cannot be read: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readText(name: string, ...given: unknown[]): string | null {
  const value = given.find((one) => one !== undefined);
  if (value === undefined) return null;
  if (typeof value === "string" && value !== "") return value;
  throw new ConfigFault(`${name} ${shown(value)} is not a text`);
}

function readPort(...given: unknown[]): number {
  return readWhole("port", 0, 65_535, " (0: any free one)", given) ?? 8080;
}

function readCheckpointRecords(...given: unknown[]): number {
  const name = "LAUREL_CHECKPOINT_RECORDS";
  return readWhole(name, 1, Number.MAX_SAFE_INTEGER, "", given) ?? checkpointRecordsDefault;
}

function readScopeValuesMax(...given: unknown[]): number {
  return readWhole("scopeValuesMax", 0, scopeValuesLimit, "", given) ?? scopeValuesDefault;
}

function readMemory(allowed: number, ...given: unknown[]): number {
  const value = given.find((one) => one !== undefined);
  if (value === undefined) return memoryShare * allowed;
  const bytes = typeof value === "string" ? parseSize(value, allowed) : null;
  if (bytes !== null && bytes > 0 && bytes <= allowed) return bytes;
  const most = Math.floor(allowed / 1e6);
  throw new ConfigFault(
    `memory ${shown(value)} is not a share such as 70% or a size such as 512MB, 8GB or 8GiB, up to the ${most}MB that the process may use`,
  );
}

function readWhole(
  name: string,
  least: number,
  most: number,
  remark: string,
  given: readonly unknown[],
): number | null {
  const value = given.find((one) => one !== undefined);
  if (value === undefined) return null;
  const whole =
    typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value))
      ? Number(value)
      : Number.NaN;
  if (Number.isInteger(whole) && whole >= least && whole <= most) return whole;
  throw new ConfigFault(`${name} ${shown(value)} is not a whole number from ${least} to ${most}${remark}`);
}
