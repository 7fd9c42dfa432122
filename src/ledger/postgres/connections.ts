/**
 * Connections to the database: one on which groups commit, one after another, and a few for reads.
 *
 * Everything is sent in a form that a pooler in transaction mode passes on: no session state, no LISTEN, no lock that
 * outlives its transaction. Prepared statements have names, which poolers know how to share (PgBouncer from 1.21 on,
 * with max_prepared_statements above 0), or none.
 */
import { type CustomTypesConfig, Pool, type PoolClient } from "pg";

export interface ConnectionSettings {
  readonly url: string;
  /** Whether statements are prepared under names: false for a pooler that does not know them. */
  readonly prepare: boolean;
  /** How many connections serve reads. */
  readonly readers: number;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A connection, for as long as a piece of work holds it. Statements that are not awaited go out together. */
export class Session {
  readonly client: PoolClient;
  readonly #prepare: boolean;

  constructor(client: PoolClient, prepare: boolean) {
    this.client = client;
    this.#prepare = prepare;
  }

  /** Rows as arrays; bigint as numbers, which all of Laurel's are. */
  async rows<Row extends unknown[]>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    const { name, text } = statement;
    const query = { text, values, rowMode: "array" as const, types };
    const { rows } = await this.client.query<Row>(this.#prepare ? { ...query, name } : query);
    return rows;
  }
}

/** A connection that is out. One that failed is not used again: what it has left open ends with it. */
export interface Lease {
  readonly session: Session;
  end(failed: boolean): void;
}

export class Connections {
  readonly #writer: Pool;
  readonly #readers: Pool;
  readonly #prepare: boolean;

  constructor({ url, prepare, readers }: ConnectionSettings) {
    const common = { connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true };
    const names = { application_name: "laurel" };
    this.#writer = new Pool({ ...common, ...names, max: 1, pipeline: true } as object);
    this.#readers = new Pool({ ...common, ...names, max: readers });
    // Whoever waits for a statement hears of a lost connection by it; an idle one is replaced when it is asked for.
    for (const pool of [this.#writer, this.#readers]) {
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
    }
    this.#prepare = prepare;
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#with(this.#writer, work);
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#with(this.#readers, work);
  }

  async close(): Promise<void> {
    await Promise.all([this.#writer.end(), this.#readers.end()]);
  }

  /** A connection for reading that somebody must give back. */
  reader(): Promise<Lease> {
    return this.#lease(this.#readers);
  }

  async #with<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
    const lease = await this.#lease(pool);
    let failed = true;
    try {
      const result = await work(lease.session);
      failed = false;
      return result;
    } finally {
      lease.end(failed);
    }
  }

  async #lease(pool: Pool): Promise<Lease> {
    const client = await pool.connect();
    return { session: new Session(client, this.#prepare), end: (failed) => client.release(failed) };
  }
}

/** An array of numbers as a parameter: plain text, which takes a fraction of the time of the driver's own way. */
export function numbers(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

/** By type: the driver's own way makes text of a bigint, which is never beyond 2^53 here. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t",
  // bytea, in hex behind two characters.
  17: (text) => Buffer.from(text.slice(2), "hex"),
  20: Number,
  21: Number,
  23: Number,
  25: (text) => text,
};

const types = {
  getTypeParser: (type: number) => {
    const parser = parsers[type];
    if (parser === undefined) throw new Error(`a column has type ${type}: cast it to one that is read here`);
    return parser;
  },
} as unknown as CustomTypesConfig;
