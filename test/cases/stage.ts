/**
 * Where a case is played: a board of its own on a service, and a clock that stands at the latest instant sent.
 *
 * The service may be shared by many cases, each with a time of its own: both sides of the clock are moved
 * together, so that to the service no clock was ever set.
 */
import { expect } from "vitest";
import type { Clock } from "../../src/service/context.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import {
  type Case,
  type CaseEvent,
  definitionOf,
  kindOf,
  periodsOf,
  reportOf,
  withRawScore,
} from "./case-file.ts";
import { decimal, isDecimal } from "./decimal.ts";
import { periodKeyAt } from "./period-key.ts";

export class CaseClock implements Clock {
  #now = 0;
  readonly now = (): number => this.#now;
  readonly monotonic = (): number => this.#now;

  moveTo(instant: number): void {
    this.#now = instant;
  }
}

/** How a report is sent: to the board's address, or with the board in its body and texts as JSON numbers. */
export type Form = "address" | "body";

export class Stage {
  readonly theCase: Case;
  readonly clock: CaseClock;
  service: TestService;
  board: string;
  /** Answers to the case's events, in order. */
  readonly answers: Answer[] = [];
  /** Members that semantics.md lets in and the case's own count does not know of. */
  membersBeyond = 0;
  #latest: number;

