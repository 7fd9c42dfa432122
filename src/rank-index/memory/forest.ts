/**
 * Counted B+trees over member rows, all of one order: every place in it, and every row's place, in O(log n). The
 * trees of a forest share their nodes' pools; a tree is named by the handle of its index.
 *
 * Always true of each (invariants.ts checks it in tests):
 * - leaves hold all rows of the tree in strictly ascending order, chained; each row knows its leaf, each leaf
 *   and branch its parent. So a row's place is found by walking up, without a key: equal scores cost no more.
 * - a branch knows, for each child, the rows below it and, from the second on, a copy of the smallest key below
 *   it. The copy is exact, not just a bound: when the smallest row leaves, it is made anew (one removal in 45).
 *   So no separator names a player who is not there, whose id might be rewritten and then order otherwise.
 * - no node is empty; a root that is a branch has at least two children.
 * - in a dense tree a row is marked as a *start* if the row before it has other columns (the first one is), and
 *   branches know the starts below each child: the starts up to a row are the distinct columns up to it.
 *
 * A row's key may change only while the row is out of the tree, or by `rewrite`.
 */
import type { Standing } from "../../core/fold.ts";
import { Bound } from "./bound.ts";
import { bulkBuild, fullEnough } from "./bulk-build.ts";
import type { MemberOrder } from "./member-order.ts";
import { type NodeSizes, Nodes } from "./nodes.ts";
import { Roots } from "./roots.ts";

export class Forest {
  readonly order: MemberOrder;
  /** The inside, for checking. */
  readonly nodes: Nodes;

  /** `roots` may be shared by forests: a tree is in one of them. */
  constructor(order: MemberOrder, roots = new Roots(), sizes: NodeSizes = {}) {
    this.order = order;
    this.nodes = new Nodes(order, roots, sizes);
  }

  /** How many rows a tree holds. */
  size(tree: number): number {
    return this.nodes.roots.size(tree);
  }

  /** What the nodes take. */
  get bytes(): number {
    return this.nodes.leaves.bytes + this.nodes.branches.bytes;
  }

  /** All rows of a tree, in order. */
  rowsOf(tree: number): Uint32Array {
    const rows = new Uint32Array(this.size(tree));
    this.read(tree, 0, rows, rows.length);
    return rows;
  }

  /** Puts a row in whose key is written. */
  insert(tree: number, row: number): void {
    if (this.order.rows.leaf(row) !== 0) throw new Error(`row ${row} is put into a tree twice`);
    const { leaves, branches, roots, dense } = this.nodes;
    entering.beforeRow(this.order, row);
    let node = roots.root(tree);
    if (node === 0) {
      node = leaves.add(1);
      roots.setRoot(tree, node, 0);
    }
    for (let level = roots.height(tree); level > 0; level--) {
      const slot = branches.find(node, entering);
      branches.addSize(node, slot, 1);
      node = branches.child(node, slot);
    }
    roots.setSize(tree, roots.size(tree) + 1);
    this.#place(tree, node, leaves.find(node, entering), row);
    if (dense) this.#markEntered(row);
  }

