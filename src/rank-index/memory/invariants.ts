/**
 * Test support: checks all that forest.ts says is always true, by counting everything anew.
 */
import type { Forest } from "./forest.ts";
import type { MemberOrder } from "./member-order.ts";
import type { Nodes } from "./nodes.ts";

/** Throws at the first thing that is wrong in the only tree of a forest; returns its rows in order. */
export function checkForest(forest: Forest, tree: number): number[] {
  const found = checkTree(forest, tree);
  const { leaves, branches } = forest.nodes;
  checkPool(found.branches, branches.end, (branch) => branches.count(branch), "branch");
  const units = found.leaves.reduce((sum, leaf) => sum + leaves.units(leaf), 0);
  const free = leaves.freeUnits();
  expect(
    units + free + leaves.leftOut === leaves.end - 1,
    `${units} units are met, ${free} are free, ${leaves.leftOut} left out, and there are ${leaves.end - 1}`,
  );
  return found.rows;
}

/** Throws at the first thing that is wrong in a tree. */
export function checkTree(
  forest: Forest,
  tree: number,
): { rows: number[]; leaves: number[]; branches: number[] } {
  const { nodes, order } = forest;
  const root = nodes.roots.root(tree);
  const height = nodes.roots.height(tree);
  const rows: number[] = [];
  const leaves: number[] = [];
  const branches: number[] = [];
  if (root === 0) expect(height === 0, "an empty tree has height");
  else {
    expect(nodes.parent(height, root) === 0, "the root has a parent");
    checkNode(nodes, height, root, true, rows, leaves, branches);
  }
  const size = forest.size(tree);
  expect(size === rows.length, `size is ${size}, rows are ${rows.length}`);
  for (let i = 1; i < rows.length; i++) {
    expect(
      order.compare(rows[i - 1]!, rows[i]!) < 0,
      `rows ${rows[i - 1]} and ${rows[i]} at place ${i} are not in order`,
    );
  }
  checkChain(nodes, leaves);
  if (nodes.dense) checkStarts(nodes, leaves);
  checkMeetings(leaves, "leaf");
  checkRows(order, tree, rows);
  return { rows, leaves, branches };
}

/** Walks a node's part of the tree: its rows are added to `rows`, the nodes to their lists. */
function checkNode(
  nodes: Nodes,
  level: number,
  node: number,
  isRoot: boolean,
  rows: number[],
  leaves: number[],
  branches: number[],
): void {
  const count = nodes.count(level, node);
  expect(count >= (isRoot && level > 0 ? 2 : 1), `node ${node} of level ${level} has ${count} children`);
  const room = level === 0 ? nodes.leaves.room(node) : nodes.fanout(level);
  expect(count <= room, `node ${node} of level ${level} has ${count} children and room for ${room}`);
  expect(isRoot || room === nodes.fanout(level), `node ${node} of level ${level} has room for ${room} only`);
  if (level === 0) {
    leaves.push(node);
    for (let slot = 0; slot < count; slot++) {
      const row = nodes.leaves.row(node, slot);
      expect(
        nodes.order.rows.leaf(row) === node,
        `row ${row} in leaf ${node} knows leaf ${nodes.order.rows.leaf(row)}`,
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
    checkNode(nodes, level - 1, child, false, rows, leaves, branches);
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
    branches.player(branch, slot) === order.rows.player(row),
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
  checkMeetings(met, what);
  const seen = new Set(met);
  for (let node = 1; node < end; node++)
    if (!seen.has(node)) expect(count(node) === 0, `${what} ${node} has rows and is not met`);
}

function checkMeetings(met: readonly number[], what: string): void {
  expect(new Set(met).size === met.length, `a ${what} is met twice`);
}

/** A row that the tree does not hold knows no leaf, one that it holds has a standing. */
function checkRows({ rows: members }: MemberOrder, tree: number, rows: readonly number[]): void {
  const seen = new Set(rows);
  for (let row = 1; row < members.end; row++) {
    if (members.player(row) === 0 || members.handle(row) !== tree) continue;
    expect(seen.has(row) === (members.leaf(row) !== 0), `row ${row} knows leaf ${members.leaf(row)}`);
    expect(!seen.has(row) || members.isPresent(row), `row ${row} is in the tree without a standing`);
  }
}

function expect(holds: boolean, message: string): void {
  if (!holds) throw new Error(`the tree is broken: ${message}`);
}
