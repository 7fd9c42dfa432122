import type { Catalogue } from "../../core/catalogue.ts";
import type { EarlierEvent, Known } from "../../core/draft.ts";
import type { Standing } from "../../core/fold.ts";
import { idFault } from "../../core/id.ts";
import { periodOfIndex } from "../../core/index-number.ts";
import { shown } from "../../core/refusal.ts";
import type { StateStanding } from "../../core/state.ts";
import type { Players } from "../../members/players.ts";
import type { Held, HeldMember } from "./held.ts";
import { Wanted } from "./wanted.ts";

/** What a transaction knows before its group. What it is asked and does not hold is noted in `missed`. */
export class PostgresKnown implements Known {
  readonly catalogue: Catalogue;
  readonly position: number;
  readonly missed = new Wanted();
  readonly #held: Held;
  readonly #players: Players;
  /** Ids that were numbered here for the first time. */
  readonly #numbered = new Map<string, number>();
  #matchIds: Map<number, string> | null = null;

  constructor(catalogue: Catalogue, players: Players, held: Held) {
    this.catalogue = catalogue;
    this.position = held.base;
    this.#held = held;
    this.#players = players;
  }

  /** The players that were numbered here for the first time. */
  get newPlayers(): ReadonlyMap<string, number> {
    return this.#numbered;
  }

  findPlayer(playerId: string): number {
    const known = this.#players.find(playerId);
    if (known !== 0) return known;
    if (idFault(playerId) !== null) return 0;
    const found = this.#held.players.get(playerId);
    if (found === undefined) this.missed.players.add(playerId);
    else if (!found.isNew) return found.number;
    return this.#numbered.get(playerId) ?? 0;
  }

  numberPlayer(playerId: string): number {
    const known = this.findPlayer(playerId);
    if (known !== 0) return known;
    const fault = idFault(playerId);
    if (fault !== null) throw new Error(`the id of a player, ${shown(playerId)}, ${fault}`);
    const number = this.#held.players.get(playerId)?.number ?? 0;
    if (number === 0) this.missed.numbered.add(playerId);
    else this.#numbered.set(playerId, number);
    return number;
  }

  earlier(board: number, playerId: string, matchId: string): EarlierEvent | null {
    const player = this.#players.find(playerId) || (this.#held.players.get(playerId)?.number ?? 0);
    const found = this.member(board, player)?.events.get(matchId);
    if (found !== undefined) return found;
    // A player who has no number has no events, and an event that is no more than asked for must not give one.
    if (player !== 0 || this.findPlayer(playerId) !== 0)
      this.missed.events.push({ board, playerId, matchId });
    return null;
  }

  standing(index: number, player: number): Standing | null {
    const board = this.catalogue.period(periodOfIndex(index))?.board;
    if (board === undefined || player === 0) return null;
    const member = this.member(board, player);
    if (member !== undefined) return standingOn(member, index)?.standing ?? null;
    this.missed.events.push({ board, playerId: this.#idOf(player), matchId: null });
    return null;
  }

  readonly matchIdOf = (sequence: number): string => {
    this.#matchIds ??= matchIdsOf(this.#held);
    const matchId = this.#matchIds.get(sequence);
    if (matchId === undefined) this.missed.sequences.add(sequence);
    return matchId ?? "";
  };

  /** A member that is held. */
  member(board: number, player: number): HeldMember | undefined {
    return this.#held.members.get(board)?.get(player);
  }

  #idOf(player: number): string {
    for (const [id, { number }] of this.#held.players) if (number === player) return id;
    return this.#players.idOf(player);
  }
}

/** A member's standing on an index. A member has a handful. */
export function standingOn(member: HeldMember, index: number): StateStanding | undefined {
  const { standings } = member.state;
  for (let i = 0; i < standings.length; i++) if (standings[i]!.index === index) return standings[i];
  return undefined;
}

/** The matchIds of all events that are held: equal results are told apart by them. */
function matchIdsOf(held: Held): Map<number, string> {
  const matchIds = new Map(held.matchIds);
  for (const members of held.members.values()) {
    for (const member of members.values()) {
      for (const { standing, matchId } of member.state.standings) matchIds.set(standing.event, matchId);
      for (const [matchId, event] of member.events) if (event !== null) matchIds.set(event.sequence, matchId);
    }
  }
  return matchIds;
}
