/** How much the process holds, after a full collection. */

export interface Memory {
  readonly rss: number;
  readonly arrays: number;
}

export function memoryNow(): Memory {
  for (let i = 0; i < 3; i++) globalThis.gc!();
  const { rss, arrayBuffers } = process.memoryUsage();
  return { rss, arrays: arrayBuffers };
}
