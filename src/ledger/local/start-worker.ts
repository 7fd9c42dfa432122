import { Worker } from "node:worker_threads";

/**
 * Starts a module as a worker thread. `module` is its URL without the ending.
 *
 * In development the sources run as they are (`.ts`): a loader that the main thread was started with does not
 * reach a worker, so it is registered there first.
 */
export function startWorker(module: string, parent: string, workerData: unknown): Worker {
  if (!parent.endsWith(".ts")) return new Worker(new URL(`${module}.js`, parent), { workerData });
  const url = JSON.stringify(String(new URL(`${module}.ts`, parent)));
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${url}); })`;
  return new Worker(code, { eval: true, workerData });
}
