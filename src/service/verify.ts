/**
 * The independent check: folds a board's standings from its events alone, and compares them with what the
 * ledger's state and the index say.
 *
 * It runs beside the service. A member that a later record has touched is not judged on the old fold: the fold
 * follows the ledger, and such members are compared again, until none is left behind.
 */
import type { Board } from "../core/board.ts";
import { fold, type Standing } from "../core/fold.ts";
import { everybody, indexNumber, periodOfIndex, scopeOfIndex } from "../core/index-number.ts";
import { compareKeys, type OrderKey } from "../core/order.ts";
import type { LedgerRecord, ScoreRecord } from "../core/record.ts";
import type { Page } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";

/** One place where ledger state or index says something else than the events. */
export interface Difference {
  readonly where: "state" | "index" | "order";
  readonly period: string;
  readonly scope: string | null;
  readonly playerId: string;
  readonly expected: Standing | null;
  readonly found: Standing | null;
}

export interface Verification {
  readonly board: string;
  readonly events: number;
  readonly standings: number;
  /** Ledger position up to which it was compared. */
  readonly position: number;
  /** The first ones, at most `differencesMax`. */
  readonly differences: readonly Difference[];
  readonly differenceCount: number;
}

const differencesMax = 100;
/** Records or rows that are worked on before the event loop gets its turn. */
const sliceSize = 1_000;

/** Verifies one board, by its number. `progress` hears how far it is. */
export async function verify(
  context: Context,
  boardNumber: number,
  progress: (value: unknown) => void,
): Promise<Verification> {
  const { ledger } = context;
  const board = ledger.catalogue.boardByNumber(boardNumber)?.board;
  if (board === undefined) throw new Error("the board is gone");
  const events = new EventFold(board);
  const report = new Report(context, board);
  let position = await follow(context, events, 0, progress);
  let behind = await compareStates(context, board, events, report, position, null);
  // Members touched meanwhile: caught up with and compared again. A busy board leaves fewer each time.
  while (behind.size > 0) {
    position = await follow(context, events, position, progress);
    behind = await compareStates(context, board, events, report, position, behind);
  }
  await compareIndexes(context, board, events, report, () => position);
  return {
    board: board.id,
    events: events.count,
    standings: events.standings,
    position,
    differences: report.differences,
    differenceCount: report.count,
  };
}

interface Folded {
  readonly standing: Standing;
  readonly matchId: string;
  /** Sequence of the last event that it holds. */
  readonly revision: number;
}

/** Standings by index and player, from the events alone. */
class EventFold {
  readonly #board: Board;
  readonly #indexes = new Map<number, Map<number, Folded>>();
  /** What actions said of an event, by its sequence: only counted events are folded. */
  count = 0;

  constructor(board: Board) {
    this.#board = board;
  }