  private constructor(theCase: Case, service: TestService, clock: CaseClock, board: string) {
    this.theCase = theCase;
    this.service = service;
    this.clock = clock;
    this.board = board;
    const instants = theCase.events.map(instantOf).filter((instant) => instant !== null);
    this.#latest = Math.min(...instants, Date.parse("2024-05-06T09:00:00Z"));
    clock.moveTo(this.#latest);
  }

  /** Opens a stage with the case's board on it. */
  static async open(theCase: Case, service: TestService, clock: CaseClock, board: string): Promise<Stage> {
    const stage = new Stage(theCase, service, clock, board);
    await stage.define(board);
    return stage;
  }

  /** Defines a further board, as the case's with `changes`; returns its id. Again, it changes nothing. */
  async define(id: string, changes: object = {}): Promise<string> {
    const path = `/v1/admin/leaderboards/${encodeURIComponent(id)}`;
    const { status, body } = await this.service.call("PUT", path, {
      ...definitionOf(this.theCase.board),
      ...changes,
    });
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return id;
  }

  /** Moves the clock on to an instant; it never goes back. */
  reach(instant: number | string): void {
    this.#latest = Math.max(this.#latest, new Date(instant).getTime());
    this.clock.moveTo(this.#latest);
  }

  /** Lets work happen at another time, and returns to the stage's own. */
  async at<T>(instant: number, work: () => Promise<T>): Promise<T> {
    this.clock.moveTo(instant);
    try {
      return await work();
    } finally {
      this.clock.moveTo(this.#latest);
    }
  }

  async restart(): Promise<void> {
    this.service = await this.service.restart();
  }

  /** Address of a part of a board, with a query. */
  path(part: string, query: Record<string, unknown> = {}, board = this.board): string {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    const text = search.size === 0 ? "" : `?${search}`;
    return `/v1/leaderboards/${encodeURIComponent(board)}/${part}${text}`;
  }

  read(part: string, query: Record<string, unknown> = {}, board = this.board): Promise<Answer> {
    return this.service.call("GET", this.path(part, query, board));
  }

  /** The body of a successful read. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by their documented shape
  async answered(part: string, query: Record<string, unknown> = {}, board = this.board): Promise<any> {
    const { status, body } = await this.read(part, query, board);
    expect(status, `${part} ${JSON.stringify(query)}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  }

  /** Posts JSON to a part of a board. */
  post(part: string, body: unknown, board = this.board): Promise<Answer> {
    return this.service.call("POST", this.path(part, {}, board), body, {
      headers: { "content-type": "application/json" },
    });
  }

  /** Sends a report of an event, moving the clock to its instant first. */
  send(event: CaseEvent, form: Form = "address", board = this.board): Promise<Answer> {
    const at = instantOf(event);
    if (event.sentAt !== undefined) this.reach(event.sentAt);
    else if (at !== null) this.reach(at);
    const report = reportOf(event);
    if (form === "address") return this.post("scores", withRawScore(report, event.raw), board);
    const raw = event.raw ?? rawOf(event.score);
    return this.service.call("POST", "/v1/scores", withRawScore({ ...report, board }, raw), {
      headers: { "content-type": "application/json" },
    });
  }

  /** Sends the events one by one; each must be answered as identity says, or as the case says it is refused. */
  async sendEvents(events: readonly CaseEvent[], form: Form): Promise<void> {
    const seen = new Map<string, string>();
    for (const event of events) {
      const answer = await this.send(event, form);
      this.answers.push(answer);
      const outcome = event.answer ?? outcomeByIdentity(seen, event);
      expectOutcome(answer, outcome, event);
      if (event.answer === undefined) await this.#expectStandings(answer);
    }
  }

  /** A player has in the answer to its own report the score and rank that the player's address gives. */
  async #expectStandings(answer: Answer): Promise<void> {
    for (const [period, standing] of Object.entries<Record<string, unknown>>(answer.body.standings ?? {})) {
      const alone = await this.answered("player/rank", { id: answer.body.playerId, period });
      const { score, values, rank } = alone;
      expect(standing).toMatchObject(score === undefined ? { values, rank } : { score, rank });
    }
  }

  /**
   * The standings that a query means: the period by its key (`at` names the one that holds the instant,
   * `period` the kind or the key), and the scope.
   */
  target(args: Readonly<Record<string, unknown>>): { period?: string; scope?: unknown } {
    const { at, period, scope } = args;
    if (at === undefined) return { period: kindOf(period) ?? (period as string | undefined), scope };
    return { period: this.keyAt(Date.parse(at as string), this.kindAsked(args)), scope };
  }

  /** The kind of period that a query means: that of `period`, or the board's first. */
  kindAsked(args: Readonly<Record<string, unknown>>): string {
    const [first] = periodsOf(this.theCase.board);
    return kindOf(args.period) ?? (typeof first === "string" ? first : "all");
  }

  keyAt(instant: number, kind: string): string {
    const { timeZone, weekStart } = this.theCase.board;
    return periodKeyAt(kind, timeZone, typeof weekStart === "string" ? weekStart : "monday", instant);
  }
}

/** Plays work on a service that nobody else uses, and takes it away. */
export async function onOwnService<T>(
  work: (service: TestService, clock: CaseClock) => Promise<T>,
): Promise<T> {
  const clock = new CaseClock();
  const first = await startService({ clock });
  let current = first;
  const tracked: TestService = {
    ...first,
    call: (...args) => current.call(...args),
    restart: async () => {
      current = await current.restart();
      return tracked;
    },
  };
  try {
    return await work(tracked, clock);
  } finally {
    await current.close();
  }
}

/** When an event was achieved; null where it does not say. */
export function instantOf(event: CaseEvent): number | null {
  return event.at === undefined ? null : Date.parse(event.at);
}

/** The first report of an identity is applied; one with the same value is a duplicate, another a conflict. */
function outcomeByIdentity(seen: Map<string, string>, event: CaseEvent): string {
  if (event.match === undefined) return "applied";
  const identity = JSON.stringify([event.player, event.match]);
  const value = comparableValue(event);
  const earlier = seen.get(identity);
  if (earlier === undefined) seen.set(identity, value);
  if (earlier === undefined) return "applied";
  return earlier === value ? "duplicate" : "match_conflict";
}

/** An event's value in a form that equal values share. */
export function comparableValue(event: CaseEvent): string {
  const { raw, score, delta, values } = event;
  return JSON.stringify(decimal(values ?? delta ?? score ?? Number(raw)));
}

/** `outcome`: applied, duplicate, or the code of a refusal. */
function expectOutcome({ status, body }: Answer, outcome: string, event: CaseEvent): void {
  const told = JSON.stringify([event, body]);
  if (outcome !== "applied" && outcome !== "duplicate") {
    expect(body.code, told).toBe(outcome);
    expect(status, told).toBeGreaterThanOrEqual(400);
    return;
  }
  expect(status, told).toBe(200);
  const applied = outcome === "applied";
  expect(body, told).toMatchObject({
    applied,
    duplicate: !applied,
    state: "counted",
    playerId: event.player,
  });
  if (event.match !== undefined) expect(body.matchId).toBe(event.match);
  if (event.closed !== undefined) expect([...body.closed].sort()).toEqual([...event.closed].sort());
}

/** A text score as the raw JSON number that it could have been. */
function rawOf(score: unknown): string | undefined {
  return typeof score === "string" && isDecimal(score) ? score : undefined;
}
