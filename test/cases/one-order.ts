/**
 * One order for all questions: whatever stands on a board, every address must tell the same of it.
 *
 * Ranks, percentiles and the order itself are counted anew here, in the plainest way, from the scores of a top
 * that holds the whole board.
 */
import { expect } from "vitest";
import { definitionOf } from "./case-file.ts";
import type { Stage } from "./stage.ts";

interface Entry {
  readonly rank: number;
  readonly playerId: string;
  readonly score?: number;
  readonly values?: Readonly<Record<string, number>>;
  readonly reachedAt: number;
}

interface Column {
  readonly name?: string;
  readonly order?: "asc" | "desc";
}

/** More players than this are not asked about one by one. */
const playersMax = 30;

/** Asks every question about one set of standings, of up to 1,000 members, and compares the answers. */
export async function expectOneOrder(stage: Stage, target: Record<string, unknown>): Promise<void> {
  const { entries, total } = await stage.answered("top", { ...target, limit: 1000 });
  if (total > entries.length) return;
  expect(total).toBe(entries.length);
  const counted = entries.map((_: Entry, i: number) => countPlace(stage, entries, i));
  expect(entries.map((entry: Entry) => entry.rank)).toEqual(counted.map(({ rank }: Counted) => rank));
  for (let i = 1; i < entries.length; i++)
    expect(compare(stage, entries[i - 1], entries[i]), JSON.stringify(entries[i])).toBeLessThan(0);
  await expectWalk(stage, target, entries);
  await expectLookup(stage, target, entries);
  for (const [i, entry] of entries.slice(0, playersMax).entries()) {
    const { topPercent, percentile } = counted[i];
    const id = entry.playerId;
    const place = { ...entry, total, topPercent, percentile };
    expect(await stage.answered("player/rank", { ...target, id })).toMatchObject(place);
    expect(await stage.answered(`at-rank/${i + 1}`, target)).toMatchObject(place);
    const slice = (above: number, below: number): Entry[] =>
      entries.slice(Math.max(0, i - above), i + below + 1);
    const around = await stage.answered("player", { ...target, id, neighbours: 2 });
    expect(around).toMatchObject(place);
    expect(around.entries).toEqual(slice(2, 2));
    const window = await stage.answered("player/window", { ...target, id, above: 1, below: 3 });
    expect(window).toMatchObject(place);
    expect(window.entries).toEqual(slice(1, 3));
  }
}

/** Pages of two forward to the end, then back: the board, each time. */
async function expectWalk(stage: Stage, target: Record<string, unknown>, entries: Entry[]): Promise<void> {
  if (entries.length > playersMax) return;
  const pages: Entry[][] = [];
  let page = await stage.answered("top", { ...target, limit: 2 });
  expect(page.previous).toBeNull();
  for (;;) {
    pages.push(page.entries);
    if (page.next === null) break;
    page = await stage.answered("top", { ...target, limit: 2, cursor: page.next });
  }
  expect(pages.flat()).toEqual(entries);
  for (const before of pages.slice(0, -1).reverse()) {
    page = await stage.answered("top", { ...target, limit: 2, cursor: page.previous });
    expect(page.entries).toEqual(before);
  }
  expect(page.previous).toBeNull();
}

/** Everybody looked up together: ranked among themselves they stand as on the board. */
async function expectLookup(stage: Stage, target: Record<string, unknown>, entries: Entry[]): Promise<void> {
  const playerIds = [...entries.map((entry) => entry.playerId).reverse(), "nobody on this board"].slice(
    -1000,
  );
  const path = stage.path("lookup", target);
  const { status, body } = await stage.service.call("POST", path, { playerIds });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.notFound).toEqual(["nobody on this board"]);
  if (playerIds.length <= entries.length) return;
  expect(body.entries).toMatchObject(entries.map((entry) => ({ ...entry, position: entry.rank })));
}

interface Counted {
  readonly rank: number;
  readonly topPercent: number;
  readonly percentile: number;
}

/** What semantics.md, "Order and ties" and "Percentiles", says of the entry at `i`, counted one by one. */
function countPlace(stage: Stage, entries: readonly Entry[], i: number): Counted {
  const { ties } = stage.theCase.board;
  const columns = (entry: Entry): number => compareColumns(stage, entry, entries[i]!);
  const better = entries.filter((entry) => columns(entry) < 0);
  const worse = entries.filter((entry) => columns(entry) > 0).length;
  const distinct = new Set(better.map(({ score, values }) => JSON.stringify(values ?? score))).size;
  const ahead = ties === "shared" || ties === "dense" ? better.length : i;
  const rank = 1 + (ties === "dense" ? distinct : ahead);
  const members = entries.length;
  return {
    rank,
    topPercent: Math.ceil((1000 * (ahead + 1)) / members) / 10,
    percentile: Math.floor((1000 * worse) / members) / 10,
  };
}

function compare(stage: Stage, a: Entry, b: Entry): number {
  const earlier = a.reachedAt - b.reachedAt;
  return (
    compareColumns(stage, a, b) ||
    (stage.theCase.board.ties === "last" ? -earlier : earlier) ||
    Buffer.compare(Buffer.from(a.playerId), Buffer.from(b.playerId))
  );
}

function compareColumns(stage: Stage, a: Entry, b: Entry): number {
  for (const { name, order } of definitionOf(stage.theCase.board).columns as Column[]) {
    const value = (entry: Entry): number => entry.score ?? entry.values![name!]!;
    const difference = value(a) - value(b);
    if (difference !== 0) return order === "asc" ? difference : -difference;
  }
  return 0;
}
