/** What is read beside the transactions, each on a connection of its own. */
import { periodOfIndex } from "../../core/index-number.ts";
import type { ScoreRecord } from "../../core/record.ts";
import { decodeState } from "../../core/state.ts";
import type { Players } from "../../members/players.ts";
import type { EventPage, Sequenced, StateRow } from "../ledger.ts";
import { type Connections, numbers, type Session, type Statement } from "./connections.ts";
import { stateOfCode } from "./event-state.ts";
import { readBody, type SharedCatalogue } from "./shared-catalogue.ts";

/** Rows that are asked for at a time: few enough to decode in some milliseconds. */
const pageRows = 2_000;

type RecordRow = [sequence: number, committedAt: number, body: Buffer];

const wholeTo: Statement = { name: "laurel-whole-to", text: "select laurel.whole_to()" };

const recordsBehind: Statement = {
  name: "laurel-records-behind",
  text: `select sequence, committed_at, body from laurel.records
    where sequence > $1 and sequence <= $2 order by sequence limit ${pageRows}`,
};

const recordsOf: Statement = {
  name: "laurel-records-of",
  text: "select sequence, committed_at, body from laurel.records where sequence = any($1::bigint[])",
};

const eventsOfPlayer: Statement = {
  name: "laurel-events-of-player",
  text: `select r.sequence, r.committed_at, r.body, i.state
    from laurel.identities i join laurel.records r using (sequence)
    where i.board = $1 and i.player = $2 and i.sequence < $3 order by i.sequence desc limit $4`,
};

const eventByMatch: Statement = {
  name: "laurel-event-by-match",
  text: "select sequence from laurel.identities where board = $1 and player = $2 and match_id = $3",
};

const playersById: Statement = {
  name: "laurel-players-by-id",
  text: "select number, id from laurel.players where id = $1",
};

const playersByNumber: Statement = {
  name: "laurel-players-by-number",
  text: "select number, id from laurel.players where number = any($1::bigint[])",
};

export class ReadSide {
  readonly #connections: Connections;
  readonly #shared: SharedCatalogue;
  readonly #players: Players;

  constructor(connections: Connections, shared: SharedCatalogue, players: Players) {
    this.#connections = connections;
    this.#shared = shared;
    this.#players = players;
  }

  /** The sequence up to which the ledger is whole now; the catalogue is at least as new. */
  advance(): Promise<number> {
    return this.#connections.read(async (session) => {
      const [[whole]] = (await session.rows<[number]>(wholeTo)) as [[number]];
      await this.#shared.catchUp(session);
      return whole;
    });
  }

  async *follow(position: number, whole: number): AsyncIterable<Sequenced> {
    for (let at = position; at < whole; ) {
      const page = await this.#connections.read(async (session) => {
        const rows = await session.rows<RecordRow>(recordsBehind, [at, whole]);
        const records = rows.map(readSequenced);
        await this.knowPlayers(session, records.map(playerOf));
        return records;
      });
      if (page.length === 0) return;
      yield* page;
      at = page.at(-1)!.sequence;
    }
  }

  /** All states of one moment: a cursor in a transaction, which a pooler keeps on one connection. */
  async *states(): AsyncIterable<StateRow> {
    const cursor = "declare states no scroll cursor for select board, player, state from laurel.members";
    for await (const rows of this.#pages<[number, number, Buffer]>(cursor, "states")) {
      for (const [board, player, bytes] of rows) {
        if (bytes.length === 0) continue;
        for (const { index, standing, revision } of decodeState(bytes).standings) {
          if (this.#shared.catalogue.period(periodOfIndex(index))?.board !== board) continue;
          yield { index, player, playerId: this.#players.idOf(player), standing, revision };
        }
      }
    }
  }

  async eventsOf(
    board: number,
    playerId: string,
    before: string | null,
    limit: number,
  ): Promise<EventPage | null> {
    const none = before === null ? { events: [], asOf: null } : null;
    const player = await this.findPlayer(playerId);
    if (player === 0 || this.#shared.catalogue.boardByNumber(board) === undefined) return none;
    return this.#connections.read(async (session) => {
      let below = Number.MAX_SAFE_INTEGER;
      if (before !== null) {
        const [found] = await session.rows<[number]>(eventByMatch, [board, player, before]);
        if (found === undefined) return null;
        below = found[0];
      }
      const rows = await session.rows<[...RecordRow, state: number]>(eventsOfPlayer, [
        board,
        player,
        below,
        limit,
      ]);
      const events = rows.map(([sequence, committedAt, body, code]) => {
        const record = readBody(body, committedAt) as ScoreRecord;
        return { sequence, record, committedAt, state: stateOfCode(code) };
      });
      return { events, asOf: null };
    });
  }

  async events(sequences: readonly number[]): Promise<Map<number, ScoreRecord>> {
    const found = new Map<number, ScoreRecord>();
    if (sequences.length === 0) return found;
    const rows = await this.#connections.read((session) =>
      session.rows<RecordRow>(recordsOf, [numbers(sequences)]),
    );
    for (const { sequence, record } of rows.map(readSequenced)) {
      if (record.kind === "score" && this.#shared.catalogue.boardByNumber(record.board) !== undefined)
        found.set(sequence, record);
    }
    return found;
  }

  /** Reads every player into the process's table. */
  async loadPlayers(): Promise<void> {
    const cursor =
      "declare players no scroll cursor for select number, id from laurel.players order by number";
    for await (const rows of this.#pages<[number, string]>(cursor, "players"))
      for (const [number, id] of rows) this.#players.set(number, id);
  }

  async findPlayer(playerId: string): Promise<number> {
    const known = this.#players.find(playerId);
    if (known !== 0) return known;
    const rows = await this.#connections.read((session) =>
      session.rows<[number, string]>(playersById, [playerId]),
    );
    for (const [number, id] of rows) this.#players.set(number, id);
    return rows[0]?.[0] ?? 0;
  }

  /** Sees to it that these players' ids are in the process's table; 0 is nobody. */
  async knowPlayers(session: Session, players: readonly number[]): Promise<void> {
    const missing = [...new Set(players)].filter((number) => number !== 0 && !this.#players.has(number));
    if (missing.length === 0) return;
    for (const [number, id] of await session.rows<[number, string]>(playersByNumber, [numbers(missing)]))
      this.#players.set(number, id);
  }

  /** The rows of a cursor, in pages: of one moment, to which catalogue and players are brought first. */
  async *#pages<Row extends unknown[]>(declaration: string, name: string): AsyncIterable<Row[]> {
    const { session, end } = await this.#connections.reader();
    let done = false;
    try {
      await session.client.query("begin isolation level read committed read only");
      await session.client.query(declaration);
      await this.#shared.catchUp(session);
      const fetch = { name: `laurel-fetch-${name}`, text: `fetch ${pageRows} from ${name}` };
      for (;;) {
        const rows = await session.rows<Row>(fetch);
        if (rows.length === 0) break;
        if (name === "states")
          await this.knowPlayers(
            session,
            rows.map((row) => row[1] as number),
          );
        yield rows;
      }
      await session.client.query("commit");
      done = true;
    } finally {
      end(!done);
    }
  }
}

function readSequenced([sequence, committedAt, body]: RecordRow): Sequenced {
  return { sequence, record: readBody(body, committedAt), committedAt };
}

function playerOf({ record }: Sequenced): number {
  return "player" in record ? record.player : 0;
}
