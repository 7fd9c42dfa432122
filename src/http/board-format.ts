/** What the answers about a board's standings have in common, prepared once. */
import type { Board } from "../core/board.ts";
import type { Target } from "../service/target.ts";
import { Piece } from "./json-piece.ts";
import { RowFormat } from "./row-writer.ts";
import { writeSubject } from "./write-standings.ts";

export class BoardFormat {
  readonly rows: RowFormat;
  #period = "";
  #scope = "";
  #subject: Piece | null = null;

  constructor(board: Board) {
    this.rows = new RowFormat(board.columns);
  }

  /**
   * What answers begin with, up to the number of members. That of the last target is kept, as most reads of a board
   * ask for the same; callers may name any number of others.
   */
  subject(target: Target): Piece {
    const { period, scope } = target;
    const scopeText = scope === null ? "" : `${scope.name}:${scope.value}`;
    if (this.#subject === null || this.#period !== period.key || this.#scope !== scopeText) {
      this.#subject = new Piece(`{${writeSubject(target)}`);
      this.#period = period.key;
      this.#scope = scopeText;
    }
    return this.#subject;
  }
}

const formats = new WeakMap<Board, BoardFormat>();

/** A definition that changes makes another board, so a format is good as long as its board. */
export function formatOf(board: Board): BoardFormat {
  let format = formats.get(board);
  if (format === undefined) {
    format = new BoardFormat(board);
    formats.set(board, format);
  }
  return format;
}
