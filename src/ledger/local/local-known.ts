import type { Catalogue } from "../../core/catalogue.ts";
import type { EarlierEvent, Known } from "../../core/draft.ts";
import type { Standing } from "../../core/fold.ts";
import type { Members } from "../../members/members.ts";
import type { EventsAtHand } from "./events-at-hand.ts";
import type { IdentityLookup } from "./identity-lookup.ts";

/** What the local ledger knows before a group; what is not at hand is noted by `identities` and `events`. */
export class LocalKnown implements Known {
  readonly catalogue: Catalogue;
  readonly position: number;
  /** Players who were numbered here for the first time. */
  readonly newPlayers = new Map<string, number>();
  readonly #members: Members;
  readonly #identities: IdentityLookup;
  readonly #events: EventsAtHand;
  /** The player who was asked for last: a decision asks for one several times. */
  #lastId = "";
  #lastNumber = 0;

  constructor(
    catalogue: Catalogue,
    position: number,
    members: Members,
    identities: IdentityLookup,
    events: EventsAtHand,
  ) {
    this.catalogue = catalogue;
    this.position = position;
    this.#members = members;
    this.#identities = identities;
    this.#events = events;
  }

  findPlayer(playerId: string): number {
    if (playerId === this.#lastId) return this.#lastNumber;
    const number = this.#members.players.find(playerId) || (this.newPlayers.get(playerId) ?? 0);
    return this.#remember(playerId, number);
  }

  numberPlayer(playerId: string): number {
    const known = this.findPlayer(playerId);
    if (known !== 0) return known;
    const number = this.#members.players.next + this.newPlayers.size;
    this.newPlayers.set(playerId, number);
    return this.#remember(playerId, number);
  }

  /** Equal hashes are no proof: the record itself is compared. */
  earlier(board: number, playerId: string, matchId: string): EarlierEvent | null {
    const player = this.findPlayer(playerId);
    // Who is new has no event yet.
    if (player === 0 || player >= this.#members.players.next) return null;
    for (const sequence of this.#identities.candidates(board, player, matchId)) {
      const record = this.#events.find(sequence);
      if (
        record?.kind === "score" &&
        record.board === board &&
        record.player === player &&
        record.matchId === matchId
      ) {
        return { sequence, record, state: record.held ? "held" : "counted" };
      }
    }
    return null;
  }

  standing(index: number, player: number): Standing | null {
    return this.#members.standing(index, player);
  }

  readonly matchIdOf = (sequence: number): string => this.#events.matchIdOf(sequence);

  #remember(playerId: string, number: number): number {
    this.#lastId = playerId;
    this.#lastNumber = number;
    return number;
  }
}
