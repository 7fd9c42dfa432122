/**
 * When a try is followed by another, and how long after.
 *
 * The waits are drawn from the whole of a span that doubles (full jitter): clients that failed together do not come
 * back together. M. Brooker, "Exponential Backoff And Jitter", 2015.
 */
import type { LaurelError } from "./laurel-error.ts";

const spanFirstMs = 200;
const spanMostMs = 10_000;

/** Whether the same request may fare better later: the service or a proxy is busy, or the network failed. */
export function isPassing({ status, code }: LaurelError): boolean {
  return [429, 502, 503, 504].includes(status) || code === "unreachable" || code === "timeout";
}

/**
 * How long to wait before another try, in milliseconds; `failed` counts those that failed in a row, from 1. What the
 * service asks for (`retryAfterMs`) is the least.
 */
export function backOffMs(failed: number, retryAfterMs: number | null = null, random = Math.random): number {
  const spanMs = Math.min(spanMostMs, spanFirstMs * 2 ** (failed - 1));
  return (retryAfterMs ?? 0) + random() * spanMs;
}

/** Resolves after a while; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
