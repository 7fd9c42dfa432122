/** A change on its way into rows and tree. */
import type { IndexHandles } from "../../members/index-handles.ts";
import type { Change } from "../rank-index.ts";
import type { Forest } from "./forest.ts";
import type { MemberOrder } from "./member-order.ts";
import type { Ranking } from "./ranking.ts";

/** Writes a standing and moves its member to its place; false where something newer is known. */
export function placeStanding(forest: Forest, tree: number, change: Change): boolean {
  const { order } = forest;
  const { rows } = order;
  const standing = change.standing!;
  const known = rows.find(tree, change.player);
  if (known !== 0 && change.revision <= rows.revision(known)) return false;
  checkColumns(order, change);
  if (known === 0 || !rows.isPresent(known)) makeKnown(order, change);
  const row = known || rows.add(tree, change.player);
  if (rows.isPresent(row)) {
    if (rows.hasKey(row, standing)) {
      rows.write(row, standing, change.revision);
      return true;
    }
    forest.rewrite(tree, row, standing, change.revision);
    return true;
  }
  rows.write(row, standing, change.revision);
  forest.insert(tree, row);
  return true;
}

/** Writes a member where no tree is: the newest of its changes counts. */
export function writeMember(order: MemberOrder, tree: number, change: Change): void {
  if (change.standing !== null) {
    checkColumns(order, change);
    makeKnown(order, change);
  }
  const row = newerRow(order, tree, change);
  if (row !== 0) order.rows.write(row, change.standing, change.revision);
}

/** The row that a change is for, made where there is none; 0 where what it holds is as new. */
export function newerRow({ rows }: MemberOrder, tree: number, { player, revision }: Change): number {
  const row = rows.find(tree, player);
  if (row === 0) return rows.add(tree, player);
  return revision <= rows.revision(row) ? 0 : row;
}

/**
 * Brings what the changes from `from` to before `to` will look for into the cache: the misses of all overlap, which
 * would come one after the other while each change is taken.
 */
export function touchChanges(
  changes: readonly Change[],
  from: number,
  to: number,
  handles: IndexHandles,
  rankings: readonly (Ranking | undefined)[],
): void {
  for (let i = from; i < to; i++) {
    const { index, player } = changes[i]!;
    const handle = handles.find(index);
    rankings[handle]?.order.rows.touchSlot(handle, player);
  }
  for (let i = from; i < to; i++) {
    const { index, player } = changes[i]!;
    const handle = handles.find(index);
    rankings[handle]?.order.rows.touchRow(handle, player);
  }
  let count = 0;
  for (let i = from; i < to; i++) {
    const { index, player, standing } = changes[i]!;
    const handle = handles.find(index);
    const ranking = rankings[handle];
    if (ranking === undefined) continue;
    const { order, forest } = ranking;
    const row = order.rows.find(handle, player);
    if (row !== 0) {
      order.rows.touchNumbers(row);
      leaves[count] = order.rows.leaf(row);
      forests[count++] = forest;
    }
    if (standing === null || standing.values.length !== order.columns) continue;
    leaves[count] = forest.leafFor(handle, standing.values);
    forests[count++] = forest;
  }
  for (let i = 0; i < count; i++) forests[i]!.touchLeaf(leaves[i]!);
}

/** Refuses what no ledger sends, before anything is touched. */
function checkColumns({ rows }: MemberOrder, { standing, index }: Change): void {
  const columns = standing!.values.length;
  if (columns !== rows.columns)
    throw new Error(`a standing of ${columns} columns was put to index ${index}, which has ${rows.columns}`);
}

/** A member who stands already is known; one who comes, or comes back, may not be. */
function makeKnown({ players }: MemberOrder, { player, playerId }: Change): void {
  if (!players.has(player)) players.set(player, playerId);
}

const leaves: number[] = [];
const forests: Forest[] = [];
