import { describe, expect, it } from "vitest";
import { makeBoard } from "../core/board.ts";
import { readDefinition } from "../core/read-definition.ts";
import type { ScoreRecord } from "../core/record.ts";
import type { FedStanding, Wanted } from "../service/fed-standings.ts";
import { JsonBytes } from "./json-bytes.ts";
import { Problem, problemBody } from "./problem.ts";
import { type Taken, writeAnswer, writeResult } from "./submit-answer.ts";

const out = new JsonBytes();
const noon = Date.UTC(2026, 9, 5, 12);

function boardOf(more: object): Taken["board"] {
  const definition = readDefinition({ id: "b", ...more });
  if (!definition.ok) throw new Error(definition.refusal.detail);
  return makeBoard(1, definition.value);
}

const single = boardOf({});
const decimals = boardOf({ columns: [{ decimals: 2 }] });
const several = boardOf({ columns: [{ name: "kills" }, { name: "constructor", decimals: 1 }] });

const standing = (...values: number[]) => ({ values, reachedAt: noon, attempts: 1, event: 1, moved: false });
const unranked = { scope: null, rank: undefined, previousRank: undefined, improved: true };

function taken(more: Partial<Taken> = {}, record: Partial<ScoreRecord> = {}): Taken {
  return {
    kind: "event",
    board: single,
    event: { sequence: 1, state: "counted", record: { matchId: "m1", closed: [], ...record } as ScoreRecord },
    playerId: "ann",
    standings: [{ ...unranked, period: "all", current: standing(7), previous: null }],
    asOf: noon,
    ...more,
  };
}

function answerTo(one: Taken, wanted: Wanted): string {
  writeAnswer(out, one, wanted);
  return out.take().toString();
}

const scores: Wanted = { answer: "scores", scopes: false };
const ranks: Wanted = { answer: "ranks", scopes: false };
const scoped: Wanted = { answer: "scores", scopes: true };
const head = { applied: true, duplicate: false, state: "counted", playerId: "ann", matchId: "m1" };
const tail = { closed: [], asOf: noon };

describe("an answer is the JSON of its shape", () => {
  const eu = { name: "region", value: "eu" };
  const odd = { name: "guild", value: '__proto__":{}\\ü😀' };
  const fed = (more: Partial<FedStanding>): FedStanding => ({
    ...unranked,
    period: "all",
    current: standing(7),
    previous: null,
    ...more,
  });
  const plain = { score: 7, previousScore: null, improved: true };
  it.each<[string, Taken, Wanted, object]>([
    ["scores", taken(), scores, { ...head, standings: { all: plain }, ...tail }],
    ["nothing", taken({ standings: [] }), { answer: "none", scopes: false }, { ...head, ...tail }],
    [
      "ranks",
      taken({ standings: [fed({ rank: 2, previous: standing(3), previousRank: null, improved: false })] }),
      ranks,
      {
        ...head,
        standings: { all: { score: 7, rank: 2, previousScore: 3, previousRank: null, improved: false } },
        ...tail,
      },
    ],
    [
      "decimals",
      taken({ board: decimals, standings: [fed({ current: standing(-1250), previous: standing(5) })] }),
      scores,
      { ...head, standings: { all: { score: -12.5, previousScore: 0.05, improved: true } }, ...tail },
    ],
    [
      "several columns",
      taken({ board: several, standings: [fed({ current: standing(3, 15), previous: standing(0, -5) })] }),
      scores,
      {
        ...head,
        standings: {
          all: {
            values: { kills: 3, constructor: 1.5 },
            previousValues: { kills: 0, constructor: -0.5 },
            improved: true,
          },
        },
        ...tail,
      },
    ],
    [
      "a standing that is gone",
      taken({ kind: "duplicate", standings: [fed({ current: null })] }),
      scores,
      { ...head, applied: false, duplicate: true, standings: { all: null }, ...tail },
    ],
    [
      "odd ids",
      taken({ playerId: '__proto__"\\', standings: [fed({ period: "a_-b" })] }, { matchId: "ü/<😀>\u2028" }),
      scores,
      { ...head, playerId: '__proto__"\\', matchId: "ü/<😀>\u2028", standings: { "a_-b": plain }, ...tail },
    ],
    [
      "closed periods",
      taken({ standings: [] }, { closed: ["2026-10-05", "__proto__"] }),
      scores,
      { ...head, standings: {}, closed: ["2026-10-05", "__proto__"], asOf: noon },
    ],
    [
      "scopes",
      taken({
        standings: [
          fed({}),
          fed({ scope: eu }),
          fed({ scope: odd, current: standing(8) }),
          fed({ period: "2026-W41" }),
          fed({ period: "2026-W41", scope: eu }),
        ],
      }),
      scoped,
      {
        ...head,
        standings: { all: plain, "2026-W41": plain },
        scopes: {
          "region:eu": { all: plain, "2026-W41": plain },
          [`guild:${odd.value}`]: { all: { ...plain, score: 8 } },
        },
        ...tail,
      },
    ],
    ["no scopes", taken(), scoped, { ...head, standings: { all: plain }, scopes: {}, ...tail }],
    [
      "a held event",
      taken({ standings: [], event: { ...taken().event, state: "held" } }),
      scores,
      { ...head, applied: false, state: "held", standings: {}, ...tail },
    ],
  ])("of %s", (_, one, wanted, shape) => {
    expect(answerTo(one, wanted)).toBe(JSON.stringify(shape));
  });

  it("of a period that is named like a member of every object", () => {
    const standings = [fed({ period: "__proto__" }), fed({ period: "toString" })];
    const shape = Object.fromEntries(standings.map(({ period }) => [period, plain]));
    expect(answerTo(taken({ standings }), scores)).toBe(
      JSON.stringify({ ...head, standings: shape, ...tail }),
    );
  });
});

describe("a result in a batch", () => {
  const resultOf = (index: number, result: Taken | Problem): string => {
    writeResult(out, index, result, scores);
    return out.take().toString();
  };

  it("has its place and status in front", () => {
    const answer = JSON.parse(answerTo(taken(), scores));
    expect(resultOf(12, taken())).toBe(JSON.stringify({ index: 12, status: 200, ...answer }));
    const held = taken({ event: { ...taken().event, state: "held" } });
    const heldAnswer = JSON.parse(answerTo(held, scores));
    expect(resultOf(0, held)).toBe(JSON.stringify({ index: 0, status: 202, ...heldAnswer }));
  });

  it("is its error where it was refused", () => {
    const problem = new Problem("match_conflict", 'match "ü" was reported before', { extra: { score: 1.5 } });
    expect(resultOf(3, problem)).toBe(JSON.stringify({ index: 3, ...problemBody(problem) }));
  });
});
