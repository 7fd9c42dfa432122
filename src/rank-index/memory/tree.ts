/**
 * A counted B+tree over the rows of one member table: every place in the order, and every row's place, in
 * O(log n).
 *
 * Always true (invariants.ts checks it in tests):
 * - leaves hold all rows of the tree in strictly ascending order, chained; each row knows its leaf, each leaf
 *   and branch its parent. So a row's place is found by walking up, without a key: equal scores cost no more.
 * - a branch knows, for each child, the rows below it and, from the second on, a copy of the smallest key below
 *   it. The copy is exact, not just a bound: when the smallest row leaves, it is made anew (one removal in 45).
 *   So no separator names a player who is not there, whose id might be rewritten and then order otherwise.
 * - no node is empty; a root that is a branch has at least two children.
 * - in a dense tree a row is marked as a *start* if the row before it has other columns (the first one is), and
 *   branches know the starts below each child: the starts up to a row are the distinct columns up to it.
 *
 * A row's key may change only while the row is out of the tree.
 */
import { Bound } from "./bound.ts";
import { bulkBuild } from "./bulk-build.ts";
import type { MemberOrder } from "./member-order.ts";
import { Nodes } from "./nodes.ts";

/** From 64 to 128 rows a leaf, 32 to 64 children a branch: all the same within noise. */
const fanoutDefault = 64;

export class Tree {
  readonly order: MemberOrder;
  readonly fanout: number;
  #nodes: Nodes;
  #size = 0;
  /** A node with fewer children than this looks for a neighbour to merge with ... */
  readonly #few: number;
  /** ... and takes it if both fit in that many: a full node would soon split again. */
  readonly #mergedMax: number;

  /** `fanout`: rows a leaf and children a branch, 4 or more. */
  constructor(order: MemberOrder, fanout = fanoutDefault) {
    this.order = order;
    this.fanout = fanout;
    this.#nodes = new Nodes(order, fanout);
    this.#few = fanout >>> 1;
    this.#mergedMax = Math.floor((7 * fanout) / 8);
  }

  /** How many rows the tree holds. */
  get size(): number {
    return this.#size;
  }

  /** The inside, for checking. */
  get nodes(): Nodes {
    return this.#nodes;
  }

  /** Puts a row in whose key is in the table. */
  insert(row: number): void {
    if (this.order.table.leaf(row) !== 0) throw new Error(`row ${row} is put into a tree twice`);
    const { leaves, branches, root, height, dense } = this.#nodes;
    entering.beforeRow(this.order, row);
    let node = root;
    if (node === 0) {
      node = leaves.add();
      this.#nodes.root = node;
    }
    for (let level = height; level > 0; level--) {
      const slot = branches.find(node, entering);
      branches.addSize(node, slot, 1);
      node = branches.child(node, slot);
    }
    this.#size += 1;
    this.#place(node, leaves.find(node, entering), row);
    if (dense) this.#markEntered(row);
  }

