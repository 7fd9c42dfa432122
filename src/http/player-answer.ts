/**
 * A player's answer, straight from the index to the bytes of JSON: head, place, and the rows around where a window is
 * asked for. No object and no text is made for it but the answer's own.
 */
import { membersAhead, percentile, topPercent } from "../core/order.ts";
import { ok, type Result } from "../core/refusal.ts";
import type { Context } from "../service/context.ts";
import { type Awaitable, type PlaceFields, type PlayerSink, writePlayer } from "../service/player.ts";
import type { Target } from "../service/target.ts";
import { formatOf } from "./board-format.ts";
import { Piece } from "./json-piece.ts";
import { RowWriter } from "./row-writer.ts";

/** How many rows above and below. */
export interface Window {
  readonly above: number;
  readonly below: number;
}

/**
 * The answer's UTF-8 as latin1, a character a byte: node sends such text in one piece with its head, and need not
 * count its bytes. Refused as by the service; at once where the index answers at once.
 */
export function answerPlayer(
  context: Context,
  target: Target,
  playerId: string,
  window: Window | null,
): Awaitable<Result<string>> {
  const writer = idle.pop() ?? new PlayerWriter();
  writer.begin(target, window !== null);
  const found = writePlayer(context, target, playerId, window?.above ?? 0, window?.below ?? 0, writer);
  return found instanceof Promise ? found.then((result) => finish(writer, result)) : finish(writer, found);
}

/** As many as were ever at work together: one, where the index answers at once. */
const idle: PlayerWriter[] = [];

function finish(writer: PlayerWriter, found: Result<null>): Result<string> {
  const result = found.ok ? ok(writer.end()) : found;
  idle.push(writer);
  return result;
}

class PlayerWriter implements PlayerSink {
  readonly #out = new RowWriter();
  #target: Target | null = null;
  #withRows = false;
  #asOf = 0;

  begin(target: Target, withRows: boolean): void {
    this.#target = target;
    this.#withRows = withRows;
  }

  asOf(instant: number): void {
    this.#asOf = instant;
  }

  place(place: PlaceFields): void {
    const { total, rank, id, start, end, numbers, at } = place;
    const target = this.#target!;
    const format = formatOf(target.board);
    const out = this.#out;
    out.begin(format.rows);
    out.piece(format.subject(target));
    out.number(total);
    out.piece(asOfName);
    out.number(this.#asOf);
    out.piece(exact);
    out.fields(rank, id, start, end, numbers, at);
    out.piece(attemptsName);
    out.number(place.attempts);
    out.piece(percentileName);
    out.percentage(percentile(place.worse, total));
    out.piece(topPercentName);
    out.percentage(topPercent(membersAhead(target.order.ties, place.ahead, place.better), total));
    if (this.#withRows) out.piece(entriesName);
  }

  row(rank: number, id: Uint8Array, start: number, end: number, numbers: Float64Array, at: number): void {
    if (this.#withRows) this.#out.row(rank, id, start, end, numbers, at);
  }

  end(): string {
    const out = this.#out;
    out.piece(this.#withRows ? endOfRows : endOfPlace);
    return out.bytes.toString("latin1", 0, out.length);
  }
}

const asOfName = new Piece(',"asOf":');
const exact = new Piece(',"exact":true');
const attemptsName = new Piece(',"attempts":');
const percentileName = new Piece(',"percentile":');
const topPercentName = new Piece(',"topPercent":');
const entriesName = new Piece(',"entries":[');
const endOfRows = new Piece("]}");
const endOfPlace = new Piece("}");
