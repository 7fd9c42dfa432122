/**
 * Ends what has waited too long. All may wait equally long, so whoever came first is due first, and one timer
 * watches over all: a timer for each costs more than a lone report does in all other respects.
 */

/** Something that is open until it has ended, by itself or at its deadline. */
export interface Open {
  readonly ended: boolean;
  /** Called at the deadline, unless it has ended. */
  expire(): void;
}

export class Deadlines {
  readonly #waitMs: number;
  /** In the order in which they came, from `#head` on. */
  #open: { readonly item: Open; readonly dueAt: number }[] = [];
  #head = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  add(item: Open): void {
    this.#open.push({ item, dueAt: performance.now() + this.#waitMs });
    this.#timer ??= setTimeout(this.#expireDue, this.#waitMs);
  }

  /** Lets go of those that have ended, up to the first that has not; without any left nothing is watched. */
  sweep(): void {
    while (this.#head < this.#open.length && this.#open[this.#head]!.item.ended) this.#head += 1;
    if (this.#head === this.#open.length) {
      this.#open = [];
      this.#head = 0;
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
    } else if (this.#head > this.#open.length / 2) {
      this.#open = this.#open.slice(this.#head);
      this.#head = 0;
    }
  }

  readonly #expireDue = (): void => {
    this.#timer = null;
    // Timers count in whole milliseconds and may be early by a part of one.
    const due = performance.now() + 1;
    for (let i = this.#head; i < this.#open.length && this.#open[i]!.dueAt <= due; i++) {
      const { item } = this.#open[i]!;
      if (!item.ended) item.expire();
    }
    this.sweep();
    const next = this.#open[this.#head];
    if (next !== undefined) this.#timer ??= setTimeout(this.#expireDue, next.dueAt - performance.now());
  };
}
