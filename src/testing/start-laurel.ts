/** Laurel in the process of a test: on a folder and a socket of its own, with time at the test's command. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BoardInput } from "laurel-client";
import { readConfig } from "../config.ts";
import { readDefinition } from "../core/read-definition.ts";
import type { Right } from "../core/record.ts";
import { type Laurel, makeLaurel } from "../main.ts";
import { makeKey } from "../service/keys.ts";
import { FakeClock, type Moment } from "./fake-clock.ts";

export interface TestLaurelOptions {
  /** Boards that are there from the start. */
  readonly boards?: readonly BoardInput[];
  /** Where the clock stands at first; otherwise at the time of the start. */
  readonly now?: Moment;
}

/** A Laurel that runs until it is closed. */
export interface TestLaurel {
  /** Address for a client, on the loopback. */
  readonly url: string;
  /** Secrets: one that may do everything, and one for each side of a game. */
  readonly keys: { readonly admin: string; readonly submit: string; readonly read: string };
  /** Stands still until it is moved: periods roll over when the test says so. */
  readonly clock: TestClock;
  /** Stops the service and takes its folder away. */
  close(): Promise<void>;
}

export interface TestClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets time pass. */
  advance(ms: number): void;
  /** Lets time pass until a moment that is to come. */
  set(now: Moment): void;
}

/** Starts one. Throws where a board is not as a definition must be. */
export async function startLaurel(options: TestLaurelOptions = {}): Promise<TestLaurel> {
  const boards = (options.boards ?? []).map((board) => {
    const definition = readDefinition(board);
    if (definition.ok) return definition.value;
    throw new Error(`board ${board.id} cannot be defined: ${definition.refusal.detail}`);
  });
  const clock = new FakeClock(options.now ?? Date.now());
  const adminKey = `test_${randomBytes(16).toString("hex")}`;
  const data = mkdtempSync(join(tmpdir(), "laurel-testing-"));
  let laurel: Laurel | null = null;
  const close = async (): Promise<void> => {
    await laurel?.close();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    // Of the settings, none but these: the environment of the test is not Laurel's.
    const config = readConfig({ LAUREL_ADMIN_KEY: adminKey }, { host: "127.0.0.1", port: "0", data });
    laurel = await makeLaurel({ ...config, boards }, { clock });
    const { context } = laurel;
    const keyFor = async (right: Right): Promise<string> =>
      (await makeKey(context, right, [right], null, "")).secret;
    const keys = { admin: adminKey, submit: await keyFor("submit"), read: await keyFor("read") };
    return { url: await laurel.listen(), keys, clock, close };
  } catch (error) {
    await close();
    throw error;
  }
}
