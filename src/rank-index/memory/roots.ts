/** The trees of all indexes: root, height and size of each, by the handle of its index. */
const treesMin = 64;

export class Roots {
  /** A leaf on height 0, else a branch; 0 for an empty tree. */
  #roots = new Uint32Array(treesMin);
  #sizes = new Uint32Array(treesMin);
  #heights = new Uint8Array(treesMin);

  root(tree: number): number {
    return this.#roots[tree]!;
  }

  /** The level of the root. */
  height(tree: number): number {
    return this.#heights[tree]!;
  }

  setRoot(tree: number, root: number, height: number): void {
    this.#roots[tree] = root;
    this.#heights[tree] = height;
  }

  /** How many rows the tree holds. */
  size(tree: number): number {
    return this.#sizes[tree]!;
  }

  setSize(tree: number, size: number): void {
    this.#sizes[tree] = size;
  }

  get bytes(): number {
    return 9 * this.#roots.length;
  }

  /** The bytes of all trees. */
  views(): Uint8Array[] {
    return [this.#roots, this.#sizes, this.#heights].map(
      ({ buffer, byteLength }) => new Uint8Array(buffer, 0, byteLength),
    );
  }

  /** How many trees there is room for. */
  get length(): number {
    return this.#roots.length;
  }

  /** Makes room for a tree: an empty one, where it is new. */
  reach(tree: number): void {
    if (tree < this.#roots.length) return;
    // Copied as a whole: nine bytes an index are little, even of a million.
    this.resize(2 * Math.max(tree, this.#roots.length));
  }

  /** Makes room for as many trees: not less than there was. */
  resize(length: number): void {
    const [roots, sizes, heights] = [this.#roots, this.#sizes, this.#heights];
    this.#roots = new Uint32Array(length);
    this.#sizes = new Uint32Array(length);
    this.#heights = new Uint8Array(length);
    this.#roots.set(roots);
    this.#sizes.set(sizes);
    this.#heights.set(heights);
  }
}