  /** Takes a row out, without a search for its key. */
  remove(tree: number, row: number): void {
    const nodes = this.nodes;
    const { leaves, roots, dense } = nodes;
    const leaf = this.#leafOf(row);
    const slot = leaves.slotOf(leaf, row);
    if (dense) this.#markLeaving(leaf, slot);
    leaves.remove(leaf, slot);
    roots.setSize(tree, roots.size(tree) - 1);
    nodes.addSizes(leaf, -1);
    const count = leaves.count(leaf);
    if (slot === 0 && count > 0) nodes.renewSeparator(0, leaf);
    if (count < this.#few(0)) this.#settle(tree, 0, leaf);
  }

  /** Writes a standing to a row that is in, and moves it to its place. */
  rewrite(tree: number, row: number, standing: Standing, revision: number): void {
    const { rows } = this.order;
    const { leaves, roots, dense } = this.nodes;
    // In a larger tree few moves stay in their leaf, and to ask costs the others a cache miss that nothing overlaps.
    if (dense || roots.height(tree) > 0) {
      this.remove(tree, row);
      rows.write(row, standing, revision);
      this.insert(tree, row);
      return;
    }
    rows.write(row, standing, revision);
    entering.beforeRow(this.order, row);
    const leaf = this.#leafOf(row);
    leaves.reseat(leaf, leaves.slotOf(leaf, row), entering);
  }

  /** Fills an empty tree with the rows from `from` to before `to`, which are in order. */
  bulkBuild(tree: number, rows: Uint32Array, from: number, to: number): void {
    bulkBuild(this.nodes, tree, rows, from, to);
  }

  /**
   * Empties a tree without telling its rows, which must be freed or put into another tree; `reclaim` gives the nodes
   * back.
   */
  abandon(tree: number): AbandonedNodes {
    const { roots } = this.nodes;
    const stack = roots.root(tree) === 0 ? [] : [{ level: roots.height(tree), node: roots.root(tree) }];
    roots.setRoot(tree, 0, 0);
    roots.setSize(tree, 0);
    return stack;
  }

  /** Gives back up to `nodesMax` of the nodes. */
  reclaim(abandoned: AbandonedNodes, nodesMax: number): void {
    const { leaves, branches } = this.nodes;
    for (let freed = 0; freed < nodesMax; freed++) {
      const top = abandoned.pop();
      if (top === undefined) return;
      const { level, node } = top;
      if (level === 0) {
        leaves.discard(node);
        continue;
      }
      for (let slot = branches.count(node) - 1; slot >= 0; slot--)
        abandoned.push({ level: level - 1, node: branches.child(node, slot) });
      branches.free(node);
    }
  }

  /** The 0-based place of a row. */
  position(row: number): number {
    const { leaves, branches } = this.nodes;
    let node = this.#leafOf(row);
    let place = leaves.slotOf(node, row);
    for (let parent = leaves.parent(node); parent !== 0; parent = branches.parent(parent)) {
      place += branches.sizeBeforeChild(parent, node);
      node = parent;
    }
    return place;
  }

  /**
   * Brings what `position` reads for rows into the cache, those that are 0 left out: the misses of all overlap.
   */
  touchPositions(rows: Uint32Array, count: number): void {
    const { leaves, branches } = this.nodes;
    const members = this.order.rows;
    for (let i = 0; i < count; i++) if (rows[i] !== 0) leaves.touch(members.leaf(rows[i]!));
    for (let i = 0; i < count; i++) {
      const parent = rows[i] === 0 ? 0 : leaves.parent(members.leaf(rows[i]!));
      if (parent !== 0) branches.touch(parent);
    }
  }

  /** Brings a leaf, its first parts too, into the cache. */
  touchLeaf(leaf: number): void {
    if (leaf === 0) return;
    this.nodes.leaves.touch(leaf);
    this.nodes.leaves.touchFirsts(leaf);
  }

  /** The leaf where a row with these values belongs, or one close to it; 0 in an empty tree. */
  leafFor(tree: number, values: readonly number[]): number {
    const { branches, roots } = this.nodes;
    entering.atValues(this.order.rule, values, false);
    let node = roots.root(tree);
    for (let level = roots.height(tree); level > 0; level--)
      node = branches.child(node, branches.find(node, entering));
    return node;
  }

  /** The row at a 0-based place, 0 if there is none. */
  rowAt(tree: number, place: number): number {
    return this.read(tree, place, oneRow, 1) === 0 ? 0 : oneRow[0]!;
  }

  /** Whether the row in front of a row has the same columns. */
  isTiedBefore(row: number): boolean {
    const leaf = this.#leafOf(row);
    return this.nodes.isTiedBefore(leaf, this.nodes.leaves.slotOf(leaf, row));
  }

  /** Whether the row behind a row has the same columns. */
  isTiedAfter(row: number): boolean {
    const leaf = this.#leafOf(row);
    return this.nodes.isTiedAfter(leaf, this.nodes.leaves.slotOf(leaf, row));
  }

  /** Reads rows in order from a 0-based place on into `rows`: how many, at most `limit`. */
  read(tree: number, place: number, rows: Uint32Array, limit: number): number {
    const { leaves, branches, roots } = this.nodes;
    if (place >= roots.size(tree)) return 0;
    let node = roots.root(tree);
    let slot = place;
    for (let level = roots.height(tree); level > 0; level--) {
      const at = branches.slotAt(node, slot);
      slot -= branches.sizeBefore(node, at);
      node = branches.child(node, at);
    }
    let read = 0;
    for (; node !== 0 && read < limit; node = leaves.next(node)) {
      read += leaves.copy(node, slot, rows, read, limit - read);
      slot = 0;
    }
    return read;
  }

  /** How many rows stand before a bound. */
  countBefore(tree: number, bound: Bound): number {
    const { leaves, branches, roots } = this.nodes;
    let node = roots.root(tree);
    if (node === 0) return 0;
    let count = 0;
    for (let level = roots.height(tree); level > 0; level--) {
      const slot = branches.find(node, bound);
      count += branches.sizeBefore(node, slot);
      node = branches.child(node, slot);
    }
    return count + leaves.find(node, bound);
  }

  /** How many distinct columns the rows before a bound have; dense forests only. */
  distinctBefore(tree: number, bound: Bound): number {
    const { leaves, branches, roots } = this.nodes;
    let node = roots.root(tree);
    if (node === 0) return 0;
    let count = 0;
    for (let level = roots.height(tree); level > 0; level--) {
      const slot = branches.find(node, bound);
      count += branches.startsBefore(node, slot);
      node = branches.child(node, slot);
    }
    return count + leaves.startsBefore(node, leaves.find(node, bound));
  }

  /** How many distinct columns the rows up to a row have, its own among them; dense forests only. */
  distinctThrough(row: number): number {
    const { leaves, branches } = this.nodes;
    let node = this.#leafOf(row);
    let count = leaves.startsBefore(node, leaves.slotOf(node, row) + 1);
    for (let parent = leaves.parent(node); parent !== 0; parent = branches.parent(parent)) {
      count += branches.startsBefore(parent, branches.slotOf(parent, node));
      node = parent;
    }
    return count;
  }

  /** A node with fewer children than this looks for a neighbour to merge with. */
  #few(level: number): number {
    return this.nodes.fanout(level) >>> 1;
  }

