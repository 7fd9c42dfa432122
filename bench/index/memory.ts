/** How much the process holds, after a full collection. */

export interface Memory {
  readonly rss: number;
  /** What the index says that its arrays hold: the pages of the rest of them were never touched. */
  readonly arrays: number;
}

export function memoryNow(arrays: number): Memory {
  for (let i = 0; i < 3; i++) globalThis.gc!();
  return { rss: process.memoryUsage().rss, arrays };
}
