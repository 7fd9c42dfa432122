/**
 * A group: the records of one commit, as one row of bytes.
 *
 *     "LG"  version  time (float64)  number of records  records ...  CRC-32 of all before (uint32)
 *
 * The row's key is the sequence of the first record; the next group's key is that plus the number of records,
 * so that a lost row is noticed.
 */
import { crc32 } from "node:zlib";
import { ByteReader, ByteWriter, DamagedBytes } from "../../core/bytes.ts";
import { type LedgerRecord, readRecord, skipRecord, writeRecord } from "../../core/record.ts";

const magicFirst = 0x4c;
const magicSecond = 0x47;
const version = 1;

export interface Group {
  /** Milliseconds since 1970, by the clock of the server that committed it. */
  readonly committedAt: number;
  readonly records: readonly LedgerRecord[];
}

const writer = new ByteWriter(64 * 1024);

/** The bytes of a group, in memory of their own. */
export function encodeGroup(group: Group): Uint8Array<ArrayBuffer> {
  writer.clear();
  writer.byte(magicFirst);
  writer.byte(magicSecond);
  writer.byte(version);
  writer.float(group.committedAt);
  writer.count(group.records.length);
  for (const record of group.records) writeRecord(writer, record, group.committedAt);
  writer.uint32(crc32(writer.finish()));
  return new Uint8Array(writer.finish());
}

/** Reads a whole group. Throws DamagedBytes where a byte is not what was written. */
export function decodeGroup(bytes: Uint8Array): Group {
  const { reader, committedAt, count } = openGroup(bytes);
  const records: LedgerRecord[] = [];
  for (let i = 0; i < count; i++) records.push(readRecord(reader, committedAt));
  if (!reader.done) throw new DamagedBytes(`a group goes on behind its ${count} records`);
  return { committedAt, records };
}

/** Reads records of a group by their 0-based offsets, which must rise. */
export function recordsOfGroup(bytes: Uint8Array, offsets: readonly number[]): Group {
  const { reader, committedAt, count } = openGroup(bytes);
  const records: LedgerRecord[] = [];
  let at = 0;
  for (const offset of offsets) {
    if (offset >= count) throw new DamagedBytes(`a group of ${count} records has none at offset ${offset}`);
    for (; at < offset; at++) skipRecord(reader);
    records.push(readRecord(reader, committedAt));
    at += 1;
  }
  return { committedAt, records };
}

/** How many records a group has. */
export function countOfGroup(bytes: Uint8Array): number {
  return openGroup(bytes).count;
}

/** The checksum that a group ends with. Throws DamagedBytes where it is wrong, or has no record at this offset. */
export function groupChecksum(bytes: Uint8Array, offset: number): number {
  const { count } = openGroup(bytes);
  if (offset >= count) throw new DamagedBytes(`a group of ${count} records has none at offset ${offset}`);
  return new ByteReader(bytes, bytes.length - 4).uint32();
}

function openGroup(bytes: Uint8Array): { reader: ByteReader; committedAt: number; count: number } {
  if (bytes.length < 16 || bytes[0] !== magicFirst || bytes[1] !== magicSecond)
    throw new DamagedBytes("a group does not begin as one");
  if (bytes[2] !== version)
    throw new DamagedBytes(`version ${bytes[2]} of a group is unknown to this version of Laurel`);
  const end = bytes.length - 4;
  if (new ByteReader(bytes, end).uint32() !== crc32(bytes.subarray(0, end)))
    throw new DamagedBytes("the checksum of a group is wrong");
  const reader = new ByteReader(bytes, 3, end);
  return { reader, committedAt: reader.float(), count: reader.count() };
}
