import type { Board } from "../../core/board.ts";
import { makeBoard } from "../../core/board.ts";
import { Draft, type Known } from "../../core/draft.ts";
import { periodOfIndex } from "../../core/index-number.ts";
import type { LedgerRecord } from "../../core/record.ts";
import { standingsAfter } from "../../core/standings-after.ts";
import { type Decision, LedgerFault } from "../ledger.ts";

/**
 * The decision about records that were decided elsewhere: the standings after them. `idOf`: the id of a player whom
 * they name. Throws a LedgerFault if the ledger is not at `position`.
 */
export function foldRecords(
  known: Known,
  position: number,
  records: readonly LedgerRecord[],
  idOf: (player: number) => string,
): Decision<null> {
  if (known.position !== position)
    throw new LedgerFault("not_taken", `the ledger is at ${known.position}, not at ${position}`);
  const boards = new BoardsAhead(known);
  const draft = new Draft(known);
  const matchIdOf = (event: number): string => {
    const record = records[event - position - 1];
    return record?.kind === "score" ? record.matchId : known.matchIdOf(event);
  };
  for (const [i, record] of records.entries()) {
    boards.apply(record);
    if (!("player" in record)) continue;
    const { player } = record;
    const sequence = position + 1 + i;
    const before = (index: number) => draft.standing(index, player);
    for (const { index, standing } of standingsAfter(boards, record, sequence, before, matchIdOf))
      draft.setStanding(index, player, idOf(player), standing, sequence);
  }
  // A later record may have deleted the board.
  const standings = [...draft.standings()].filter(({ index }) => boards.holds(index));
  return { records, standings, result: null };
}

/** The boards as records in front of the next left them; the catalogue takes these only once they are durable. */
class BoardsAhead {
  readonly #known: Known;
  readonly #changed = new Map<number, { readonly board: Board } | undefined>();
  readonly #periods = new Map<number, number>();

  constructor(known: Known) {
    this.#known = known;
  }

  apply(record: LedgerRecord): void {
    if (record.kind === "board")
      this.#changed.set(record.board, { board: makeBoard(record.board, record.definition) });
    if (record.kind === "board-delete") this.#changed.set(record.board, undefined);
    if (record.kind === "period") this.#periods.set(record.period, record.board);
  }

  boardByNumber(number: number): { readonly board: Board } | undefined {
    return this.#changed.has(number)
      ? this.#changed.get(number)
      : this.#known.catalogue.boardByNumber(number);
  }

  holds(index: number): boolean {
    const period = periodOfIndex(index);
    const board = this.#periods.get(period) ?? this.#known.catalogue.period(period)?.board;
    return board !== undefined && this.boardByNumber(board) !== undefined;
  }
}
