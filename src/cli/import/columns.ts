/** Which column of a CSV file holds what. */
import { failUsage } from "../output.ts";

/** What the options say: a name in the header, or a 1-based number. null: the usual names, where they are there. */
export interface ColumnOptions {
  readonly player: string | null;
  readonly match: string | null;
  readonly score: string | null;
  readonly at: string | null;
  readonly board: string | null;
  /** By column of the board, on boards with several. */
  readonly values: ReadonlyMap<string, string>;
  /** By name of the scope. */
  readonly scopes: ReadonlyMap<string, string>;
}

/** 0-based places in a row; null for what a file does not have. */
export interface Columns {
  readonly player: number;
  readonly match: number | null;
  readonly score: number | null;
  readonly at: number | null;
  readonly board: number | null;
  readonly values: readonly (readonly [name: string, place: number])[];
  readonly scopes: readonly (readonly [name: string, place: number])[];
  /** How many fields a row has; null where no header says so. */
  readonly count: number | null;
}

const usual = {
  player: ["playerId", "player"],
  match: ["matchId", "match"],
  score: ["score"],
  at: ["achievedAt", "at"],
  board: ["board"],
} as const;

type Part = keyof typeof usual;

const isNumber = (text: string): boolean => /^[1-9]\d*$/.test(text);

/** Every column that the options name. */
function givenColumns(options: ColumnOptions): string[] {
  return [
    ...(Object.keys(usual) as Part[]).flatMap((part) => options[part] ?? []),
    ...options.values.values(),
    ...options.scopes.values(),
  ];
}

/** Whether the options name columns at all. */
export function namesColumns(options: ColumnOptions): boolean {
  return givenColumns(options).length > 0;
}

/** Whether the options name columns by number, so that a file has no header. Mixed: the command ends. */
export function isByNumber(options: ColumnOptions): boolean {
  const given = givenColumns(options);
  const numbers = given.filter(isNumber);
  if (numbers.length > 0 && numbers.length < given.length)
    failUsage(
      `columns are named by number (a file without a header) or by name, not both: ${given.join(", ")}`,
    );
  return numbers.length > 0;
}

/** The places of columns that are named by number. */
export function numberedColumns(options: ColumnOptions): Columns {
  const place = (text: string | null): number | null => (text === null ? null : Number(text) - 1);
  const player = place(options.player) ?? failUsage("a file without a header needs --player-column");
  const score = place(options.score);
  if (score === null && options.values.size === 0)
    failUsage("a file without a header needs --score-column, or --value for each column of the board");
  return {
    player,
    match: place(options.match),
    score,
    at: place(options.at),
    board: place(options.board),
    values: [...options.values].map(([name, text]) => [name, Number(text) - 1]),
    scopes: [...options.scopes].map(([name, text]) => [name, Number(text) - 1]),
    count: null,
  };
}

/** The places of columns that the header of `file` names. */
export function namedColumns(file: string, header: readonly string[], options: ColumnOptions): Columns {
  const names = `the header of ${file} has: ${header.join(", ")}`;
  const find = (name: string): number => {
    const place = header.indexOf(name);
    return place >= 0 ? place : failUsage(`there is no column ${JSON.stringify(name)}; ${names}`);
  };
  const places = (part: Part): number | null => {
    const given = options[part];
    if (given !== null) return find(given);
    const name = usual[part].find((candidate) => header.includes(candidate));
    return name === undefined ? null : header.indexOf(name);
  };
  const player =
    places("player") ??
    failUsage(`there is no column playerId or player: name it with --player-column; ${names}`);
  // Values by column take the place of the one score.
  const score = options.values.size > 0 && options.score === null ? null : places("score");
  if (score === null && options.values.size === 0)
    failUsage(
      `there is no column score: name it with --score-column, or --value for each column of the board; ${names}`,
    );
  return {
    player,
    match: places("match"),
    score,
    at: places("at"),
    board: places("board"),
    values: [...options.values].map(([name, column]) => [name, find(column)]),
    scopes: [...options.scopes].map(([name, column]) => [name, find(column)]),
    count: header.length,
  };
}
