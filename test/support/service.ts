/** A whole service in this process, on a real folder and a real socket, with a clock of the test's choice. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../src/config.ts";
import { readDefinition } from "../../src/core/read-definition.ts";
import { type Laurel, makeLaurel, type Options } from "../../src/main.ts";
import type { CapacityLimits } from "../../src/service/capacity.ts";

/** The admin secret of every test service. */
export const adminSecret = "test-admin-secret-0123456789";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by their documented shape
  readonly body: any;
}

export interface TestService {
  readonly laurel: Laurel;
  readonly url: string;
  readonly folder: string;
  /** Sends a request with the admin key, or with `key` (null: none). An object as `body` goes as JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    more?: { key?: string | null; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Stops the service; its folder stays. */
  stop(): Promise<void>;
  /** Stops it and starts it again on the same folder. */
  restart(): Promise<TestService>;
  /** Stops it and takes the folder away. */
  close(): Promise<void>;
}

export interface ServiceOptions extends Options, Partial<CapacityLimits> {
  /** Board definitions, as a config file would have them. */
  readonly boards?: readonly object[];
  readonly folder?: string;
}

/** Starts a service on a free port of the loopback. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "laurel-test-"));
  const boards = (options.boards ?? []).map((board) => {
    const definition = readDefinition(board);
    if (!definition.ok) throw new Error(definition.refusal.detail);
    return definition.value;
  });
  const config: Config = {
    host: "127.0.0.1",
    port: 0,
    data: folder,
    checkpointRecords: 1_000,
    adminKey: adminSecret,
    boards,
    memoryBytes: options.memoryBytes ?? Number.POSITIVE_INFINITY,
    scopeValuesMax: options.scopeValuesMax ?? 100_000,
    demo: false,
  };
  const laurel = await makeLaurel(config, options);
  const url = await laurel.listen();
  const stop = (): Promise<void> => laurel.close();
  return {
    laurel,
    url,
    folder,
    call: (method, path, body, more = {}) => call(url, method, path, body, more),
    stop,
    restart: async () => {
      await stop();
      return startService({ ...options, folder });
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One HTTP request to a service at `url`. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  more: { key?: string | null; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { ...more.headers };
  const key = more.key === undefined ? adminSecret : more.key;
  if (key !== null) headers.authorization = `Bearer ${key}`;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  if (body !== undefined && !raw) headers["content-type"] ??= "application/json";
  const sent = body === undefined ? undefined : raw ? body : JSON.stringify(body);
  const response = await fetch(url + path, { method, headers, body: sent as string | undefined });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
