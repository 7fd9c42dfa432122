import { takeIds } from "../../members/packed-ids.ts";
import type { Players } from "../../members/players.ts";
import type { LogReader } from "./log.ts";
import type { PackedPlayers } from "./log-database.ts";

/** Players in a slice: some 400 KB. */
const slicePlayers = 20_000;

/**
 * Takes the players of the log's table in order, as far as records name them: so that the thread of the log
 * checks and packs the next while records are folded here.
 */
export class PlayerFeed {
  readonly #log: LogReader;
  readonly #players: Players;
  #ahead: Promise<PackedPlayers> | null;

  /** Begins behind the players that are known. */
  constructor(log: LogReader, players: Players) {
    this.#log = log;
    this.#players = players;
    this.#ahead = log.packedPlayers(players.next - 1, slicePlayers);
    this.#ahead.catch(() => {});
  }

  /** Reads on until a player is there; whether there is one of this number. */
  async find(number: number): Promise<boolean> {
    while (number >= this.#players.next && (await this.#takeSlice()));
    if (this.#players.has(number)) return true;
    // Numbers may have been given out of turn, and this one behind what a checkpoint has copied.
    take(this.#players, await this.#log.packedPlayers(number - 1, 1));
    return this.#players.has(number);
  }

  /** Takes all that are left. */
  async rest(): Promise<void> {
    while (await this.#takeSlice());
  }

  async #takeSlice(): Promise<boolean> {
    if (this.#ahead === null) return false;
    const slice = await this.#ahead;
    this.#ahead = slice.count < slicePlayers ? null : this.#log.packedPlayers(slice.last, slicePlayers);
    this.#ahead?.catch(() => {});
    take(this.#players, slice);
    return true;
  }
}

function take(players: Players, { pieces }: PackedPlayers): void {
  for (const piece of pieces) takeIds(players, piece);
}
