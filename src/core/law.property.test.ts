/**
 * The one law: a standing is a pure function of its board's definition and the set of its counted events. Event
 * sets that meet no order-dependent refusal are shuffled, duplicated and split into groups: the same standings.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { PaperLedger, report } from "../../test/support/paper-ledger.ts";
import type { Report } from "./report.ts";

const start = Date.UTC(2026, 2, 28, 12);
const hour = 3_600_000;
const seed = Number(process.env.LAUREL_TEST_SEED ?? Date.now() % 1_000_000);
console.log(`law: seed ${seed}`);

/** Few players, instants and values: ties and equal instants on purpose. */
const event = fc.record({
  player: fc.constantFrom("a", "b", "\u{1f600}", "\uff21"),
  match: fc.integer({ min: 0, max: 40 }).map((n) => `m${n}`),
  values: fc.array(fc.constantFrom(-2, -1, 0, 0, 1, 2, 1_000_000_007), { minLength: 2, maxLength: 2 }),
  at: fc.integer({ min: 0, max: 4 }).map((n) => start + n * 13 * hour),
  region: fc.option(fc.constantFrom("eu", "us"), { nil: null }),
});

const board = fc.record({
  semantics: fc.constantFrom("best", "sum", "last"),
  ties: fc.constantFrom("first", "last", "shared", "dense"),
  columns: fc.constantFrom([{}], [{ order: "asc" }], [{ name: "x" }, { name: "y", order: "asc" }]),
});

/** One event an identity: another value for it would be a conflict, which depends on the order. */
const events = fc.uniqueArray(event, {
  maxLength: 30,
  selector: ({ player, match }) => `${player}/${match}`,
});

it("gives the same standings for any order, repetition and grouping of the same events", () => {
  const plan = fc.record({
    board,
    events,
    order: fc.infiniteStream(fc.nat()),
    groups: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(plan, ({ board: shape, events: set, order, groups }) => {
      const definition = {
        id: "b",
        ...shape,
        periods: ["all", "day", "week"],
        timeZone: "Europe/Berlin",
        scopes: ["region"],
        grace: "10000d",
      };
      const reports = set.map((one): Report => {
        const several = shape.columns.length > 1;
        const values = several ? { x: one.values[0]!, y: one.values[1]! } : undefined;
        const scopes = new Map(one.region === null ? [] : [["region", one.region]]);
        return report("b", one.player, one.match, one.values[0]!, {
          achievedAt: one.at,
          receivedAt: start + 100 * hour,
          scopes,
          values,
          ...(several ? { score: undefined } : {}),
        });
      });
      const once = new PaperLedger(definition);
      for (const one of reports) once.group(one);

      const again = new PaperLedger(definition);
      const twice = shuffled([...reports, ...reports], order);
      for (let i = 0, g = 0; i < twice.length; g++) {
        const size = groups[g % groups.length]!;
        again.group(...twice.slice(i, i + size));
        i += size;
      }
      expect(sorted(again)).toEqual(sorted(once));
      expect(again.top("b")).toEqual(once.top("b"));
    }),
    { seed, numRuns: 300 },
  );
});

function sorted(ledger: PaperLedger): [string, unknown][] {
  return [...ledger.standings("b")].sort(([a], [b]) => (a < b ? -1 : 1));
}

function shuffled<T>(list: T[], order: fc.Stream<number>): T[] {
  const keys = [...order.take(list.length)];
  return list
    .map((value, i) => ({ value, key: keys[i]! }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
