/**
 * Building a tree from rows that are in order: leaves first, then a level of branches over the other.
 */
import type { Nodes } from "./nodes.ts";

/**
 * Fills empty nodes with the first `count` of `rows`, at most `fill` children a node: room for the first
 * rows that come later, which would otherwise split every leaf.
 */
export function bulkBuild(nodes: Nodes, rows: Uint32Array, count: number, fill: number): void {
  if (nodes.root !== 0) throw new Error("a tree is built from rows while it has some");
  if (count === 0) return;
  let level = buildLeaves(nodes, rows, count, fill);
  while (level.length > 1) {
    level = buildBranches(nodes, level, fill);
    nodes.height += 1;
  }
  nodes.root = level[0]!;
}

function buildLeaves(
  { leaves, order, dense }: Nodes,
  rows: Uint32Array,
  count: number,
  fill: number,
): number[] {
  const parts = Math.ceil(count / fill);
  leaves.reserve(parts);
  const built: number[] = [];
  let from = 0;
  for (let part = 1; part <= parts; part++) {
    const leaf = leaves.add();
    if (part > 1) leaves.chain(built[part - 2]!, leaf);
    for (const end = endOfPart(count, part, parts); from < end; from++) {
      const slot = leaves.count(leaf);
      leaves.insert(leaf, slot, rows[from]!);
      if (dense) leaves.setStart(leaf, slot, from === 0 || !order.sameColumns(rows[from - 1]!, rows[from]!));
    }
    built.push(leaf);
  }
  return built;
}

function buildBranches(nodes: Nodes, children: readonly number[], fill: number): number[] {
  const level = nodes.height;
  const parts = Math.ceil(children.length / fill);
  const built: number[] = [];
  let from = 0;
  for (let part = 1; part <= parts; part++) {
    const branch = nodes.branches.add(level + 1);
    const end = endOfPart(children.length, part, parts);
    for (let slot = 0; from < end; from++, slot++) nodes.adopt(level, branch, slot, children[from]!);
    built.push(branch);
  }
  return built;
}

/** Shares that differ by one at most: the last node is no emptier than the others. */
function endOfPart(count: number, part: number, parts: number): number {
  return Math.floor((count * part) / parts);
}
