/** Rows by board, gathered until a request is worth sending. */
import type { ReportRow } from "./row.ts";

export interface Batch {
  readonly board: string;
  readonly rows: readonly ReportRow[];
}

export interface BatchLimits {
  readonly rowsMax: number;
  /** Of one request; characters, so well below what a server takes in bytes. */
  readonly sizeMax: number;
  /** What may wait, of all boards: beyond it the board with the most goes first. */
  readonly gatheredRowsMax: number;
  readonly gatheredSizeMax: number;
}

export class Batches {
  readonly #limits: BatchLimits;
  readonly #boards = new Map<string, { rows: ReportRow[]; size: number }>();
  #gatheredRows = 0;
  #gatheredSize = 0;

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  /** Takes a row; returns the batch that is ready with it, if one is. */
  add(row: ReportRow): Batch | null {
    let waiting = this.#boards.get(row.board);
    if (waiting === undefined) {
      waiting = { rows: [], size: 0 };
      this.#boards.set(row.board, waiting);
    }
    waiting.rows.push(row);
    waiting.size += row.size;
    this.#gatheredRows += 1;
    this.#gatheredSize += row.size;
    const { rowsMax, sizeMax, gatheredRowsMax, gatheredSizeMax } = this.#limits;
    if (waiting.rows.length >= rowsMax || waiting.size >= sizeMax) return this.#take(row.board);
    const isFull = this.#gatheredRows >= gatheredRowsMax || this.#gatheredSize >= gatheredSizeMax;
    return isFull ? this.#take(this.#fullest()) : null;
  }

  /** What still waits. */
  *rest(): Iterable<Batch> {
    for (const board of [...this.#boards.keys()]) yield this.#take(board);
  }

  #take(board: string): Batch {
    const { rows, size } = this.#boards.get(board)!;
    this.#boards.delete(board);
    this.#gatheredRows -= rows.length;
    this.#gatheredSize -= size;
    return { board, rows };
  }

  #fullest(): string {
    let found = "";
    let most = 0;
    for (const [board, { size }] of this.#boards) {
      if (size > most) {
        found = board;
        most = size;
      }
    }
    return found;
  }
}
