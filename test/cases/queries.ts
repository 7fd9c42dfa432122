/** The questions of the cases, asked through the API: each compares what is answered with the case's result. */
import { expect } from "vitest";
import type { Expectation } from "./case-file.ts";
import { decimal } from "./decimal.ts";
import { expectRefusal } from "./errors.ts";
import type { Stage } from "./stage.ts";

type Args = Expectation["args"];
type Target = ReturnType<Stage["target"]>;
type Query = (stage: Stage, args: Args, result: unknown) => Promise<void>;

/** By name. `procedure` and `after` are told in words: see procedures.ts and later.ts. */
export const queries: Readonly<Record<string, Query>> = {
  top: async (stage, args, result) => {
    const { limit, offset } = args;
    await reading(stage, args, async (target) => {
      const { entries } = await stage.answered("top", { ...target, limit, offset });
      expect(rowsOf(entries)).toEqual(decimal(result));
    });
  },

  rank: async (stage, args, result) => {
    const { player, include } = args;
    await reading(stage, args, async (target) => {
      for (const part of ["player/rank", "player", "player/window"]) {
        const answer = await stage.read(part, { ...target, id: player, include });
        if (result === null) expect(answer.body.code).toBe("unknown_player");
        else expect(placeOf(answer.body)).toMatchObject(decimal(result) as object);
      }
    });
  },

  window: async (stage, args, result) => {
    const { player, radius, above = radius, below = radius } = args;
    await reading(stage, args, async (target) => {
      const answer = await stage.read("player/window", { ...target, id: player, above, below });
      if (result === null) expect(answer.body.code).toBe("unknown_player");
      else expect(rowsOf(answer.body.entries)).toEqual(decimal(result));
    });
  },

  friends: async (stage, args, result) => {
    const { player, friends } = args as { player: string; friends: string[] };
    await reading(stage, args, async (target) => {
      const body = await lookUp(stage, target, [player, ...friends]);
      const { entries, notFound } = body;
      expect(rowsOf(entries, "position")).toEqual(decimal(result));
      const listed = entries.map((entry: { playerId: string }) => entry.playerId);
      expect([...listed, ...notFound].sort()).toEqual([...new Set([player, ...friends])].sort());
    });
  },

  count: async (stage, args, result) => {
    await reading(stage, args, async (target) => {
      const { total } = await stage.answered("top", { ...target, limit: 1 });
      expect(total).toBe((result as number) + stage.membersBeyond);
    });
  },

  /** `place`: who stands there, as [rank, player, score]; null behind the end. */
  atRank: async (stage, args, result) => {
    await reading(stage, args, async (target) => {
      const answer = await stage.read(`at-rank/${args.place}`, target);
      if (result === null) expect(answer.body.code).toBe("unknown_player");
      else expect(rowsOf([answer.body])[0]).toEqual(decimal(result));
    });
  },

  /** `score`, `radius`: what a newcomer with this score would get, and the rows around it. */
  aroundScore: async (stage, args, result) => {
    const { score, values = { score }, radius = 5, above = radius, below = radius } = args;
    const { entries, ...place } = result as { entries?: unknown };
    const answer = await stage.answered("around-score", {
      ...stage.target(args),
      ...(values as object),
      above,
      below,
    });
    expect(placeOf(answer)).toMatchObject(decimal(place) as object);
    if (entries !== undefined) expect(rowsOf(answer.entries)).toEqual(decimal(entries));
  },

  error: expectRefusal,
};

/** Answers of a lookup. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers by their documented shape
export async function lookUp(stage: Stage, target: Target, playerIds: readonly string[]): Promise<any> {
  const path = stage.path("lookup", { ...target });
  const { status, body } = await stage.service.call("POST", path, { playerIds });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Entries as the cases write them: [rank, player, score]. */
export function rowsOf(entries: readonly Record<string, unknown>[], rank = "rank"): unknown[][] {
  return entries.map((entry) => [
    decimal(entry[rank]),
    entry.playerId,
    decimal(numbers(entry.values ?? entry.score)),
  ]);
}

/** An answer about one player, comparable with what a case names of it. */
function placeOf(body: Record<string, unknown>): object {
  numbers(body.values ?? body.score);
  return decimal(body) as object;
}

/** Scores come in as numbers or texts, and go out as numbers. */
function numbers(score: unknown): unknown {
  const values = typeof score === "object" && score !== null ? Object.values(score) : [score];
  for (const value of values) expect(typeof value).toBe("number");
  return score;
}

/**
 * Asks by the key of the period that is meant; with `at`, again by its kind's `current` on a clock that stands
 * at that instant. `now` moves the clock on before.
 */
async function reading(stage: Stage, args: Args, ask: (target: Target) => Promise<void>): Promise<void> {
  if (args.now !== undefined) stage.reach(args.now as string);
  const target = stage.target(args);
  await ask(target);
  const kind = stage.kindAsked(args);
  if (args.at === undefined || kind === "all") return;
  await stage.at(Date.parse(args.at as string), () => ask({ ...target, period: `${kind}:current` }));
}
