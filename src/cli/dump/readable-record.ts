/** A record with names in place of its numbers, for a program and for a person. */
import type { LedgerRecord, ScoreRecord } from "../../core/record.ts";
import { formatScaled } from "../../core/value.ts";
import type { Sequenced } from "../../ledger/ledger.ts";
import { time } from "../standings.ts";
import type { Names } from "./names.ts";

type Fields = Record<string, unknown>;

/** The fields of a record, names in place of numbers. */
export function readableRecord({ sequence, record, committedAt }: Sequenced, names: Names): Fields {
  const { kind, ...rest } = record;
  const fields: Fields = { sequence, committedAt, kind, ...rest };
  if ("board" in record) fields.board = boardName(record.board, names);
  if ("player" in record) fields.player = names.player(record.player);
  if (record.kind === "score") Object.assign(fields, readableScore(record, names));
  else if ("period" in record) fields.period = names.period(record.period);
  if ("standings" in record)
    fields.standings = record.standings.map(({ index, standing }) => ({ of: names.index(index), standing }));
  return fields;
}

/** One line. */
export function recordLine(found: Sequenced, names: Names): string {
  const fields = readableRecord(found, names);
  const { sequence, committedAt, kind, ...rest } = fields;
  const head = `${String(sequence).padStart(8)}  ${time(committedAt as number)}  ${String(kind).padEnd(12)}`;
  const shown = Object.entries(rest).filter(([, value]) => !isEmpty(value));
  return `${head}  ${shown.map(([name, value]) => `${name}=${write(name, value)}`).join(" ")}`;
}

/** Board 0 of an action means all boards. */
function boardName(number: number, names: Names): string {
  return number === 0 ? "*" : (names.board(number)?.id ?? `#${number}`);
}

function readableScore(record: ScoreRecord, names: Names): Fields {
  const columns = names.board(record.board)?.columns ?? [];
  const values = record.values.map((value, i): [string, string] => {
    const column = columns[i];
    return column === undefined
      ? [`#${i}`, String(value)]
      : [column.name, formatScaled(value, column.decimals)];
  });
  return {
    values: Object.fromEntries(values),
    periods: record.periods.map((number) => names.period(number)),
    scopes: record.scopes.map((number) => names.scope(number)),
    metadata: record.metadata === null ? null : (JSON.parse(record.metadata) as unknown),
  };
}

/** Left out of a line: they say nothing. */
function isEmpty(value: unknown): boolean {
  return value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
}

const times = new Set(["at", "achievedAt", "start", "end", "through"]);

function write(name: string, value: unknown): string {
  if (times.has(name) && typeof value === "number") return time(value);
  return JSON.stringify(value);
}

/** Whether a record is about a board and a player; null: about any. */
export function concerns(
  record: LedgerRecord,
  names: Names,
  board: string | null,
  player: string | null,
): boolean {
  if (board !== null && !("board" in record && boardName(record.board, names) === board)) return false;
  return player === null || ("player" in record && names.player(record.player) === player);
}