  /** Takes a row out, without a search for its key. */
  remove(row: number): void {
    const nodes = this.#nodes;
    const { leaves, dense } = nodes;
    const leaf = this.#leafOf(row);
    const slot = leaves.slotOf(leaf, row);
    if (dense) this.#markLeaving(leaf, slot);
    leaves.remove(leaf, slot);
    this.#size -= 1;
    nodes.addSizes(leaf, -1);
    const count = leaves.count(leaf);
    if (slot === 0 && count > 0) nodes.renewSeparator(0, leaf);
    if (count < this.#few) this.#settle(0, leaf);
  }

  /** Lets all rows go. */
  clear(): void {
    const { leaves } = this.#nodes;
    for (let leaf = this.#nodes.firstLeaf(); leaf !== 0; leaf = leaves.next(leaf)) {
      const count = leaves.count(leaf);
      for (let slot = 0; slot < count; slot++) this.order.table.setLeaf(leaves.row(leaf, slot), 0);
    }
    this.#nodes = new Nodes(this.order, this.fanout);
    this.#size = 0;
  }

  /** Fills an empty tree with the first `count` of rows that are in order. */
  bulkBuild(rows: Uint32Array, count: number): void {
    bulkBuild(this.#nodes, rows, count, this.#mergedMax);
    this.#size = count;
  }

  /** The 0-based place of a row. */
  position(row: number): number {
    const { leaves, branches } = this.#nodes;
    let node = this.#leafOf(row);
    let place = leaves.slotOf(node, row);
    for (let parent = leaves.parent(node); parent !== 0; parent = branches.parent(parent)) {
      place += branches.sizeBefore(parent, branches.slotOf(parent, node));
      node = parent;
    }
    return place;
  }

  /** The row at a 0-based place, 0 if there is none. */
  rowAt(place: number): number {
    return this.read(place, oneRow, 1) === 0 ? 0 : oneRow[0]!;
  }

  /** Whether the row in front of a row has the same columns. */
  isTiedBefore(row: number): boolean {
    const leaf = this.#leafOf(row);
    return this.#nodes.isTiedBefore(leaf, this.#nodes.leaves.slotOf(leaf, row));
  }

  /** Whether the row behind a row has the same columns. */
  isTiedAfter(row: number): boolean {
    const leaf = this.#leafOf(row);
    return this.#nodes.isTiedAfter(leaf, this.#nodes.leaves.slotOf(leaf, row));
  }

  /** Reads rows in order from a 0-based place on into `rows`: how many, at most `limit`. */
  read(place: number, rows: Uint32Array, limit: number): number {
    if (place >= this.#size) return 0;
    const { leaves, branches, root, height } = this.#nodes;
    let node = root;
    let slot = place;
    for (let level = height; level > 0; level--) {
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
  countBefore(bound: Bound): number {
    const { leaves, branches, root, height } = this.#nodes;
    if (root === 0) return 0;
    let node = root;
    let count = 0;
    for (let level = height; level > 0; level--) {
      const slot = branches.find(node, bound);
      count += branches.sizeBefore(node, slot);
      node = branches.child(node, slot);
    }
    return count + leaves.find(node, bound);
  }

  /** How many distinct columns the rows before a bound have; dense trees only. */
  distinctBefore(bound: Bound): number {
    const { leaves, branches, root, height } = this.#nodes;
    if (root === 0) return 0;
    let node = root;
    let count = 0;
    for (let level = height; level > 0; level--) {
      const slot = branches.find(node, bound);
      count += branches.startsBefore(node, slot);
      node = branches.child(node, slot);
    }
    return count + leaves.startsBefore(node, leaves.find(node, bound));
  }

  /** How many distinct columns the rows up to a row have, its own among them; dense trees only. */
  distinctThrough(row: number): number {
    const { leaves, branches } = this.#nodes;
    let node = this.#leafOf(row);
    let count = leaves.startsBefore(node, leaves.slotOf(node, row) + 1);
    for (let parent = leaves.parent(node); parent !== 0; parent = branches.parent(parent)) {
      count += branches.startsBefore(parent, branches.slotOf(parent, node));
      node = parent;
    }
    return count;
  }

  #leafOf(row: number): number {
    const leaf = this.order.table.leaf(row);
    if (leaf === 0) throw new Error(`row ${row} is in no tree`);
    return leaf;
  }

  /** Puts a row into a leaf at a slot; where it is full, into a neighbour or a new leaf. */
  #place(leaf: number, slot: number, row: number): void {
    const nodes = this.#nodes;
    const { leaves } = nodes;
    const count = leaves.count(leaf);
    if (count < this.fanout) {
      leaves.insert(leaf, slot, row);
      return;
    }
    const next = leaves.next(leaf);
    if (slot === count && next !== 0 && leaves.count(next) < this.#few) {
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
    this.#attach(0, leaf, right);
  }

  /** Hangs `right`, split off from `left`, into the tree behind it. */
  #attach(level: number, left: number, right: number): void {
    const nodes = this.#nodes;
    const { branches } = nodes;
    const parent = nodes.parent(level, left);
    if (parent === 0) {
      nodes.growRoot(left, right);
      return;
    }
    const slot = branches.slotOf(parent, left) + 1;
    nodes.recount(level, parent, slot - 1);
    const count = branches.count(parent);
    if (count < this.fanout) {
      nodes.adopt(level, parent, slot, right);
      return;
    }
    // At the end of its level a branch stays full, like the leaves below it.
    const cut = slot === count && nodes.isLast(level + 1, parent) ? count : count >>> 1;
    const split = branches.add(level + 1);
    nodes.move(level + 1, parent, cut, split);
    if (slot > cut || slot === count) nodes.adopt(level, split, slot - cut, right);
    else nodes.adopt(level, parent, slot, right);
    this.#attach(level + 1, parent, split);
  }

  /** Sees to a node that has few children: takes it out if it has none, merges it where a neighbour allows it. */
  #settle(level: number, node: number): void {
    const nodes = this.#nodes;
    const { branches } = nodes;
    const parent = nodes.parent(level, node);
    if (parent === 0) {
      this.#settleRoot();
      return;
    }
    const slot = branches.slotOf(parent, node);
    if (nodes.count(level, node) === 0) {
      nodes.discard(level, parent, slot);
      if (slot === 0 && branches.count(parent) > 0) nodes.renewSeparator(level + 1, parent);
    } else if (!this.#merge(level, parent, slot - 1) && !this.#merge(level, parent, slot)) {
      return;
    }
    if (branches.count(parent) < this.#few) this.#settle(level + 1, parent);
  }

  /** A root with one child gives way to it; an empty leaf is no root. */
  #settleRoot(): void {
    const nodes = this.#nodes;
    const { leaves, branches } = nodes;
    while (nodes.height > 0 && branches.count(nodes.root) === 1) {
      const root = nodes.root;
      nodes.root = branches.child(root, 0);
      nodes.height -= 1;
      nodes.setParent(nodes.height, nodes.root, 0);
      branches.remove(root, 0);
      branches.free(root);
    }
    if (this.#size === 0) {
      leaves.free(nodes.root);
      nodes.root = 0;
    }
  }

  /** Merges the node in a slot with the one behind it, if both are there and fit. */
  #merge(level: number, parent: number, slot: number): boolean {
    const nodes = this.#nodes;
    const { branches } = nodes;
    if (slot < 0 || slot + 1 >= branches.count(parent)) return false;
    const left = branches.child(parent, slot);
    const right = branches.child(parent, slot + 1);
    if (nodes.count(level, left) + nodes.count(level, right) > this.#mergedMax) return false;
    nodes.move(level, right, 0, left);
    nodes.recount(level, parent, slot);
    nodes.discard(level, parent, slot + 1);
    return true;
  }

  /** Marks a row that was put in as a start, if it is one, in place of an equal one behind it. */
  #markEntered(row: number): void {
    const nodes = this.#nodes;
    const leaf = this.#leafOf(row);
    const slot = nodes.leaves.slotOf(leaf, row);
    if (nodes.isTiedBefore(leaf, slot)) return;
    nodes.setStart(leaf, slot, true);
    if (nodes.isTiedAfter(leaf, slot)) nodes.setStartAfter(leaf, slot, false);
  }

  /** Hands the mark of a row that is to leave to the one behind it, if that has the same columns. */
  #markLeaving(leaf: number, slot: number): void {
    const nodes = this.#nodes;
    if (!nodes.leaves.isStart(leaf, slot)) return;
    nodes.setStart(leaf, slot, false);
    if (nodes.isTiedAfter(leaf, slot)) nodes.setStartAfter(leaf, slot, true);
  }
}

/** The key of the row that is put in: one for all trees, as an insert is one step. */
const entering = new Bound();

/** Takes the answer of `rowAt`. */
const oneRow = new Uint32Array(1);
