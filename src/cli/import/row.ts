/** What a reader of files hands on. */
import type { Report } from "laurel-client";

/** One row or line of a file: a report, or why it cannot be one. */
export type Row = ReportRow | FaultyRow;

export interface Origin {
  readonly file: string;
  /** 1-based, as editors count. */
  readonly line: number;
}

export interface ReportRow extends Origin {
  readonly board: string;
  readonly report: Report;
  /** About as many bytes as the report is on the wire. */
  readonly size: number;
}

export interface FaultyRow extends Origin {
  readonly code: string;
  readonly detail: string;
}

/** Rows are handed on in slices of about this many: one turn of the event loop a row would cost as much as the row. */
export const sliceRows = 500;
