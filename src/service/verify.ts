/**
 * The independent check: folds standings from events alone, and compares them with what the
 * ledger's state and the index say.
 *
 * It runs beside the service, in slices. What differs on the first look may only have moved meanwhile, so these
 * members are looked at again inside an empty transaction, while the ledger stands still.
 */
import type { Board } from "../core/board.ts";
import { type FoldEvent, fold, type Standing } from "../core/fold.ts";
import { everybody, indexNumber, periodOfIndex, scopeOfIndex } from "../core/index-number.ts";
import { compareKeys, type OrderKey } from "../core/order.ts";
import type { LedgerRecord } from "../core/record.ts";
import type { Page } from "../rank-index/rank-index.ts";
import type { Context } from "./context.ts";

/** One place where ledger state or index says something else than the events. */
export interface Difference {
  readonly where: "state" | "index" | "order";
  readonly period: string;
  readonly scope: string | null;
  readonly playerId: string;
  readonly expected: Standing | null;
  readonly found: Omit<Standing, "moved"> | null;
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

/**
 * Verifies boards, by their numbers, in one pass over the ledger; one that is gone is left out. `progress` hears
 * how far it is.
 */
export async function verify(
  context: Context,
  boardNumbers: Iterable<number>,
  progress: (value: unknown) => void,
): Promise<Verification[]> {
  const { ledger } = context;
  const events = new EventFold(context, boardNumbers);
  let position = await catchUp(context, events, 0, progress);
  let differences = await compareAll(context, events);
  if (differences.length > 0 && ledger.position !== position) {
    const suspects = differences;
    await ledger.transact(
      [],
      (known) => {
        const members = suspects.map(({ index, playerId }): Member => {
          const player = known.findPlayer(playerId);
          return { player, state: known.standing(index, player) };
        });
        return { records: [], standings: [], result: members };
      },
      async ({ result: members }) => {
        position = await catchUp(context, events, position, progress);
        differences = await compareAgain(context, events, suspects, members);
      },
    );
  }
  return [...events.boards()].map((folded) => {
    const own = differences.filter(({ index }) => boardOfIndex(context, index) === folded.board.number);
    return {
      board: folded.board.id,
      events: folded.events,
      standings: folded.standings,
      position,
      differences: own.slice(0, differencesMax).map((one) => describe(context, one)),
      differenceCount: own.length,
    };
  });
}

interface Found {
  readonly where: Difference["where"];
  readonly index: number;
  readonly playerId: string;
  readonly expected: Standing | null;
  readonly found: Omit<Standing, "moved"> | null;
}

/** A suspect's number, 0 if it has none, and what the ledger's state says of it. */
interface Member {
  readonly player: number;
  readonly state: Standing | null;
}

interface Folded {
  readonly standing: Standing;
  /** Of the standing's event: asked for on equal results. */
  readonly matchId: string;
}

interface FoldedBoard {
  readonly board: Board;
  events: number;
  standings: number;
}

/** Standings by index and player, from the events alone. */
class EventFold {
  readonly #boards = new Map<number, FoldedBoard>();
  readonly #indexes = new Map<number, Map<number, Folded>>();

  constructor(context: Context, boardNumbers: Iterable<number>) {
    for (const number of boardNumbers) {
      const board = context.ledger.catalogue.boardByNumber(number)?.board;
      if (board !== undefined) this.#boards.set(number, { board, events: 0, standings: 0 });
    }
  }

  boards(): Iterable<FoldedBoard> {
    return this.#boards.values();
  }

  has(board: number | undefined): boolean {
    return board !== undefined && this.#boards.has(board);
  }

  /** Every index that an event feeds, with its members. */
  indexes(): Iterable<[index: number, players: ReadonlyMap<number, Folded>]> {
    return this.#indexes;
  }

  standing(index: number, player: number): Standing | null {
    return this.#indexes.get(index)?.get(player)?.standing ?? null;
  }

  take(record: LedgerRecord, sequence: number): void {
    const folded = record.kind === "score" && !record.held ? this.#boards.get(record.board) : undefined;
    if (folded === undefined || record.kind !== "score") return;
    folded.events += 1;
    for (const period of record.periods) {
      for (const scope of [everybody, ...record.scopes]) {
        this.#fold(folded, indexNumber(period, scope), record.player, { sequence, ...record });
      }
    }
  }

  #fold(folded: FoldedBoard, index: number, player: number, event: FoldEvent): void {
    let players = this.#indexes.get(index);
    if (players === undefined) {
      players = new Map();
      this.#indexes.set(index, players);
    }
    const before = players.get(player);
    if (before === undefined) folded.standings += 1;
    const standing = fold(folded.board, before?.standing ?? null, event, () => before!.matchId);
    const matchId = standing.event === event.sequence ? event.matchId : before!.matchId;
    players.set(player, { standing, matchId });
  }
}

