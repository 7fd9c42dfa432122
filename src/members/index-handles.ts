/**
 * Handles: a small number for each open index, which rows name in place of the index number of 53 bits.
 *
 * A handle belongs to one index until that is dropped and its last row is freed; then another index may have it.
 */
const bitsPerWord = 32;

export class IndexHandles {
  readonly #byIndex = new Map<number, number>();
  /** What was found last: a map hashes index numbers slowly, as they are beyond 2^31, and calls come in runs. */
  #foundIndex = 0;
  #foundHandle = 0;
  /** Index numbers by handle; 0 where the index was dropped. Handle 0 is none. */
  readonly #indexes: number[] = [0];
  readonly #columns: number[] = [0];
  /** Rows that name the handle. */
  readonly #rows: number[] = [0];
  readonly #free: number[] = [];
  /** Dropped index numbers, a bit each: those of one period lie side by side. */
  readonly #dropped = new Map<number, number>();
  #orphans = 0;

  /** The handle after the greatest so far. */
  get end(): number {
    return this.#indexes.length;
  }

  /** Rows of dropped indexes that are not freed yet. */
  get orphans(): number {
    return this.#orphans;
  }

  /** The handle of an open index, 0 if it is not open. */
  find(index: number): number {
    if (index === this.#foundIndex) return this.#foundHandle;
    const handle = this.#byIndex.get(index) ?? 0;
    if (handle !== 0) {
      this.#foundIndex = index;
      this.#foundHandle = handle;
    }
    return handle;
  }

  /** The handle of an index, which is opened where it is not; 0 for a number that was dropped. */
  open(index: number, columns: number): number {
    const known = this.find(index);
    if (known !== 0) {
      const has = this.#columns[known]!;
      if (has !== columns)
        throw new Error(`index ${index} has ${has} columns; it was opened with ${columns}`);
      return known;
    }
    if (this.#wasDropped(index)) return 0;
    const handle = this.#free.pop() ?? this.#indexes.length;
    this.#indexes[handle] = index;
    this.#columns[handle] = columns;
    this.#rows[handle] = 0;
    this.#byIndex.set(index, handle);
    return handle;
  }

  /** Lets an index go for good: its number is never opened again. */
  drop(index: number): void {
    const word = Math.floor(index / bitsPerWord);
    this.#dropped.set(word, (this.#dropped.get(word) ?? 0) | (1 << (index % bitsPerWord)));
    const handle = this.find(index);
    if (handle === 0) return;
    this.#byIndex.delete(index);
    this.#foundIndex = 0;
    this.#foundHandle = 0;
    this.#indexes[handle] = 0;
    this.#orphans += this.#rows[handle]!;
    this.#release(handle);
  }

  /** The index of a handle; 0 where it was dropped. */
  indexOf(handle: number): number {
    return this.#indexes[handle]!;
  }

  columnsOf(handle: number): number {
    return this.#columns[handle]!;
  }

  /** Rows that name a handle. */
  rowsOf(handle: number): number {
    return this.#rows[handle]!;
  }

  addRow(handle: number): void {
    this.#rows[handle]! += 1;
  }

  removeRow(handle: number): void {
    this.#rows[handle]! -= 1;
    if (this.#indexes[handle] !== 0) return;
    this.#orphans -= 1;
    this.#release(handle);
  }

  /** Every open index and its handle. */
  all(): Iterable<[index: number, handle: number]> {
    return this.#byIndex;
  }

  describe(): HandlesDescription {
    return {
      indexes: [...this.#indexes],
      columns: [...this.#columns],
      rows: [...this.#rows],
      free: [...this.#free],
      dropped: [...this.#dropped],
    };
  }

  static from({ indexes, columns, rows, free, dropped }: HandlesDescription): IndexHandles {
    const handles = new IndexHandles();
    const isFree = new Set(free);
    for (let handle = 1; handle < indexes.length; handle++) {
      handles.#indexes.push(indexes[handle]!);
      handles.#columns.push(columns[handle]!);
      handles.#rows.push(rows[handle]!);
      if (indexes[handle] !== 0) handles.#byIndex.set(indexes[handle]!, handle);
      else if (!isFree.has(handle)) handles.#orphans += rows[handle]!;
    }
    handles.#free.push(...free);
    for (const [word, bits] of dropped) handles.#dropped.set(word, bits);
    return handles;
  }

  /** Gives the handle of a dropped index back, once no row names it. */
  #release(handle: number): void {
    if (this.#rows[handle] === 0) this.#free.push(handle);
  }

  #wasDropped(index: number): boolean {
    return (((this.#dropped.get(Math.floor(index / bitsPerWord)) ?? 0) >>> (index % bitsPerWord)) & 1) === 1;
  }
}

export interface HandlesDescription {
  readonly indexes: readonly number[];
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly free: readonly number[];
  readonly dropped: readonly (readonly [word: number, bits: number])[];
}
