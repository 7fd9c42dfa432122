/** What a transaction reads before its decision. A decision that asks for more adds to it, and is made again. */
export class Wanted {
  /** Events by identity, with the states of their players: board numbers, not ids. Without a matchId: the state alone. */
  readonly events: { board: number; playerId: string; matchId: string | null }[] = [];
  /** Ids that may have a number. */
  readonly players = new Set<string>();
  /** Ids that need a number. */
  readonly numbered = new Set<string>();
  /** Players that come with their numbers, from another ledger. */
  readonly given = new Map<number, string>();
  /** Events by sequence. */
  readonly sequences = new Set<number>();

  get isEmpty(): boolean {
    return this.events.length + this.players.size + this.numbered.size + this.sequences.size === 0;
  }

  add(more: Wanted): void {
    for (const event of more.events) this.events.push(event);
    for (const id of more.players) this.players.add(id);
    for (const id of more.numbered) this.numbered.add(id);
    for (const [number, id] of more.given) this.given.set(number, id);
    for (const sequence of more.sequences) this.sequences.add(sequence);
  }
}
