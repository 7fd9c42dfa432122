/**
 * A checkpoint: the state of a ledger, copied piece by piece while it goes on changing.
 *
 * It is of a position P: the catalogue as of P; every player who had a number then; every standing as of P or later, with its revision. So a start takes it and then the log behind P, folding a
 * record only into standings whose revision is older. A member whose standing went since is missing: the record
 * behind P that took it away says so again.
 */
import type { FileHandle } from "node:fs/promises";
import { DamagedBytes } from "../../core/bytes.ts";
import type { CatalogueSnapshot } from "../../core/catalogue.ts";
import type { Members } from "../../members/members.ts";
import { copyIds, takeIds } from "../../members/packed-ids.ts";
import { columnsOfRun } from "../../members/row-run.ts";
import { type BlockWriter, readBlocks } from "./block-file.ts";
import type { LedgerState } from "./ledger-state.ts";
import { blockKinds, headerIn, jsonBytes, jsonIn, type SavedHeader } from "./saved-files.ts";

/** What is copied in one step: some tenths of a millisecond of the event loop. */
export interface PieceSize {
  readonly bytes: number;
  /** Rows of members, at some 60 bytes each. */
  readonly rows: number;
  /** Entries of the catalogue. */
  readonly entries: number;
}

const pieceSizeDefault: PieceSize = { bytes: 256 * 1024, rows: 4_000, entries: 500 };

/** The rows of all indexes with as many columns, from 1 to before `end`. */
interface RowRun {
  readonly columns: number;
  readonly end: number;
}

/** What a checkpoint is made of, noted in one step between two groups. */
export interface CheckpointSource {
  readonly position: number;
  readonly catalogue: CatalogueSnapshot;
  /** Players below this number are in it. */
  readonly nextPlayer: number;
  readonly runs: readonly RowRun[];
  readonly state: LedgerState;
}

export function checkpointSource(state: LedgerState, position: number): CheckpointSource {
  const { catalogue, members } = state;
  return {
    position,
    catalogue: catalogue.snapshot(),
    nextPlayer: members.players.next,
    runs: [...members.rowRuns()],
    state,
  };
}

/** Writes a checkpoint, `pause` after each piece. */
export async function writeCheckpoint(
  writer: BlockWriter,
  header: SavedHeader,
  source: CheckpointSource,
  pause: () => Promise<void>,
  size = pieceSizeDefault,
): Promise<void> {
  await writer.write(blockKinds.header, jsonBytes(header));
  for (const [kind, content] of piecesOf(source, size)) {
    await writer.write(kind, content);
    await pause();
  }
}

/**
 * Takes a checkpoint's content into an empty state, which `stateOf` makes once it has seen the header, or throws
 * where the file is not to be used. Throws where the file is damaged; the state is then of no use.
 */
export async function readCheckpoint(
  handle: FileHandle,
  stateOf: (header: SavedHeader) => Promise<LedgerState>,
): Promise<LedgerState> {
  const blocks = readBlocks(handle);
  const first = await blocks.next();
  if (first.done === true) throw new DamagedBytes("it holds nothing");
  const header = headerIn(first.value, "checkpoint");
  const state = await stateOf(header);
  for await (const { kind, content } of blocks) takePiece(state, kind, content);
  return state;
}

/** The catalogue's entries in pieces of JSON, each of which `Catalogue.restore` takes. */
export function* cataloguePieces(
  { next, ...lists }: CatalogueSnapshot,
  entries = pieceSizeDefault.entries,
): Iterable<Uint8Array> {
  for (const [name, list] of Object.entries(lists)) {
    for (let from = 0; from < list.length; from += entries)
      yield jsonBytes({ [name]: list.slice(from, from + entries) });
  }
  yield jsonBytes({ next });
}

function* piecesOf(source: CheckpointSource, size: PieceSize): Iterable<[kind: number, content: Uint8Array]> {
  const { members } = source.state;
  yield [blockKinds.sizes, jsonBytes({ players: source.nextPlayer - 1, runs: source.runs })];
  for (const piece of cataloguePieces(source.catalogue, size.entries)) yield [blockKinds.catalogue, piece];
  for (const piece of copyIds(members.players, source.nextPlayer, size.bytes))
    yield [blockKinds.players, piece];
  for (const piece of rowPieces(members, source.runs, size.rows)) yield [blockKinds.rows, piece];
}

function* rowPieces(members: Members, runs: readonly RowRun[], rows: number): Iterable<Uint8Array> {
  for (const { columns, end } of runs) {
    for (let from = 1; from < end; from += rows)
      yield members.copyRows(columns, from, Math.min(from + rows, end));
  }
}

function takePiece({ catalogue, members }: LedgerState, kind: number, content: Uint8Array): void {
  switch (kind) {
    case blockKinds.sizes: {
      const { players, runs } = jsonIn(content) as { players: number; runs: RowRun[] };
      members.reserve(players, runs);
      break;
    }
    case blockKinds.catalogue:
      catalogue.restore(jsonIn(content) as Partial<CatalogueSnapshot>);
      break;
    case blockKinds.players:
      takeIds(members.players, content);
      break;
    case blockKinds.rows:
      members.takeRows(columnsOfRun(content), content);
      break;
    default:
      throw new Error(`a block of kind ${kind} has no place in a checkpoint`);
  }
}
