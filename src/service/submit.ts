/**
 * Taking reports: gather, decide, make durable, rank, answer.
 *
 * Group commit without a timer: while one group commits, the next gathers; a lone report waits for nobody.
 * The gathering is bounded, and every report has a deadline: an answer that never comes can always be retried.
 */
import { dueCloses } from "../core/closing.ts";
import { type Decided, decide } from "../core/decide.ts";
import { Draft, type Known } from "../core/draft.ts";
import { checkReport, type Report } from "../core/report.ts";
import type { Room } from "../core/room.ts";
import { type Committed, type Decision, LedgerFault } from "../ledger/ledger.ts";
import { Call, type Waiting } from "./call.ts";
import type { Capacity } from "./capacity.ts";
import type { Context } from "./context.ts";
import { Deadlines } from "./deadlines.ts";
import { Ranks, standingsOf, type Wanted } from "./fed-standings.ts";
import type { Outcome } from "./outcome.ts";

export interface SubmitLimits {
  /** The most reports that one commit takes: keeps the event loop free between groups. */
  readonly groupMax: number;
  /** The most reports that may wait to be taken. */
  readonly gatheredMax: number;
  /** The longest expected wait, by the pace of late, at which a report is still taken in. */
  readonly waitMaxMs: number;
  /** How long a report may wait for its answer. */
  readonly deadlineMs: number;
}

export const defaultLimits: SubmitLimits = {
  groupMax: 1_000,
  gatheredMax: 50_000,
  waitMaxMs: 2_000,
  deadlineMs: 5_000,
};

interface GroupResult {
  readonly decided: readonly Decided[];
}

export class Submitter {
  readonly #context: Context;
  readonly #capacity: Capacity;
  readonly #limits: SubmitLimits;
  readonly #onError: (error: unknown) => void;
  readonly #deadlines: Deadlines;
  #gathered: Waiting[] = [];
  #head = 0;
  #running: Promise<void> | null = null;
  /** Milliseconds that a group has taken of late, its commit included. A lone report takes as long as many. */
  #groupMs = 0;

  /** `onError` hears of errors that nobody expected; the callers get `internal`. */
  constructor(context: Context, capacity: Capacity, limits: SubmitLimits, onError: (error: unknown) => void) {
    this.#context = context;
    this.#capacity = capacity;
    this.#limits = limits;
    this.#onError = onError;
    this.#deadlines = new Deadlines(limits.deadlineMs);
  }

  /** How many reports wait to be taken. */
  get depth(): number {
    return this.#gathered.length - this.#head;
  }

  /**
   * Submits reports and answers each, in order, once it is durable and ranked. Never throws for one report's
   * sake.
   */
  submit(reports: readonly Report[], wanted: Wanted): Promise<Outcome[]> {
    const outcomes = reports.map((report): Outcome | undefined => {
      const checked = checkReport(report);
      return checked.ok ? undefined : { kind: "refused", refusal: checked.refusal };
    });
    const open = outcomes.reduce((count, outcome) => (outcome === undefined ? count + 1 : count), 0);
    const overload = open === 0 ? null : this.#overload(open);
    if (overload !== null) return Promise.resolve(outcomes.map((outcome) => outcome ?? overload));
    if (open === 0) return Promise.resolve(outcomes as Outcome[]);
    return new Promise((resolve) =>
      this.#gather(new Call(reports, wanted, outcomes, open, this.#limits.deadlineMs, resolve)),
    );
  }

