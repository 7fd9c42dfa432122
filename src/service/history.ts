/** A player's events on a board, newest accepted first. */
import type { Board } from "../core/board.ts";
import type { BoardEntry } from "../core/catalogue.ts";
import { everybody, indexNumber } from "../core/index-number.ts";
import { ok, type Result, refuse, shown } from "../core/refusal.ts";
import type { PlayerEvent } from "../ledger/ledger.ts";
import type { Context } from "./context.ts";
import { definitionHash, hash } from "./cursor.ts";

export interface HistoryEvent extends PlayerEvent {
  /** Keys of the periods that took it. */
  readonly periods: readonly string[];
  /** By scope name. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Whether it is the event of one of the player's present standings. */
  readonly makesStanding: boolean;
}

export interface History {
  readonly events: readonly HistoryEvent[];
  /** The cursor of the page behind this one; null at the end. */
  readonly next: string | null;
  readonly asOf: number;
}

/** Standings that are looked at before the event loop gets its turn. */
const sliceStandings = 500;

/**
 * A page of at most `limit` events. Refused: `unknown_player` for a player who never had an event there, which
 * comes first; then what a cursor can be wrong by. Throws a LedgerFault while the ledger cannot tell.
 */
export async function history(
  context: Context,
  entry: BoardEntry,
  playerId: string,
  cursor: string | null,
  limit: number,
): Promise<Result<History>> {
  const { board } = entry;
  const before = cursor === null ? ok(null) : readCursor(board, playerId, cursor);
  // One more tells whether there is another page.
  const page = before.ok
    ? await context.ledger.eventsOf(board.number, playerId, before.value, limit + 1)
    : null;
  if (page === null) {
    const first = await history(context, entry, playerId, null, 1);
    return first.ok ? (before.ok ? notOurs() : before) : first;
  }
  if (cursor === null && page.events.length === 0 && page.asOf === null)
    return refuse("unknown_player", `player ${shown(playerId)} has no event on board ${shown(board.id)}`);
  const events = page.events.slice(0, limit);
  const next =
    page.events.length > limit ? writeCursor(board, playerId, events.at(-1)!.record.matchId) : null;
  return ok({
    events: await described(context, playerId, events),
    next,
    asOf: page.asOf ?? context.clock.now(),
  });
}

async function described(
  context: Context,
  playerId: string,
  events: readonly PlayerEvent[],
): Promise<HistoryEvent[]> {
  const { catalogue } = context.ledger;
  const made = await standingEvents(context, playerId, events);
  return events.map((event) => {
    const { periods, scopes } = event.record;
    const entries = scopes.map((number) => catalogue.scope(number)).filter((scope) => scope !== undefined);
    return {
      ...event,
      periods: periods.map((number) => catalogue.period(number)?.key).filter((key) => key !== undefined),
      scopes: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      makesStanding: made.has(event.sequence),
    };
  });
}

/** The events of the player's present standings on every index that one of `events` feeds. */
async function standingEvents(
  { index }: Context,
  playerId: string,
  events: readonly PlayerEvent[],
): Promise<Set<number>> {
  const indexes = new Set<number>();
  for (const { record } of events)
    for (const period of record.periods)
      for (const scope of [everybody, ...record.scopes]) indexes.add(indexNumber(period, scope));
  const made = new Set<number>();
  let read = 0;
  for (const number of indexes) {
    const { places } = await index.places(number, [playerId]);
    const place = places[0] ?? null;
    if (place !== null) made.add(place.event);
    if (++read % sliceStandings === 0) await new Promise(setImmediate);
  }
  return made;
}

/** A page ends with an event of the player's, which its match names: a cursor tells nothing else. */
function writeCursor(board: Board, playerId: string, matchId: string): string {
  return Buffer.from(JSON.stringify([fingerprint(board, playerId), matchId])).toString("base64url");
}

function readCursor(board: Board, playerId: string, text: string): Result<string> {
  const content = parse(text);
  if (content === null) return notOurs();
  const [made, matchId] = content;
  if (made !== fingerprint(board, playerId))
    return refuse(
      "cursor_mismatch",
      "cursor is of another board, player or definition: start again without one",
    );
  return writeCursor(board, playerId, matchId) === text ? ok(matchId) : notOurs();
}

function parse(text: string): [fingerprint: string, matchId: string] | null {
  try {
    const content: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const texts =
      Array.isArray(content) && content.length === 2 && content.every((t) => typeof t === "string");
    return texts ? (content as [string, string]) : null;
  } catch {
    return null;
  }
}

function fingerprint(board: Board, playerId: string): string {
  return hash(`${definitionHash(board)}\nhistory\n${playerId}`);
}

function notOurs(): Result<never> {
  return refuse("invalid_request", "cursor is not one that this service gave out");
}
