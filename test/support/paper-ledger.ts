/**
 * A ledger on paper: the plainest thing that can stand behind `decide`. Everything is looked up by walking the
 * list of records, and standings are folded from events each time, so nothing can be out of step.
 */

import { Catalogue } from "../../src/core/catalogue.ts";
import { dueCloses } from "../../src/core/closing.ts";
import { type Decided, decide } from "../../src/core/decide.ts";
import { Draft, type Known } from "../../src/core/draft.ts";
import { foldAll, type Standing } from "../../src/core/fold.ts";
import { everybody, indexNumber, periodOfIndex, scopeOfIndex } from "../../src/core/index-number.ts";
import { compareColumns, compareKeys, shownRank } from "../../src/core/order.ts";
import { readDefinition } from "../../src/core/read-definition.ts";
import type { LedgerRecord, ScoreRecord } from "../../src/core/record.ts";
import type { Report } from "../../src/core/report.ts";
import { boundless, type Room } from "../../src/core/room.ts";

export class PaperLedger {
  readonly catalogue = new Catalogue();
  readonly records: LedgerRecord[] = [];
  readonly players: string[] = [""];
  /** What reports from now on are told there is room for. */
  room: Room = boundless;

  constructor(...boards: readonly object[]) {
    for (const board of boards) this.define(board);
  }

  /** Defines or changes a board, without asking whether it may. */
  define(board: object, at = 0): void {
    const definition = readDefinition(board);
    if (!definition.ok) throw new Error(definition.refusal.detail);
    const number = this.catalogue.board(definition.value.id)?.board.number ?? this.catalogue.nextBoard;
    this.#append([{ kind: "board", board: number, definition: definition.value, at, by: "", reason: "" }]);
  }

  /** Takes a record as it is, as a replay would. */
  take(record: LedgerRecord): void {
    this.#append([record]);
  }

  /** Decides reports as one group, and keeps what came of it. */
  group(...reports: readonly Report[]): Decided[] {
    const draft = new Draft(this.#known(), this.room);
    const decided = reports.map((report) => decide(draft, report));
    this.#append(draft.records);
    return decided;
  }

  /** Closes what is due on a board. */
  close(board: string, now: number): void {
    this.#append(dueCloses(this.catalogue.board(board)!, now));
  }

  /** The standings of a board as `period|scope|player -> standing`, folded from the events. */
  standings(board: string): Map<string, Omit<Standing, "event">> {
    const all = new Map<string, Omit<Standing, "event">>();
    for (const index of this.#indexes(board)) {
      const period = this.catalogue.period(periodOfIndex(index))!.key;
      const scope = this.catalogue.scope(scopeOfIndex(index));
      for (const [player, standing] of this.#members(index)) {
        const { event: _, ...rest } = standing;
        all.set(`${period}|${scope === undefined ? "" : `${scope.name}:${scope.value}`}|${player}`, rest);
      }
    }
    return all;
  }

  /** The order of a period: [shown rank, player, first value]. */
  top(board: string, period = "all"): [rank: number, player: string, value: number][] {
    const entry = this.catalogue.board(board)!;
    const number = entry.periods.get(period)?.number;
    if (number === undefined) return [];
    const rule = entry.board.order;
    const rows = [...this.#members(indexNumber(number, everybody))].map(([playerId, standing]) => ({
      playerId,
      ...standing,
    }));
    rows.sort((a, b) => compareKeys(rule, a, b));
    return rows.map((row, ahead) => {
      const better = rows.filter((other) => compareColumns(rule, other, row) < 0);
      const distinct = new Set(better.map((other) => other.values.join())).size;
      return [shownRank(rule.ties, ahead, better.length, distinct), row.playerId, row.values[0]!];
    });
  }

  #known(): Known {
    return {
      catalogue: this.catalogue,
      position: this.records.length,
      findPlayer: (id) => Math.max(0, this.players.indexOf(id)),
      numberPlayer: (id) => {
        if (!this.players.includes(id)) this.players.push(id);
        return this.players.indexOf(id);
      },
      earlier: (board, playerId, matchId) => {
        const player = this.players.indexOf(playerId);
        const at = this.records.findIndex(
          (r) => r.kind === "score" && r.board === board && r.player === player && r.matchId === matchId,
        );
        return at < 0
          ? null
          : { sequence: at + 1, record: this.records[at] as ScoreRecord, state: "counted" };
      },
      standing: (index, player) => this.#members(index).get(this.players[player]!) ?? null,
      matchIdOf: (sequence) => (this.records[sequence - 1] as ScoreRecord).matchId,
    };
  }

  #append(records: readonly LedgerRecord[]): void {
    for (const record of records) {
      this.records.push(record);
      this.catalogue.apply(record, this.records.length);
    }
  }

  #members(index: number): Map<string, Standing> {
    const events = new Map<
      string,
      { sequence: number; matchId: string; values: readonly number[]; achievedAt: number }[]
    >();
    let board = 0;
    for (const [i, record] of this.records.entries()) {
      if (record.kind !== "score" || !feeds(record, index)) continue;
      board = record.board;
      const player = this.players[record.player]!;
      const list = events.get(player) ?? [];
      list.push({ sequence: i + 1, ...record });
      events.set(player, list);
    }
    const members = new Map<string, Standing>();
    for (const [player, list] of events) {
      const folded = foldAll(this.catalogue.boardByNumber(board)!.board, list);
      if (folded !== null) members.set(player, folded.standing);
    }
    return members;
  }

  #indexes(board: string): Set<number> {
    const { number } = this.catalogue.board(board)!.board;
    const found = new Set<number>();
    for (const record of this.records) {
      if (record.kind !== "score" || record.board !== number) continue;
      for (const period of record.periods)
        for (const scope of [everybody, ...record.scopes]) found.add(indexNumber(period, scope));
    }
    return found;
  }
}

function feeds(record: ScoreRecord, index: number): boolean {
  return (
    record.periods.includes(periodOfIndex(index)) &&
    [everybody, ...record.scopes].includes(scopeOfIndex(index))
  );
}

let made = 0;

/** A report with what a test does not care about filled in; received a second after it was achieved. */
export function report(
  board: string,
  playerId: string,
  matchId: string | null,
  score: number | string,
  more: Partial<Report> = {},
): Report {
  const achievedAt = more.achievedAt ?? Date.UTC(2026, 9, 5, 12);
  return {
    board,
    playerId,
    matchId,
    madeMatchId: `made-${++made}`,
    score,
    achievedAt,
    receivedAt: achievedAt + 1_000,
    scopes: new Map(),
    metadata: null,
    period: null,
    backfill: false,
    ...more,
  };
}