/** Folds what the ledger holds behind `from`; returns the position that was reached. */
async function catchUp(
  context: Context,
  events: EventFold,
  from: number,
  progress: (value: unknown) => void,
): Promise<number> {
  let position = from;
  for await (const { sequence, record } of context.ledger.follow(from)) {
    events.take(record, sequence);
    position = sequence;
    if (sequence % sliceSize !== 0) continue;
    progress({ position, of: context.ledger.position });
    await turn();
  }
  return position;
}

async function compareAll(context: Context, events: EventFold): Promise<Found[]> {
  const differences = await compareStates(context, events);
  for (const [index, players] of events.indexes())
    differences.push(...(await compareIndex(context, index, players)));
  return differences;
}

/** Every state of the boards against the fold, and every folded standing against the states. */
async function compareStates(context: Context, events: EventFold): Promise<Found[]> {
  const { ledger } = context;
  const differences: Found[] = [];
  const seen = new Map<number, Set<number>>();
  for await (const { index, player, playerId, standing } of ledger.states()) {
    if (!events.has(boardOfIndex(context, index))) continue;
    const players = seen.get(index) ?? new Set();
    seen.set(index, players.add(player));
    const expected = events.standing(index, player);
    if (!sameState(expected, standing)) {
      differences.push({ where: "state", index, playerId, expected, found: standing });
    }
  }
  for (const [index, players] of events.indexes()) {
    for (const [player, { standing }] of players) {
      if (seen.get(index)?.has(player) === true) continue;
      differences.push({
        where: "state",
        index,
        playerId: ledger.playerId(player),
        expected: standing,
        found: null,
      });
    }
  }
  return differences;
}

/** Walks an index in its order: every row as folded, strictly behind the one before it, and none too few. */
async function compareIndex(
  context: Context,
  index: number,
  players: ReadonlyMap<number, Folded>,
): Promise<Found[]> {
  const { ledger } = context;
  const order = ledger.catalogue.orderOfIndex(index);
  const missing = new Map([...players].map(([player, { standing }]) => [ledger.playerId(player), standing]));
  const differences: Found[] = [];
  for (let last: OrderKey | null = null; order !== null; ) {
    const page: Page =
      last === null
        ? await context.index.slice(index, 0, sliceSize)
        : await context.index.sliceFrom(index, last, "after", sliceSize);
    for (const row of page.rows) {
      const { playerId } = row;
      const expected = missing.get(playerId) ?? null;
      missing.delete(playerId);
      if (last !== null && compareKeys(order, last, row) >= 0) {
        differences.push({ where: "order", index, playerId, expected, found: row });
      }
      if (!sameRow(expected, row))
        differences.push({ where: "index", index, playerId, expected, found: row });
      last = row;
    }
    if (page.rows.length < sliceSize) break;
    await turn();
  }
  for (const [playerId, expected] of missing) {
    differences.push({ where: "index", index, playerId, expected, found: null });
  }
  return differences;
}

/** What differed, again: the ledger stands still, `members` are its own, and the fold has caught up. */
async function compareAgain(
  context: Context,
  events: EventFold,
  suspects: readonly Found[],
  members: readonly Member[],
): Promise<Found[]> {
  const differences: Found[] = [];
  for (const [i, suspect] of suspects.entries()) {
    const { where, index, playerId } = suspect;
    const { player, state } = members[i]!;
    const expected = events.standing(index, player);
    if (where === "order") differences.push(suspect);
    else if (where === "state") {
      if (!sameState(expected, state)) differences.push({ ...suspect, expected, found: state });
    } else {
      const { places } = await context.index.places(index, [playerId]);
      if (!sameRow(expected, places[0]!)) differences.push({ ...suspect, expected, found: places[0]! });
    }
  }
  return differences;
}

function describe(context: Context, { where, index, playerId, expected, found }: Found): Difference {
  const { catalogue } = context.ledger;
  const scope = scopeOfIndex(index) === everybody ? undefined : catalogue.scope(scopeOfIndex(index));
  return {
    where,
    period: catalogue.period(periodOfIndex(index))?.key ?? "?",
    scope: scope === undefined ? null : `${scope.name}:${scope.value}`,
    playerId,
    expected,
    found: found === null ? null : plain(found),
  };
}

function boardOfIndex(context: Context, index: number): number | undefined {
  return context.ledger.catalogue.period(periodOfIndex(index))?.board;
}

function plain({ values, reachedAt, attempts, event }: Omit<Standing, "moved">): Omit<Standing, "moved"> {
  return { values, reachedAt, attempts, event };
}

function sameState(a: Standing | null, b: Standing | null): boolean {
  return sameRow(a, b) && a?.moved === b?.moved;
}

function sameRow(a: Omit<Standing, "moved"> | null, b: Omit<Standing, "moved"> | null): boolean {
  if (a === null || b === null) return a === b;
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
