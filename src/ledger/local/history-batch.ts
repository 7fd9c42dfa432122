import type { LedgerRecord } from "../../core/record.ts";
import { stateOf } from "./event-state.ts";
import { eventStates } from "./history-file.ts";

/** A change of an event's state. */
export interface StateChange {
  readonly board: number;
  readonly player: number;
  readonly event: number;
  readonly state: number;
}

/**
 * Records that go into the history together, in the order of its rows: so inserts touch each page once.
 */
export class HistoryBatch {
  /** Of each board, its events in order of acceptance. */
  readonly #boards = new Map<number, { players: number[]; sequences: number[] }>();
  /** By sequence of the event, the last change of its state. */
  readonly #changes = new Map<number, StateChange>();
  readonly others: number[] = [];
  /** Numbers of boards that are gone. */
  readonly gone: number[] = [];
  readonly #held = new Set<number>();
  events = 0;

  take(record: LedgerRecord, sequence: number): void {
    if (record.kind === "score") {
      let board = this.#boards.get(record.board);
      if (board === undefined) {
        board = { players: [], sequences: [] };
        this.#boards.set(record.board, board);
      }
      board.players.push(record.player);
      board.sequences.push(sequence);
      if (record.held) this.#held.add(sequence);
      this.events += 1;
      return;
    }
    this.others.push(sequence);
    if (record.kind === "board-delete") {
      this.gone.push(record.board);
      this.events -= this.#boards.get(record.board)?.players.length ?? 0;
      this.#boards.delete(record.board);
    }
    const state = stateOf(record);
    if (state !== null && "event" in record)
      this.#changes.set(record.event, {
        board: record.board,
        player: record.player,
        event: record.event,
        state: eventStates.indexOf(state),
      });
  }

  /** The rows of its events, by board, player and sequence. */
  *rows(): Iterable<readonly [board: number, player: number, sequence: number, state: number]> {
    for (const [board, { players, sequences }] of [...this.#boards].sort(([a], [b]) => a - b)) {
      // A player and a place in 53 bits: numbers sort without a comparator.
      const keys = Float64Array.from(players, (player, i) => player * 2 ** 21 + i).sort();
      for (const key of keys) {
        const sequence = sequences[key % 2 ** 21]!;
        const state = this.#changes.get(sequence)?.state ?? (this.#held.has(sequence) ? 1 : 0);
        this.#changes.delete(sequence);
        yield [board, Math.floor(key / 2 ** 21), sequence, state];
      }
    }
  }

  /** Changes of the states of events that were taken before; ask for them behind `rows`. */
  changes(): Iterable<StateChange> {
    return this.#changes.values();
  }
}
