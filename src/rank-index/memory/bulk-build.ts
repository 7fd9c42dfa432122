/**
 * Building a tree from rows that are in order: leaves first, then a level of branches over the other.
 */
import type { Nodes } from "./nodes.ts";

/** How far nodes are filled that are built or merged: full ones would soon split. */
export function fullEnough(fanout: number): number {
  return Math.floor((7 * fanout) / 8);
}

/** Fills an empty tree with the rows from `from` to before `to`. */
export function bulkBuild(nodes: Nodes, tree: number, rows: Uint32Array, from: number, to: number): void {
  const { roots } = nodes;
  if (roots.root(tree) !== 0) throw new Error("a tree is built from rows while it has some");
  if (from === to) return;
  let level = buildLeaves(nodes, rows, from, to);
  let height = 0;
  for (; level.length > 1; height++) level = buildBranches(nodes, height, level);
  roots.setRoot(tree, level[0]!, height);
  roots.setSize(tree, to - from);
}

function buildLeaves({ leaves, order, dense }: Nodes, rows: Uint32Array, from: number, to: number): number[] {
  const fill = fullEnough(leaves.fanout);
  const parts = Math.ceil((to - from) / fill);
  const built: number[] = [];
  let next = from;
  for (let part = 1; part <= parts; part++) {
    const leaf = parts === 1 ? leaves.add(to - from) : leaves.add();
    if (part > 1) leaves.chain(built[part - 2]!, leaf);
    for (const end = from + endOfPart(to - from, part, parts); next < end; next++) {
      const slot = leaves.count(leaf);
      leaves.insert(leaf, slot, rows[next]!);
      if (dense)
        leaves.setStart(leaf, slot, next === from || !order.sameColumns(rows[next - 1]!, rows[next]!));
    }
    built.push(leaf);
  }
  return built;
}

function buildBranches(nodes: Nodes, level: number, children: readonly number[]): number[] {
  const parts = Math.ceil(children.length / fullEnough(nodes.branches.fanout));
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
