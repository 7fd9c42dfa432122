/**
 * The nodes of all trees of a forest: what leaves and branches have in common, and the ways up and down.
 *
 * A node is named by its level and its number: a leaf on level 0, a branch above. Sizes, starts and separators
 * are kept in the branch above a node; the functions that change a node's rows keep them in step.
 */
import { Branches, type BranchesDescription } from "./branches.ts";
import { Leaves, type LeavesDescription, leafRowsMax } from "./leaves.ts";
import type { MemberOrder } from "./member-order.ts";
import type { Roots } from "./roots.ts";

/** From 32 to 64 children a branch, 60 to 128 rows a leaf: all the same within noise. */
const childrenDefault = 64;

/** Small nodes and segments, for tests. */
export interface NodeSizes {
  /** Rows a leaf and children a branch, 4 or more. */
  readonly fanout?: number;
  readonly leafSegmentBits?: number;
  readonly branchSegmentBits?: number;
}

export class Nodes {
  readonly order: MemberOrder;
  readonly dense: boolean;
  readonly leaves: Leaves;
  readonly branches: Branches;
  readonly roots: Roots;

  constructor(order: MemberOrder, roots: Roots, sizes: NodeSizes) {
    this.order = order;
    this.roots = roots;
    this.dense = order.ties === "dense";
    this.leaves = new Leaves(order, sizes.fanout ?? leafRowsMax, sizes.leafSegmentBits);
    this.branches = new Branches(order, sizes.fanout ?? childrenDefault, sizes.branchSegmentBits);
  }

  describe(): NodesDescription {
    return { leaves: this.leaves.describe(), branches: this.branches.describe() };
  }

  /** The bytes of all nodes. */
  views(): Uint8Array[] {
    return [...this.leaves.views(), ...this.branches.views()];
  }

  /** Makes empty pools those of a description, with views to be filled in. */
  restore({ leaves, branches }: NodesDescription): void {
    this.leaves.restore(leaves);
    this.branches.restore(branches);
  }

  parent(level: number, node: number): number {
    return level === 0 ? this.leaves.parent(node) : this.branches.parent(node);
  }

  setParent(level: number, node: number, parent: number): void {
    if (level === 0) this.leaves.setParent(node, parent);
    else this.branches.setParent(node, parent);
  }

  /** Rows of a leaf, children of a branch. */
  count(level: number, node: number): number {
    return level === 0 ? this.leaves.count(node) : this.branches.count(node);
  }

  /** The smallest row below a node. */
  firstRow(level: number, node: number): number {
    let leaf = node;
    for (let at = level; at > 0; at--) leaf = this.branches.child(leaf, 0);
    return this.leaves.row(leaf, 0);
  }

  /** The most children of a node of a level. */
  fanout(level: number): number {
    return level === 0 ? this.leaves.fanout : this.branches.fanout;
  }

  /** The first leaf, 0 in an empty tree. */
  firstLeaf(tree: number): number {
    let node = this.roots.root(tree);
    for (let level = this.roots.height(tree); level > 0; level--) node = this.branches.child(node, 0);
    return node;
  }

  /** Whether a node is the last of its level. */
  isLast(level: number, node: number): boolean {
    const parent = this.parent(level, node);
    if (parent === 0) return true;
    return (
      this.branches.child(parent, this.branches.count(parent) - 1) === node && this.isLast(level + 1, parent)
    );
  }

  /** Whether the row in front of a slot of a leaf has the same columns. */
  isTiedBefore(leaf: number, slot: number): boolean {
    const { leaves } = this;
    if (slot > 0) return this.#isTied(leaf, slot - 1, leaf, slot);
    const previous = leaves.previous(leaf);
    return previous !== 0 && this.#isTied(previous, leaves.count(previous) - 1, leaf, slot);
  }

  /** Whether the row behind a slot of a leaf has the same columns. */
  isTiedAfter(leaf: number, slot: number): boolean {
    const { leaves } = this;
    if (slot + 1 < leaves.count(leaf)) return this.#isTied(leaf, slot, leaf, slot + 1);
    const next = leaves.next(leaf);
    return next !== 0 && this.#isTied(leaf, slot, next, 0);
  }

  /** Makes a branch over two nodes the root. */
  growRoot(tree: number, left: number, right: number): void {
    const level = this.roots.height(tree);
    const root = this.branches.add(level + 1);
    this.roots.setRoot(tree, root, level + 1);
    this.adopt(level, root, 0, left);
    this.adopt(level, root, 1, right);
  }