  #leafOf(row: number): number {
    const leaf = this.order.rows.leaf(row);
    if (leaf === 0) throw new Error(`row ${row} is in no tree`);
    return leaf;
  }

  /** Puts a row into a leaf at a slot; where it is full, into a neighbour or a new leaf. */
  #place(tree: number, leaf: number, slot: number, row: number): void {
    const nodes = this.nodes;
    const { leaves } = nodes;
    const count = leaves.count(leaf);
    const room = leaves.room(leaf);
    if (count < room) {
      leaves.insert(leaf, slot, row);
      return;
    }
    if (room < leaves.fanout) {
      leaves.insert(nodes.enlarge(tree, leaf), slot, row);
      return;
    }
    const next = leaves.next(leaf);
    if (slot === count && next !== 0 && leaves.count(next) < this.#few(0)) {
      // Rows that come in descending order behind a full leaf would otherwise get a leaf each.
      nodes.addSizes(leaf, -1);
      leaves.insert(next, 0, row);
      nodes.addSizes(next, 1);
      nodes.renewSeparator(0, next);
      return;
    }
    // At an end of a full leaf the row gets a leaf of its own: rows that come in order fill their leaves.
    const cut = slot === count || slot === 0 ? slot : count >>> 1;
    const right = leaves.add();
    leaves.chain(leaf, right);
    leaves.move(leaf, cut, right);
    if (slot > cut || slot === count) leaves.insert(right, slot - cut, row);
    else leaves.insert(leaf, slot, row);
    this.#attach(tree, 0, leaf, right);
  }

  /** Hangs `right`, split off from `left`, into the tree behind it. */
  #attach(tree: number, level: number, left: number, right: number): void {
    const nodes = this.nodes;
    const { branches } = nodes;
    const parent = nodes.parent(level, left);
    if (parent === 0) {
      nodes.growRoot(tree, left, right);
      return;
    }
    const slot = branches.slotOf(parent, left) + 1;
    nodes.recount(level, parent, slot - 1);
    const count = branches.count(parent);
    if (count < branches.fanout) {
      nodes.adopt(level, parent, slot, right);
      return;
    }
    // At the end of its level a branch stays full, like the leaves below it.
    const cut = slot === count && nodes.isLast(level + 1, parent) ? count : count >>> 1;
    const split = branches.add(level + 1);
    nodes.move(level + 1, parent, cut, split);
    if (slot > cut || slot === count) nodes.adopt(level, split, slot - cut, right);
    else nodes.adopt(level, parent, slot, right);
    this.#attach(tree, level + 1, parent, split);
  }

  /** Sees to a node that has few children: takes it out if it has none, merges it where a neighbour allows it. */
  #settle(tree: number, level: number, node: number): void {
    const nodes = this.nodes;
    const { branches } = nodes;
    const parent = nodes.parent(level, node);
    if (parent === 0) {
      this.#settleRoot(tree);
      return;
    }
    const slot = branches.slotOf(parent, node);
    if (nodes.count(level, node) === 0) {
      nodes.discard(level, parent, slot);
      if (slot === 0 && branches.count(parent) > 0) nodes.renewSeparator(level + 1, parent);
    } else if (!this.#merge(level, parent, slot - 1) && !this.#merge(level, parent, slot)) {
      return;
    }
    if (branches.count(parent) < this.#few(level + 1)) this.#settle(tree, level + 1, parent);
  }

  /** A root with one child gives way to it; an empty leaf is no root. */
  #settleRoot(tree: number): void {
    const nodes = this.nodes;
    const { leaves, branches, roots } = nodes;
    while (roots.height(tree) > 0 && branches.count(roots.root(tree)) === 1) {
      const root = roots.root(tree);
      const level = roots.height(tree) - 1;
      roots.setRoot(tree, branches.child(root, 0), level);
      nodes.setParent(level, roots.root(tree), 0);
      branches.remove(root, 0);
      branches.free(root);
    }
    if (roots.size(tree) === 0) {
      leaves.free(roots.root(tree));
      roots.setRoot(tree, 0, 0);
    }
  }

  /** Merges the node in a slot with the one behind it, if both are there and fit. */
  #merge(level: number, parent: number, slot: number): boolean {
    const nodes = this.nodes;
    const { branches } = nodes;
    if (slot < 0 || slot + 1 >= branches.count(parent)) return false;
    const left = branches.child(parent, slot);
    const right = branches.child(parent, slot + 1);
    if (nodes.count(level, left) + nodes.count(level, right) > fullEnough(nodes.fanout(level))) return false;
    nodes.move(level, right, 0, left);
    nodes.recount(level, parent, slot);
    nodes.discard(level, parent, slot + 1);
    return true;
  }

  /** Marks a row that was put in as a start, if it is one, in place of an equal one behind it. */
  #markEntered(row: number): void {
    const nodes = this.nodes;
    const leaf = this.#leafOf(row);
    const slot = nodes.leaves.slotOf(leaf, row);
    if (nodes.isTiedBefore(leaf, slot)) return;
    nodes.setStart(leaf, slot, true);
    if (nodes.isTiedAfter(leaf, slot)) nodes.setStartAfter(leaf, slot, false);
  }

  /** Hands the mark of a row that is to leave to the one behind it, if that has the same columns. */
  #markLeaving(leaf: number, slot: number): void {
    const nodes = this.nodes;
    if (!nodes.leaves.isStart(leaf, slot)) return;
    nodes.setStart(leaf, slot, false);
    if (nodes.isTiedAfter(leaf, slot)) nodes.setStartAfter(leaf, slot, true);
  }
}

/** Nodes of trees that are gone, to be given back: the top of each part that is left. */
export type AbandonedNodes = { readonly level: number; readonly node: number }[];

/** The key of the row that is put in: one for all trees, as an insert is one step. */
const entering = new Bound();

/** Takes the answer of `rowAt`. */
const oneRow = new Uint32Array(1);
