import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FoldEvent, fold, foldAll, type Semantics, type Standing } from "./fold.ts";
import { compareBytes } from "./id.ts";
import type { Column } from "./value.ts";

const seed = Number(process.env.LAUREL_TEST_SEED ?? Date.now() % 1_000_000);
console.log(`fold: seed ${seed}`);

const limit = Number.MAX_SAFE_INTEGER;
const column = (order: "asc" | "desc"): Column => ({
  name: "score",
  order,
  decimals: 0,
  min: -limit,
  max: limit,
});
const columns = [column("desc"), column("asc")];

const anyEvents = (value: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(
      fc.record({
        matchId: fc.constantFrom("m", "m1", "n", "\uff21", "\u{1f600}", "z", "zz", "0"),
        values: fc.tuple(value, value),
        achievedAt: fc.integer({ min: 0, max: 3 }),
      }),
      { selector: (event) => event.matchId, minLength: 1 },
    )
    .map((events) => events.map((event, i): FoldEvent => ({ ...event, sequence: i + 1 })));

const small = anyEvents(fc.integer({ min: -2, max: 2 }));

/** Everything of a standing but the sequence, which only names the event; its matchId stands in for it. */
function shape(standing: Standing, events: readonly FoldEvent[]): unknown {
  const { event, ...rest } = standing;
  return { ...rest, matchId: events.find((one) => one.sequence === event)!.matchId };
}

for (const semantics of ["best", "sum", "last"] as Semantics[]) {
  const rule = { semantics, columns };
  const run = (events: readonly FoldEvent[]): Standing => foldAll(rule, events)!.standing;

  describe(semantics, () => {
    it("does not depend on the order of events", () => {
      fc.assert(
        fc.property(small, fc.infiniteStream(fc.nat()), (events, order) => {
          const keys = [...order.take(events.length)];
          const shuffled = events
            .map((event, i) => ({ event, key: keys[i]! }))
            .sort((a, b) => a.key - b.key)
            .map(({ event }) => event);
          expect(shape(run(shuffled), events)).toEqual(shape(run(events), events));
        }),
        { seed, numRuns: 2_000 },
      );
    });

    it("equals what the definition says of the whole set", () => {
      fc.assert(
        fc.property(small, (events) => {
          expect(shape(run(events), events)).toEqual(byDefinition(semantics, events));
        }),
        { seed, numRuns: 2_000 },
      );
    });
  });
}

describe("sum", () => {
  const rule = { semantics: "sum" as const, columns: [column("desc")] };

  it("is exact where partial sums leave the safe range", () => {
    const value = fc.constantFrom(limit, -limit, limit - 1, 1, -1, 3);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (values) => {
        const events = values.map((one, i) => ({
          sequence: i + 1,
          matchId: `m${i}`,
          values: [one],
          achievedAt: i,
        }));
        expect(foldAll(rule, events)!.exact[0]).toBe(values.reduce((sum, one) => sum + BigInt(one), 0n));
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it("moves nothing but the attempts for a delta of zero", () => {
    const one = fold(rule, null, { sequence: 1, matchId: "a", values: [5], achievedAt: 10 }, () => "");
    const two = fold(rule, one, { sequence: 2, matchId: "b", values: [0], achievedAt: 20 }, () => "");
    expect(two).toEqual({ ...one, attempts: 2 });
  });
});

/** The same, written from the other end: over the whole set at once, with sorting. */
function byDefinition(semantics: Semantics, events: readonly FoldEvent[]): unknown {
  const attempts = events.length;
  if (semantics === "best") {
    const [best] = [...events].sort(
      (a, b) =>
        b.values[0]! - a.values[0]! ||
        a.values[1]! - b.values[1]! ||
        a.achievedAt - b.achievedAt ||
        compareBytes(a.matchId, b.matchId),
    );
    return {
      values: best!.values,
      reachedAt: best!.achievedAt,
      attempts,
      moved: false,
      matchId: best!.matchId,
    };
  }
  const late = (a: FoldEvent, b: FoldEvent): number =>
    b.achievedAt - a.achievedAt || compareBytes(b.matchId, a.matchId);
  if (semantics === "last") {
    const [last] = [...events].sort(late);
    return {
      values: last!.values,
      reachedAt: last!.achievedAt,
      attempts,
      moved: false,
      matchId: last!.matchId,
    };
  }
  const values = [0, 1].map((i) => events.reduce((sum, event) => sum + event.values[i]!, 0));
  const moving = events.filter((event) => event.values.some((value) => value !== 0)).sort(late);
  const named = moving[0] ?? [...events].sort((a, b) => late(b, a))[0]!;
  return { values, reachedAt: named.achievedAt, attempts, moved: moving.length > 0, matchId: named.matchId };
}