  /** Resolves when everything that was gathered has its answer. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  #overload(more: number): Outcome | null {
    const depth = this.depth;
    if (depth === 0) return null;
    const { gatheredMax, groupMax, waitMaxMs } = this.#limits;
    const waitMs = Math.ceil(depth / groupMax) * this.#groupMs;
    const detail =
      depth + more > gatheredMax
        ? `${depth} reports wait already; at most ${gatheredMax} may`
        : waitMs > waitMaxMs
          ? `${depth} reports wait already, about ${Math.round(waitMs)} ms of work; at most ${waitMaxMs} ms are taken in`
          : null;
    return detail === null ? null : { kind: "failed", reason: "overloaded", detail };
  }

  #gather(call: Call): void {
    this.#deadlines.add(call);
    for (let place = 0; place < call.outcomes.length; place++)
      if (call.outcomes[place] === undefined) this.#gathered.push({ call, place });
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // One turn of the event loop gathers what arrived together with the first report, and waits for nothing else.
    await new Promise(setImmediate);
    while (this.depth > 0) {
      const group = this.#gathered.slice(this.#head, this.#head + this.#limits.groupMax);
      this.#head += group.length;
      if (this.#head === this.#gathered.length) {
        this.#gathered = [];
        this.#head = 0;
      }
      const begun = this.#context.clock.monotonic();
      await this.#commit(group);
      this.#deadlines.sweep();
      const took = this.#context.clock.monotonic() - begun;
      this.#groupMs = this.#groupMs === 0 ? took : 0.8 * this.#groupMs + 0.2 * took;
    }
    this.#running = null;
  }

  /** One bad report never fails its group: on an unexpected error the group is split in two and tried again. */
  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#transact(group);
    } catch (error) {
      if (error instanceof LedgerFault && error.outcome !== "decide_failed") {
        for (const { call, place } of group)
          call.answer(place, { kind: "failed", reason: error.outcome, detail: error.message });
        return;
      }
      this.#onError(error);
      if (group.length > 1) {
        const half = group.length >> 1;
        await this.#commit(group.slice(0, half));
        await this.#commit(group.slice(half));
        return;
      }
      const detail =
        "an unexpected error; the report was not taken, and the log of the server has the reason";
      const [{ call, place }] = group as [Waiting];
      call.answer(place, { kind: "failed", reason: "internal", detail });
    }
  }

  async #transact(group: readonly Waiting[]): Promise<void> {
    const reports = group.map(({ call, place }) => call.reports[place]!);
    const touched = reports.map(({ board, playerId, matchId, madeMatchId }) => ({
      board,
      playerId,
      matchId: matchId ?? madeMatchId,
    }));
    let outcomes: readonly Outcome[] = [];
    await this.#context.ledger.transact(
      touched,
      (known) =>
        decideGroup(known, this.#capacity.room(), reports, this.#context.clock.now(), this.#context.skewMs()),
      async (committed) => {
        outcomes = await this.#settle(group, committed);
      },
    );
    for (let i = 0; i < group.length; i++) group[i]!.call.answer(group[i]!.place, outcomes[i]!);
  }

  /** Brings the index up to date and answers: previous ranks are from before the group, ranks from after it. */
  async #settle(group: readonly Waiting[], committed: Committed<GroupResult>): Promise<readonly Outcome[]> {
    const { index, ledger, clock } = this.#context;
    const { decided } = committed.result;
    const ranks = new Ranks(index);
    for (let i = 0; i < decided.length; i++)
      ranks.askFor(decided[i]!, playerIdOf(group[i]!), group[i]!.call.wanted);
    const before = await ranks.read();
    await putChanges(this.#context, committed);
    const after = await ranks.read();
    const asOf = clock.now();
    return decided.map((one, i): Outcome => {
      if (one.kind === "refused") return one;
      const playerId = playerIdOf(group[i]!);
      const { board } = ledger.catalogue.boardByNumber(one.event.record.board)!;
      const standings = standingsOf(board, one, playerId, group[i]!.call.wanted, before, after);
      return { kind: one.kind, board, event: one.event, playerId, standings, asOf };
    });
  }
}

function playerIdOf({ call, place }: Waiting): string {
  return call.reports[place]!.playerId;
}

/**
 * Decides a group of reports in turn, then closes what is due on the boards that it touched. `skewMs`: how far
 * the server's clocks disagree; beyond a board's grace nothing of it is closed.
 */
export function decideGroup(
  known: Known,
  room: Room,
  reports: readonly Report[],
  now: number,
  skewMs: number,
): Decision<GroupResult> {
  const draft = new Draft(known, room);
  const decided = reports.map((report) => decide(draft, report));
  for (const id of new Set(reports.map((report) => report.board))) {
    const entry = known.catalogue.board(id);
    if (entry !== undefined && skewMs <= entry.board.graceMs) draft.addCloses(dueCloses(entry, now));
  }
  return { records: draft.records, standings: draft.standings(), result: { decided } };
}

/** Puts what a commit left into the index, which opens for what it did not hold yet. */
async function putChanges(context: Context, committed: Committed<unknown>): Promise<void> {
  const { index, ledger } = context;
  const opened = new Set<number>();
  for (const { index: number } of committed.standings) {
    if (opened.has(number)) continue;
    opened.add(number);
    const order = ledger.catalogue.orderOfIndex(number);
    if (order !== null) await index.open(number, order);
  }
  await index.put(committed.standings, committed.position);
}
