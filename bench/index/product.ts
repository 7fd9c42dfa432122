/**
 * The index as it ships: the compiled files of dist/, with the types of the sources. What runs the sources in
 * development wraps functions to keep their names, and would be measured with them.
 */

const compiled = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;

const memoryIndex = (await import(
  compiled("rank-index/memory/memory-index.js")
)) as typeof import("../../src/rank-index/memory/memory-index.ts");
const members = (await import(
  compiled("members/members.js")
)) as typeof import("../../src/members/members.ts");
const players = (await import(
  compiled("members/players.js")
)) as typeof import("../../src/members/players.ts");

const rowWriter = (await import(
  compiled("http/row-writer.js")
)) as typeof import("../../src/http/row-writer.ts");

export const { MemoryRankIndex } = memoryIndex;
export const { Members } = members;
export const { Players } = players;
export const { RowFormat, RowWriter } = rowWriter;
