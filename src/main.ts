/**
 * The only place that builds everything, and hands it down: clock and id maker included.
 *
 * What opens registers how it closes; closing runs last-in first-out, also after a start that failed.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Config, ConfigFault } from "./config.ts";
import { makeApp } from "./http/app.ts";
import { LocalLedger, type LocalOptions } from "./ledger/local/local-ledger.ts";
import { memoryInUse } from "./memory.ts";
import { IndexedMembers } from "./rank-index/memory/indexed-members.ts";
import { defineBoard } from "./service/boards.ts";
import { Capacity } from "./service/capacity.ts";
import { Clocks } from "./service/clocks.ts";
import type { Clock, Context } from "./service/context.ts";
import { Jobs } from "./service/jobs.ts";
import { hasAdminKey, Keyring, makeKey } from "./service/keys.ts";
import { defaultLimits, type SubmitLimits, Submitter } from "./service/submit.ts";

const systemClock: Clock = { now: Date.now, monotonic: () => performance.now() };

export interface Options {
  readonly clock?: Clock;
  readonly makeId?: () => string;
  readonly limits?: SubmitLimits;
  /** Bytes that the process holds now. */
  readonly memoryInUse?: () => number;
  readonly ledger?: LocalOptions;
  /** Hears of unexpected errors. */
  readonly onError?: (error: unknown) => void;
}

/** A service that runs. */
export interface Laurel {
  readonly context: Context;
  readonly submitter: Submitter;
  readonly app: FastifyInstance;
  /** The admin secret that was made at this start; null where there was one already. */
  readonly madeAdminKey: string | null;
  /** Address it listens on. */
  listen(): Promise<string>;
  /** Stops accepting, answers what was accepted, closes the ledger. */
  close(): Promise<void>;
}

/** Builds the service of a configuration. Throws a FolderFault or ConfigFault that says what to do. */
export async function makeLaurel(config: Config, options: Options = {}): Promise<Laurel> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer();
  };
  try {
    const {
      clock = systemClock,
      makeId = randomUUID,
      limits = defaultLimits,
      memoryInUse: measureMemory = memoryInUse,
      onError = reportError,
    } = options;
    const store = new IndexedMembers(randomBytes(4).readUInt32LE());
    const ledger = await LocalLedger.open(config.data, store, clock.now, {
      checkpointRecords: config.checkpointRecords,
      report: onError,
      ...options.ledger,
    });
    closers.push(() => ledger.close());
    const index = store.index((number) => ledger.catalogue.orderOfIndex(number), ledger.position);
    const clocks = new Clocks(clock, onError);
    const capacity = new Capacity(config, measureMemory, clock);
    const context: Context = { ledger, index, clock, makeId, skewMs: () => clocks.skewMs() };
    for (const definition of config.boards) {
      const defined = await defineBoard(context, definition, "config");
      if (!defined.ok)
        throw new ConfigFault(
          `board ${definition.id} of the config file cannot be changed: ${defined.refusal.detail}`,
        );
    }
    const madeAdminKey = await firstAdminKey(context, config);
    const submitter = new Submitter(context, capacity, limits, onError);
    closers.push(() => submitter.drain());
    const app = await makeApp({
      ...context,
      submitter,
      capacity,
      jobs: new Jobs(context),
      keyring: new Keyring(context, config.adminKey),
      onError,
    });
    closers.push(() => app.close());
    return {
      context,
      submitter,
      app,
      madeAdminKey,
      listen: () => app.listen({ host: config.host, port: config.port }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without a configured admin secret and without an admin key in the ledger, one is made and shown once. */
async function firstAdminKey(context: Context, config: Config): Promise<string | null> {
  if (config.adminKey !== null || hasAdminKey(context)) return null;
  return (await makeKey(context, "first admin key", ["admin"], null, "")).secret;
}

function reportError(error: unknown): void {
  console.error(error);
}
