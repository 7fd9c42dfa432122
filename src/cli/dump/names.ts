/** What the numbers in records stand for. Nothing is forgotten: records name boards that are gone by now. */
import { type Board, makeBoard } from "../../core/board.ts";
import { everybody, periodOfIndex, scopeOfIndex } from "../../core/index-number.ts";
import type { LedgerRecord } from "../../core/record.ts";
import type { Players } from "../../members/players.ts";

export class Names {
  readonly #players: Players;
  readonly #boards = new Map<number, Board>();
  readonly #periods = new Map<number, string>();
  readonly #scopes = new Map<number, string>();

  constructor(players: Players) {
    this.#players = players;
  }

  /** Takes what a record names for the first time. Records must come in order. */
  learn(record: LedgerRecord): void {
    if (record.kind === "board") this.#boards.set(record.board, makeBoard(record.board, record.definition));
    else if (record.kind === "period") this.#periods.set(record.period, record.key);
    else if (record.kind === "scope") this.#scopes.set(record.scope, `${record.name}:${record.value}`);
  }

  board(number: number): Board | undefined {
    return this.#boards.get(number);
  }

  player(number: number): string {
    return this.#players.has(number) ? this.#players.idOf(number) : `#${number}`;
  }

  period(number: number): string {
    return this.#periods.get(number) ?? `#${number}`;
  }

  scope(number: number): string {
    return this.#scopes.get(number) ?? `#${number}`;
  }

  /** The standings that an index number means: `2026-W41`, or `2026-W41 region:eu`. */
  index(number: number): string {
    const scope = scopeOfIndex(number);
    const period = this.period(periodOfIndex(number));
    return scope === everybody ? period : `${period} ${this.scope(scope)}`;
  }
}
