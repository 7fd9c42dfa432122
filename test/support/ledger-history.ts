/** What a ledger is given in tests, and what must follow from its records by the plainest reckoning. */
import type { BoardDefinition } from "../../src/core/board.ts";
import { Catalogue } from "../../src/core/catalogue.ts";
import { type Decided, decide } from "../../src/core/decide.ts";
import { Draft } from "../../src/core/draft.ts";
import { type FoldEvent, foldAll, type Standing } from "../../src/core/fold.ts";
import { everybody, indexNumber } from "../../src/core/index-number.ts";
import { readDefinition } from "../../src/core/read-definition.ts";
import type { Report } from "../../src/core/report.ts";
import type { Identity, Ledger, Sequenced, StateRow } from "../../src/ledger/ledger.ts";
import { type Random, shuffled } from "./random.ts";

/** A moment well inside a day, a week and a month. */
export const noon = Date.UTC(2026, 9, 7, 12);

export function definitionOf(board: object): BoardDefinition {
  const definition = readDefinition(board);
  if (!definition.ok) throw new Error(definition.refusal.detail);
  return definition.value;
}

/** Boards of every fold, with periods and scopes. */
export const historyBoards: readonly object[] = [
  {
    id: "best",
    columns: [{ name: "a" }, { name: "b", order: "asc" }],
    periods: ["all", "day"],
    scopes: ["guild"],
  },
  { id: "sum", semantics: "sum", periods: ["week", "all"], scopes: ["guild", "region"] },
  { id: "last", semantics: "last", periods: ["month"] },
];

/** Defines a board, or changes it, without asking whether it may. */
export async function define(ledger: Ledger, board: object): Promise<number> {
  const definition = definitionOf(board);
  const { result } = await ledger.transact([], (known) => {
    const number = known.catalogue.board(definition.id)?.board.number ?? known.catalogue.nextBoard;
    const record = { kind: "board" as const, board: number, definition, at: noon, by: "", reason: "" };
    return { records: [record], standings: [], result: number };
  });
  return result;
}

export async function remove(ledger: Ledger, id: string): Promise<void> {
  await ledger.transact([], (known) => {
    const { number } = known.catalogue.board(id)!.board;
    const record = { kind: "board-delete" as const, board: number, at: noon, by: "", reason: "" };
    return { records: [record], standings: [], result: null };
  });
}

/** A report with what it needs at least. */
export function reportOf(
  board: string,
  playerId: string,
  matchId: string,
  more: Partial<Report> = {},
): Report {
  const value = more.values === undefined && more.delta === undefined ? { score: 1 } : {};
  return {
    board,
    playerId,
    matchId,
    madeMatchId: "",
    achievedAt: noon,
    receivedAt: noon,
    scopes: new Map(),
    metadata: null,
    period: null,
    backfill: false,
    ...value,
    ...more,
  };
}

export function identityOf({ board, playerId, matchId }: Report): Identity {
  return { board, playerId, matchId: matchId! };
}

/** Submits reports as one group; what was decided of each. `touched`: whether the ledger hears of them first. */
export async function submit(
  ledger: Ledger,
  reports: readonly Report[],
  touched = true,
): Promise<readonly Decided[]> {
  const { result } = await ledger.transact(touched ? reports.map(identityOf) : [], (known) => {
    const draft = new Draft(known);
    const decided = reports.map((report) => decide(draft, report));
    return { records: draft.records, standings: draft.standings(), result: decided };
  });
  return result;
}

/**
 * A report to one of the history boards: few players, values and instants, so that ties, equal results and
 * repeated identities are common.
 */
export function randomReport(random: Random, matches: number): Report {
  const board = ["best", "sum", "last"][random(3)]!;
  const value =
    board === "best"
      ? { values: { a: random(3), b: random(3) } }
      : board === "sum"
        ? { delta: random(5) - 2 }
        : { score: random(4) };
  const scopes = new Map<string, string>();
  if (board !== "last" && random(2) === 0) scopes.set("guild", `g${random(3)}`);
  if (board === "sum" && random(3) === 0) scopes.set("region", "eu");
  return reportOf(board, `player-${random(12)}`, `match-${random(matches)}`, {
    ...value,
    scopes,
    achievedAt: noon - 86_400_000 * random(3) - random(3),
  });
}

/** Groups of random reports, some of them repeated from before. */
export function randomGroups(random: Random, groups: number, matches = 200): Report[][] {
  const all: Report[] = [];
  return Array.from({ length: groups }, () => {
    const group = Array.from({ length: 1 + random(12) }, () =>
      all.length > 0 && random(4) === 0 ? all[random(all.length)]! : randomReport(random, matches),
    );
    all.push(...group);
    return shuffled(random, group);
  });
}

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** States by `index/player`: what two ledgers, or a ledger and a fold, are compared by. */
export function statesByMember(
  rows: readonly Pick<StateRow, "index" | "playerId" | "standing" | "revision">[],
): Record<string, { standing: Standing; revision: number }> {
  const sorted = rows.map(
    ({ index, playerId, standing, revision }) => [`${index}/${playerId}`, { standing, revision }] as const,
  );
  return Object.fromEntries(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every standing, folded from the events alone. Knows no actions: the records hold none. */
export function foldOf(
  records: readonly Sequenced[],
  playerId: (number: number) => string,
): Record<string, { standing: Standing; revision: number }> {
  const catalogue = new Catalogue();
  const events = new Map<string, { index: number; player: number; board: number; of: FoldEvent[] }>();
  for (const { sequence, record } of records) {
    catalogue.apply(record, sequence);
    if (record.kind !== "score" || record.held) continue;
    for (const period of record.periods) {
      for (const scope of [everybody, ...record.scopes]) {
        const index = indexNumber(period, scope);
        const key = `${index}/${record.player}`;
        const { player, board } = record;
        if (!events.has(key)) events.set(key, { index, player, board, of: [] });
        events.get(key)!.of.push({ ...record, sequence });
      }
    }
  }
  const rows = [...events.values()].flatMap(({ index, player, board, of }) => {
    const rule = catalogue.boardByNumber(board)?.board;
    if (rule === undefined) return [];
    const { standing } = foldAll(rule, of)!;
    return [{ index, playerId: playerId(player), standing, revision: of.at(-1)!.sequence }];
  });
  return statesByMember(rows);
}

/** All that a catalogue knows, as plain data. */
export function catalogueOf(catalogue: Catalogue): object {
  const boards = [...catalogue.boards()].map((entry) => ({
    number: entry.board.number,
    definition: entry.board.definition,
    definedBy: entry.definedBy,
    events: entry.events,
    graces: entry.graces,
    periods: [...entry.periods.values()],
    scopes: [...entry.scopes.values()].flatMap((values) => [...values.values()]),
    closedThrough: [...entry.closedThrough],
  }));
  const { nextBoard, nextPeriod, nextScope } = catalogue;
  return { boards, keys: [...catalogue.keys()], nextBoard, nextPeriod, nextScope };
}