  /** Puts a larger leaf in the place of a full one that is the only one of its tree. */
  enlarge(tree: number, leaf: number): number {
    const larger = this.leaves.add(this.leaves.room(leaf) + 1);
    this.leaves.move(leaf, 0, larger);
    this.leaves.free(leaf);
    this.roots.setRoot(tree, larger, 0);
    return larger;
  }

  /** Puts a node into a branch that is not full. */
  adopt(level: number, parent: number, slot: number, node: number): void {
    const { branches } = this;
    branches.insert(parent, slot, node, this.firstRow(level, node), this.#sizeBelow(level, node));
    if (this.dense) branches.addStarts(parent, slot, this.#startsBelow(level, node));
    this.setParent(level, node, parent);
  }

  /** Counts anew what is below the child in a slot. */
  recount(level: number, parent: number, slot: number): void {
    const { branches } = this;
    const node = branches.child(parent, slot);
    branches.addSize(parent, slot, this.#sizeBelow(level, node) - branches.size(parent, slot));
    if (this.dense)
      branches.addStarts(parent, slot, this.#startsBelow(level, node) - branches.starts(parent, slot));
  }

  /** Moves all below a node from a slot on to the end of another node of its level. */
  move(level: number, node: number, slot: number, to: number): void {
    const { leaves, branches } = this;
    if (level === 0) {
      leaves.move(node, slot, to);
      return;
    }
    const offset = branches.count(to);
    branches.move(node, slot, to);
    const count = branches.count(to);
    for (let i = offset; i < count; i++) this.setParent(level - 1, branches.child(to, i), to);
    // A separator in slot 0 is not kept, and what came from there may lie elsewhere now.
    if (offset === count) return;
    branches.setSeparator(to, offset, this.firstRow(level - 1, branches.child(to, offset)));
  }

  /** Takes the empty node in a slot out. */
  discard(level: number, parent: number, slot: number): void {
    const node = this.branches.child(parent, slot);
    this.branches.remove(parent, slot);
    if (level === 0) this.leaves.free(node);
    else this.branches.free(node);
  }

  /** Adds to the sizes above a leaf. */
  addSizes(leaf: number, difference: number): void {
    const { branches } = this;
    let node = leaf;
    for (let parent = this.leaves.parent(leaf); parent !== 0; parent = branches.parent(parent)) {
      branches.addSize(parent, branches.slotOf(parent, node), difference);
      node = parent;
    }
  }

  /** Marks a slot of a leaf as a start, or no longer, and adds to the starts above. */
  setStart(leaf: number, slot: number, start: boolean): void {
    const { leaves, branches } = this;
    const difference = (start ? 1 : 0) - (leaves.isStart(leaf, slot) ? 1 : 0);
    leaves.setStart(leaf, slot, start);
    let node = leaf;
    for (let parent = leaves.parent(leaf); parent !== 0; parent = branches.parent(parent)) {
      branches.addStarts(parent, branches.slotOf(parent, node), difference);
      node = parent;
    }
  }

  /** Marks the row behind a slot of a leaf, which is there. */
  setStartAfter(leaf: number, slot: number, start: boolean): void {
    if (slot + 1 < this.leaves.count(leaf)) this.setStart(leaf, slot + 1, start);
    else this.setStart(this.leaves.next(leaf), 0, start);
  }

  /** Copies the smallest key below a node anew, into the one branch that separates by it. */
  renewSeparator(level: number, node: number): void {
    const { branches } = this;
    let child = node;
    for (let parent = this.parent(level, node); parent !== 0; parent = branches.parent(parent)) {
      const slot = branches.slotOf(parent, child);
      if (slot > 0) {
        branches.setSeparator(parent, slot, this.firstRow(level, node));
        return;
      }
      child = parent;
    }
  }

  /** Compares what the leaves hold first: rows are read, at a cache miss each, only where that is equal. */
  #isTied(leafA: number, slotA: number, leafB: number, slotB: number): boolean {
    const { leaves, order } = this;
    if (leaves.first(leafA, slotA) !== leaves.first(leafB, slotB)) return false;
    return order.columns === 1 || order.sameColumns(leaves.row(leafA, slotA), leaves.row(leafB, slotB));
  }

  #sizeBelow(level: number, node: number): number {
    return level === 0 ? this.leaves.count(node) : this.branches.sizeBefore(node, this.branches.count(node));
  }

  #startsBelow(level: number, node: number): number {
    if (level === 0) return this.leaves.startsBefore(node, this.leaves.count(node));
    return this.branches.startsBefore(node, this.branches.count(node));
  }
}

export interface NodesDescription {
  readonly leaves: LeavesDescription;
  readonly branches: BranchesDescription;
}
