/** One board on both sides: the memory index, and a sorted set of the same members. */

import { idBytes, writePlayerId } from "../support/random.ts";
import type { RedisPipeline } from "../support/redis-pipeline.ts";
import type { Population } from "./population.ts";
import { changes, ruleOf, scores } from "./population.ts";
import { Members, MemoryRankIndex, Players } from "./product.ts";

/** Number of the one index. */
export const indexNumber = 1;
/** The sorted set's key. */
export const key = "board";

export class Board {
  readonly population: Population;
  readonly players = new Players(0x5eed);
  readonly #members = new Members(this.players);
  readonly index = new MemoryRankIndex(this.#members);
  #revision: number;

  constructor(population: Population) {
    this.population = population;
    this.#revision = population.members;
    this.index.open(indexNumber, ruleOf(population));
  }

  /** What players, rows and trees take. */
  get bytes(): number {
    return this.#members.bytes + this.index.bytes;
  }

  /** Makes the players known, as a ledger does before it brings standings. */
  makePlayers(idOf: (player: number) => string): void {
    for (let player = 0; player < this.population.members; player++)
      this.players.set(player + 1, idOf(player));
  }

  build(): void {
    this.index.build(indexNumber, changes(this.population, indexNumber));
    this.index.put([], this.#revision);
  }

  /** The revision of a change that comes now. */
  nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }
}

/** Adds all members, a command each, pipelined; returns the milliseconds. */
export function loadRedis(population: Population, pipeline: RedisPipeline): Promise<number> {
  const walk = scores(population);
  return pipeline.run(population.members, (buffer, at, player) => {
    const score = walk.next().value as number;
    return writeAdd(buffer, at, 1, () => ({ player, score }));
  });
}

/** `ZADD board score id [score id ...]`; returns where it ends. */
export function writeAdd(
  buffer: Buffer,
  start: number,
  pairs: number,
  pair: (i: number) => { player: number; score: number },
): number {
  let at = start;
  at += buffer.write(`*${2 + 2 * pairs}\r\n$4\r\nZADD\r\n$${key.length}\r\n${key}\r\n`, at, "latin1");
  for (let i = 0; i < pairs; i++) {
    const { player, score } = pair(i);
    const text = String(score);
    at += buffer.write(`$${text.length}\r\n${text}\r\n`, at, "latin1");
    at = writeId(buffer, at, player);
  }
  return at;
}

/** A command of the key and one more part. */
export function writeCommand(buffer: Buffer, start: number, name: string, ...parts: string[]): number {
  const texts = [name, key, ...parts];
  const framed = texts.map((text) => `$${text.length}\r\n${text}\r\n`).join("");
  return start + buffer.write(`*${texts.length}\r\n${framed}`, start, "latin1");
}

const rankHead = `*3\r\n$8\r\nZREVRANK\r\n$${key.length}\r\n${key}\r\n`;

/** `ZREVRANK board id`. */
export function writeRank(buffer: Buffer, start: number, player: number): number {
  return writeId(buffer, start + buffer.write(rankHead, start, "latin1"), player);
}

function writeId(buffer: Buffer, start: number, player: number): number {
  const at = start + buffer.write(`$${idBytes}\r\n`, start, "latin1");
  writePlayerId(buffer, at, player);
  return at + idBytes + buffer.write("\r\n", at + idBytes, "latin1");
}
