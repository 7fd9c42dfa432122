/** The events that count, as lines that import takes back. */
import { Catalogue } from "../../core/catalogue.ts";
import type { FolderLog } from "../../ledger/local/folder-log.ts";
import { FolderFault } from "../../ledger/local/log-database.ts";
import { readPlayers } from "../folder.ts";
import { CliFault } from "../output.ts";
import type { LineWriter } from "../terminal.ts";
import { eventLine } from "./event-line.ts";

/**
 * Writes the events of one board, or of all, in ledger order. Events of boards that are gone are left out, and
 * those that do not count: held, voided or rejected. From a damaged log everything in front of the damage is
 * written, and then the FolderFault is thrown.
 */
export async function exportEvents(log: FolderLog, board: string | null, out: LineWriter): Promise<void> {
  const { catalogue, uncounted, position, fault } = readEnd(log);
  const wanted = board === null ? null : catalogue.board(board);
  if (wanted === undefined)
    throw fault ?? new CliFault(`board ${JSON.stringify(board)} is not in the ledger of ${log.folder}`, 1);
  const players = readPlayers(log);
  for (const { sequence, record } of log.everyRecord()) {
    if (record.kind === "score" && !uncounted.has(sequence)) {
      const entry = catalogue.boardByNumber(record.board);
      const isWanted = entry !== undefined && (wanted === null || entry === wanted);
      const behind = isWanted
        ? out.add(eventLine(catalogue, entry.board, record, players.idOf(record.player)))
        : undefined;
      if (behind !== undefined) await behind;
    }
    if (sequence === position) break;
  }
  await out.end();
  if (fault !== null) throw fault;
}

interface End {
  readonly catalogue: Catalogue;
  readonly uncounted: ReadonlySet<number>;
  /** Sequence of the last record that can be read. */
  readonly position: number;
  /** Why what is behind it cannot; null where it is the last. */
  readonly fault: FolderFault | null;
}

/** What is known at the end of the log: which boards there are, and which events do not count. */
function readEnd(log: FolderLog): End {
  const catalogue = new Catalogue();
  const uncounted = new Set<number>();
  let position = 0;
  let fault: FolderFault | null = null;
  try {
    for (const { sequence, record } of log.everyRecord()) {
      catalogue.apply(record, sequence);
      if (record.kind === "score" && record.held) uncounted.add(sequence);
      else if (record.kind === "void" || record.kind === "reject") uncounted.add(record.event);
      else if (record.kind === "restore" || record.kind === "approve") uncounted.delete(record.event);
      position = sequence;
    }
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error;
    fault = error;
  }
  return { catalogue, uncounted, position, fault };
}
