/**
 * Test support: checks all that tree.ts says is always true, by counting everything anew.
 */
import type { MemberTable } from "../../members/member-table.ts";
import type { Nodes } from "./nodes.ts";
import type { Tree } from "./tree.ts";

/** Throws at the first thing that is wrong in a tree; returns its rows in order. */
export function checkTree(tree: Tree): number[] {
  const { nodes, order } = tree;
  const rows: number[] = [];
  const leaves: number[] = [];
  const branches: number[] = [];
  if (nodes.root === 0) expect(nodes.height === 0, "an empty tree has height");
  else {
    expect(nodes.parent(nodes.height, nodes.root) === 0, "the root has a parent");
    checkNode(nodes, nodes.height, nodes.root, rows, leaves, branches);
  }
  expect(tree.size === rows.length, `size is ${tree.size}, rows are ${rows.length}`);
  for (let i = 1; i < rows.length; i++) {
    expect(
      order.compare(rows[i - 1]!, rows[i]!) < 0,
      `rows ${rows[i - 1]} and ${rows[i]} at place ${i} are not in order`,
    );
  }
  checkChain(nodes, leaves);
  if (nodes.dense) checkStarts(nodes, leaves);
  checkPool(leaves, nodes.leaves.end, (leaf) => nodes.leaves.count(leaf), "leaf");
  checkPool(branches, nodes.branches.end, (branch) => nodes.branches.count(branch), "branch");
  checkRows(order.table, rows);
  return rows;
}

/** Walks a node's part of the tree: its rows are added to `rows`, the nodes to their lists. */
function checkNode(
  nodes: Nodes,
  level: number,
  node: number,
  rows: number[],
  leaves: number[],
  branches: number[],
): void {
  const count = nodes.count(level, node);
  const isRoot = node === nodes.root && level === nodes.height;
  expect(count >= (isRoot && level > 0 ? 2 : 1), `node ${node} of level ${level} has ${count} children`);
  expect(count <= nodes.fanout, `node ${node} of level ${level} has ${count} children`);
  if (level === 0) {
    leaves.push(node);
    for (let slot = 0; slot < count; slot++) {
      const row = nodes.leaves.row(node, slot);
      expect(
        nodes.order.table.leaf(row) === node,
        `row ${row} in leaf ${node} knows leaf ${nodes.order.table.leaf(row)}`,
      );
      expect(
        nodes.leaves.first(node, slot) === nodes.order.part(row, 0),
        `leaf ${node} has another first part than row ${row}`,
      );
      rows.push(row);
    }
    return;
  }
  branches.push(node);
  expect(
    nodes.branches.level(node) === level,
    `branch ${node} on level ${level} knows level ${nodes.branches.level(node)}`,
  );
  for (let slot = 0; slot < count; slot++) {
    const child = nodes.branches.child(node, slot);
    const from = rows.length;
    const fromLeaf = leaves.length;
    expect(
      nodes.parent(level - 1, child) === node,
      `child ${child} of branch ${node} knows parent ${nodes.parent(level - 1, child)}`,
    );
    checkNode(nodes, level - 1, child, rows, leaves, branches);
    const below = rows.length - from;
    expect(
      nodes.branches.size(node, slot) === below,
      `branch ${node} counts ${nodes.branches.size(node, slot)} in slot ${slot}; there are ${below}`,
    );
    if (nodes.dense) {
      const starts = countStarts(nodes, leaves.slice(fromLeaf));
      expect(
        nodes.branches.starts(node, slot) === starts,
        `branch ${node} counts other starts in slot ${slot} than ${starts}`,
      );
    }
    if (slot > 0) checkSeparator(nodes, node, slot, rows[from]!);
  }
}

/** A separator is the key of the first row below: with the order of rows, it bounds what is on both its sides. */
function checkSeparator({ branches, order }: Nodes, branch: number, slot: number, row: number): void {
  expect(
    branches.player(branch, slot) === order.table.player(row),
    `separator ${slot} of branch ${branch} names another player`,
  );
  for (let part = 0; part <= order.columns; part++) {
    expect(
      branches.part(branch, slot, part) === order.part(row, part),
      `separator ${slot} of branch ${branch} is not row ${row}`,
    );
  }
}

function checkChain({ leaves }: Nodes, inOrder: readonly number[]): void {
  for (let i = 0; i < inOrder.length; i++) {
    expect(
      leaves.previous(inOrder[i]!) === (inOrder[i - 1] ?? 0),
      `leaf ${inOrder[i]} has a wrong leaf before it`,
    );
    expect(
      leaves.next(inOrder[i]!) === (inOrder[i + 1] ?? 0),
      `leaf ${inOrder[i]} has a wrong leaf behind it`,
    );
  }
}

function checkStarts({ leaves, order }: Nodes, inOrder: readonly number[]): void {
  let before = 0;
  for (const leaf of inOrder) {
    for (let slot = 0; slot < leaves.count(leaf); slot++) {
      const row = leaves.row(leaf, slot);
      const start = before === 0 || !order.sameColumns(before, row);
      expect(leaves.isStart(leaf, slot) === start, `row ${row} should be ${start ? "a" : "no"} start`);
      before = row;
    }
  }
}

function countStarts({ leaves }: Nodes, below: readonly number[]): number {
  let starts = 0;
  for (const leaf of below)
    for (let slot = 0; slot < leaves.count(leaf); slot++) if (leaves.isStart(leaf, slot)) starts += 1;
  return starts;
}

/** Every node of a pool is met once or is free; a free one is empty. */
function checkPool(met: readonly number[], end: number, count: (node: number) => number, what: string): void {
  const seen = new Set(met);
  expect(seen.size === met.length, `a ${what} is met twice`);
  for (let node = 1; node < end; node++)
    if (!seen.has(node)) expect(count(node) === 0, `${what} ${node} has rows and is not met`);
}

/** A row that the tree does not hold knows no leaf, one that it holds has a standing. */
function checkRows(table: MemberTable, rows: readonly number[]): void {
  const seen = new Set(rows);
  for (let row = 1; row < table.end; row++) {
    if (table.player(row) === 0) continue;
    expect(seen.has(row) === (table.leaf(row) !== 0), `row ${row} knows leaf ${table.leaf(row)}`);
    expect(!seen.has(row) || table.isPresent(row), `row ${row} is in the tree without a standing`);
  }
}

function expect(holds: boolean, message: string): void {
  if (!holds) throw new Error(`the tree is broken: ${message}`);
}
