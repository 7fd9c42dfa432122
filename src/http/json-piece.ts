/** Pieces of JSON that are written again and again: names of fields, with what stands around them. */

/** JSON as words, filled up with zeros, which the next piece is written over. */
export class Piece {
  readonly words: Uint32Array;
  readonly length: number;

  constructor(json: string) {
    const bytes = Buffer.from(json);
    this.length = bytes.length;
    this.words = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(this.words.buffer).set(bytes);
  }
}

/**
 * Writes a piece, and up to three zeros behind it; returns where it ends. By words, as a byte at a time takes four times
 * as long and a copy by the runtime does not pay for so few.
 */
export function writePiece(view: DataView, at: number, { words, length }: Piece): number {
  for (let i = 0; i < words.length; i++) view.setUint32(at + 4 * i, words[i]!, true);
  return at + length;
}
