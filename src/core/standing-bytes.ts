/** The byte form of a standing, as records of actions and player states hold it. */
import type { ByteReader, ByteWriter } from "./bytes.ts";
import type { Standing } from "./fold.ts";

/** Appends a standing. */
export function writeStanding(out: ByteWriter, standing: Standing): void {
  out.byte((standing.values.length << 1) | (standing.moved ? 1 : 0));
  for (const value of standing.values) out.signed(value);
  out.signed(standing.reachedAt);
  out.count(standing.attempts);
  out.count(standing.event);
}

/** Reads what `writeStanding` wrote. */
export function readStanding(reader: ByteReader): Standing {
  const head = reader.byte();
  const values: number[] = [];
  for (let i = 0; i < head >> 1; i++) values.push(reader.signed());
  return {
    values,
    reachedAt: reader.signed(),
    attempts: reader.count(),
    event: reader.count(),
    moved: (head & 1) === 1,
  };
}