  get standings(): number {
    let total = 0;
    for (const players of this.#indexes.values()) total += players.size;
    return total;
  }

  indexes(): Iterable<number> {
    return this.#indexes.keys();
  }

  players(index: number): ReadonlyMap<number, Folded> {
    return this.#indexes.get(index) ?? new Map();
  }

  take(record: LedgerRecord, sequence: number): void {
    if (record.kind !== "score" || record.board !== this.#board.number || record.held) return;
    this.count += 1;
    for (const period of record.periods) {
      for (const scope of [everybody, ...record.scopes])
        this.#fold(indexNumber(period, scope), record, sequence);
    }
  }

  #fold(index: number, record: ScoreRecord, sequence: number): void {
    let players = this.#indexes.get(index);
    if (players === undefined) {
      players = new Map();
      this.#indexes.set(index, players);
    }
    const before = players.get(record.player);
    const event = { sequence, matchId: record.matchId, values: record.values, achievedAt: record.achievedAt };
    const standing = fold(this.#board, before?.standing ?? null, event, () => before!.matchId);
    const matchId = standing.event === sequence ? record.matchId : before!.matchId;
    players.set(record.player, { standing, matchId, revision: sequence });
  }
}

class Report {
  readonly #context: Context;
  readonly differences: Difference[] = [];
  count = 0;

  constructor(context: Context, _board: Board) {
    this.#context = context;
  }

  add(
    where: Difference["where"],
    index: number,
    playerId: string,
    expected: Standing | null,
    found: Standing | null,
  ): void {
    this.count += 1;
    if (this.differences.length >= differencesMax) return;
    const { catalogue } = this.#context.ledger;
    const scope = scopeOfIndex(index) === everybody ? null : catalogue.scope(scopeOfIndex(index));
    this.differences.push({
      where,
      period: catalogue.period(periodOfIndex(index))?.key ?? "?",
      scope: scope == null ? null : `${scope.name}:${scope.value}`,
      playerId,
      expected,
      found,
    });
  }
}

async function follow(
  context: Context,
  events: EventFold,
  from: number,
  progress: (value: unknown) => void,
): Promise<number> {
  let position = from;
  for await (const { sequence, record } of context.ledger.follow(from)) {
    events.take(record, sequence);
    position = sequence;
    if (sequence % sliceSize === 0) {
      progress({ position, of: context.ledger.position });
      await turn();
    }
  }
  return position;
}

/**
 * Compares states with the fold; `only` names the members to look at, as `index/player`. Returns those that a
 * record behind `position` has touched.
 */
async function compareStates(
  context: Context,
  board: Board,
  events: EventFold,
  report: Report,
  position: number,
  only: Set<string> | null,
): Promise<Set<string>> {
  const behind = new Set<string>();
  const seen = new Map<number, Set<number>>();
  for await (const { index, player, playerId, standing, revision } of context.ledger.states()) {
    if (context.ledger.catalogue.period(periodOfIndex(index))?.board !== board.number) continue;
    let players = seen.get(index);
    if (players === undefined) {
      players = new Set();
      seen.set(index, players);
    }
    players.add(player);
    if (only !== null && !only.has(`${index}/${player}`)) continue;
    if (revision > position) behind.add(`${index}/${player}`);
    else {
      const expected = events.players(index).get(player)?.standing ?? null;
      if (!same(expected, standing)) report.add("state", index, playerId, expected, standing);
    }
  }
  if (only === null) reportMissing(context, events, report, seen);
  return behind;
}

function reportMissing(
  context: Context,
  events: EventFold,
  report: Report,
  seen: ReadonlyMap<number, ReadonlySet<number>>,
): void {
  for (const index of events.indexes()) {
    for (const [player, { standing }] of events.players(index)) {
      if (seen.get(index)?.has(player) !== true)
        report.add("state", index, context.ledger.playerId(player), standing, null);
    }
  }
}

/** Walks each index in its order: every row as folded, strictly behind the one before it, and none too few. */
async function compareIndexes(
  context: Context,
  board: Board,
  events: EventFold,
  report: Report,
  positionOf: () => number,
): Promise<void> {
  for (const index of events.indexes()) {
    const rule = context.ledger.catalogue.orderOfIndex(index) ?? board.order;
    const expected = new Map<string, Folded>();
    for (const [player, folded] of events.players(index))
      expected.set(context.ledger.playerId(player), folded);
    const begun = context.ledger.position;
    let last: OrderKey | null = null;
    const met = new Set<string>();
    for (;;) {
      const page: Page =
        last === null
          ? await context.index.slice(index, 0, sliceSize)
          : await context.index.sliceFrom(index, last, "after", sliceSize);
      for (const row of page.rows) {
        if (last !== null && compareKeys(rule, last, row) >= 0)
          report.add("order", index, row.playerId, null, null);
        last = row;
        met.add(row.playerId);
        const folded = expected.get(row.playerId);
        // A row of an event behind the fold's position is newer than the fold: state was compared already.
        const newer = row.event > positionOf() || row.attempts > (folded?.standing.attempts ?? 0);
        if (newer && context.ledger.position > positionOf()) continue;
        if (folded === undefined || !sameRow(folded.standing, row))
          report.add("index", index, row.playerId, folded?.standing ?? null, {
            ...row,
            moved: folded?.standing.moved ?? false,
          });
      }
      if (page.rows.length < sliceSize) break;
      await turn();
    }
    // Only a board that stood still meanwhile can say that a member is missing: a walk may pass over who moves.
    if (context.ledger.position !== begun) continue;
    for (const [playerId, { standing }] of expected)
      if (!met.has(playerId)) report.add("index", index, playerId, standing, null);
  }
}

function same(a: Standing | null, b: Standing | null): boolean {
  if (a === null || b === null) return a === b;
  return sameRow(a, b) && a.moved === b.moved;
}

function sameRow(a: Omit<Standing, "moved">, b: Omit<Standing, "moved">): boolean {
  return (
    a.reachedAt === b.reachedAt &&
    a.attempts === b.attempts &&
    a.event === b.event &&
    a.values.every((value, i) => value === b.values[i])
  );
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
