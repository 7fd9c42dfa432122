import { ByteReader, ByteWriter } from "../../core/bytes.ts";
import { Catalogue } from "../../core/catalogue.ts";
import { type LedgerRecord, readRecord, writeRecord } from "../../core/record.ts";
import type { Session, Statement } from "./connections.ts";

/** A record of the catalogue with its place. */
export interface CatalogueEntry {
  readonly sequence: number;
  readonly record: LedgerRecord;
  /** Events that its board had taken when it was made. */
  readonly events: number;
}

export type CatalogueRow = [sequence: number, committedAt: number, events: number, body: Buffer];
export type CountRow = [board: number, slot: number, events: number];

export const entriesBehind: Statement = {
  name: "laurel-catalogue",
  text: "select sequence, committed_at, events, body from laurel.catalogue where sequence > $1 order by sequence",
};

export const eventCounts: Statement = {
  name: "laurel-counts",
  text: "select board, slot, events from laurel.board_events",
};

const kinds: ReadonlySet<string> = new Set([
  ...["board", "board-delete", "period", "scope", "close", "key", "key-revoke"],
]);

/** Whether a record makes the catalogue, so that it is written by one transaction at a time. */
export function isOfCatalogue(record: LedgerRecord): boolean {
  return kinds.has(record.kind);
}

/**
 * This process's copy of the catalogue. Its records are made under an exclusive lock, one transaction at a time, so
 * their sequences rise in the order of their commits: what is above `version` is all that is missing.
 */
export class SharedCatalogue {
  readonly catalogue = new Catalogue();
  #version = 0;
  /** By board, then slot. Counts only rise: an older one that comes late is passed over. */
  readonly #counts = new Map<number, Map<number, number>>();

  /** Sequence of the last record that it has taken. */
  get version(): number {
    return this.#version;
  }

  /** Reads what others have added. */
  async catchUp(session: Session): Promise<void> {
    const [entries, counts] = await Promise.all([
      session.rows<CatalogueRow>(entriesBehind, [this.#version]),
      session.rows<CountRow>(eventCounts),
    ]);
    this.take(entries.map(readEntry));
    this.count(counts);
  }

  /** Takes records in their order; those that it has already are passed over. */
  take(entries: Iterable<CatalogueEntry>): void {
    for (const { sequence, record, events } of entries) {
      if (sequence <= this.#version) continue;
      this.#version = sequence;
      const board = "board" in record ? (record.board as number) : 0;
      // What a change of a definition means depends on whether the board had events then, not now.
      const entry = this.catalogue.boardByNumber(board);
      if (entry !== undefined) entry.events = events;
      this.catalogue.apply(record, sequence);
      this.#sum(board);
    }
  }

  count(rows: Iterable<CountRow>): void {
    for (const [board, slot, events] of rows) {
      let slots = this.#counts.get(board);
      if (slots === undefined) {
        slots = new Map();
        this.#counts.set(board, slots);
      }
      if (events > (slots.get(slot) ?? 0)) slots.set(slot, events);
      this.#sum(board);
    }
  }

  #sum(board: number): void {
    const entry = this.catalogue.boardByNumber(board);
    if (entry === undefined) return;
    entry.events = 0;
    for (const events of this.#counts.get(board)?.values() ?? []) entry.events += events;
  }
}

export function readEntry([sequence, committedAt, events, body]: CatalogueRow): CatalogueEntry {
  return { sequence, record: readBody(body, committedAt), events };
}

export function readBody(body: Uint8Array, committedAt: number): LedgerRecord {
  return readRecord(new ByteReader(body), committedAt);
}

const writer = new ByteWriter(256);

export function writeBody(record: LedgerRecord, committedAt: number): Buffer {
  writer.clear();
  writeRecord(writer, record, committedAt);
  return Buffer.from(writer.finish());
}
