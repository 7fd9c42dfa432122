/**
 * A flat image: the state of a ledger that stands still, as it lies in memory. A start reads the bytes back into
 * place; it is of use only while the log ends where the image does.
 */
import type { FileHandle } from "node:fs/promises";
import { DamagedBytes } from "../../core/bytes.ts";
import { Catalogue, type CatalogueSnapshot } from "../../core/catalogue.ts";
import { type BlockWriter, blockBytesMax, fillFromBlocks, readBlocks } from "./block-file.ts";
import { cataloguePieces } from "./checkpoint.ts";
import type { LedgerState } from "./ledger-state.ts";
import type { MemberStore } from "./member-store.ts";
import { blockKinds, headerIn, jsonBytes, jsonIn, type SavedHeader } from "./saved-files.ts";

export async function writeImage(
  writer: BlockWriter,
  header: SavedHeader,
  catalogue: Catalogue,
  store: MemberStore,
): Promise<void> {
  const parts = store.image();
  await writer.write(blockKinds.header, jsonBytes(header));
  for (const piece of cataloguePieces(catalogue.snapshot())) await writer.write(blockKinds.catalogue, piece);
  for (const piece of inPieces([jsonBytes(parts.map(({ description }) => description))]))
    await writer.write(blockKinds.parts, piece);
  for (const piece of inPieces(parts.flatMap(({ segments }) => segments)))
    await writer.write(blockKinds.segment, piece);
}

/** `believe` is asked about the header first, and throws where the file is not to be used. */
export async function readImage(
  handle: FileHandle,
  store: MemberStore,
  believe: (header: SavedHeader) => Promise<void>,
): Promise<LedgerState> {
  const catalogue = new Catalogue();
  const described: Uint8Array[] = [];
  const blocks = readBlocks(handle);
  const first = await blocks.next();
  if (first.done === true) throw new DamagedBytes("it holds nothing");
  const header = headerIn(first.value, "image");
  await believe(header);
  let next = first.value.next;
  for await (const { kind, content, next: behind } of blocks) {
    if (kind === blockKinds.segment) break;
    if (kind === blockKinds.catalogue) catalogue.restore(jsonIn(content) as Partial<CatalogueSnapshot>);
    else described.push(content.slice());
    next = behind;
  }
  const { value: members, segments } = store.fromImage(jsonIn(Buffer.concat(described)) as unknown[]);
  await fillFromBlocks(handle, next, blockKinds.segment, [...inPieces(segments)]);
  return { catalogue, members };
}

/** Segments cut into contents of blocks. */
function* inPieces(segments: readonly Uint8Array[]): Iterable<Uint8Array> {
  for (const segment of segments) {
    for (let from = 0; from < segment.length; from += blockBytesMax)
      yield segment.subarray(from, from + blockBytesMax);
  }
}
