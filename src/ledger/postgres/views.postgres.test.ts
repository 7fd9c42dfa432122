/** Only Postgres: what people with an SQL client see must be what Laurel sees. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import {
  define,
  historyBoards,
  listOf,
  noon,
  randomGroups,
  reportOf,
  submit,
} from "../../../test/support/ledger-history.ts";
import { dropDatabase, makeDatabase, settingsOf, withClient } from "../../../test/support/postgres.ts";
import { makeRandom, testSeed } from "../../../test/support/random.ts";
import { periodOfIndex, scopeOfIndex } from "../../core/index-number.ts";
import { PostgresLedger } from "./postgres-ledger.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function fresh(now: () => number = () => noon): Promise<{ url: string; ledger: PostgresLedger }> {
  const url = await makeDatabase();
  closers.push(() => dropDatabase(url));
  const ledger = await PostgresLedger.open(settingsOf(url), now);
  closers.push(() => ledger.close());
  return { url, ledger };
}

test("the views show every standing and every event", async () => {
  const { url, ledger } = await fresh();
  for (const board of historyBoards) await define(ledger, board);
  for (const group of randomGroups(makeRandom(testSeed()), 60)) await submit(ledger, group);
  const { catalogue } = ledger;
  const states = (await listOf(ledger.states())).map(({ index, playerId, standing }) => {
    const period = catalogue.period(periodOfIndex(index))!;
    const scope = catalogue.scope(scopeOfIndex(index));
    return [
      catalogue.boardByNumber(period.board)!.board.id,
      period.key,
      scope === undefined ? null : `${scope.name}:${scope.value}`,
      playerId,
      standing.values,
      standing.reachedAt,
      standing.attempts,
      standing.event,
    ];
  });
  const events = (await listOf(ledger.follow(0))).flatMap(({ sequence, record }) =>
    record.kind === "score"
      ? [[sequence, ledger.playerId(record.player), record.matchId, record.values, record.achievedAt]]
      : [],
  );
  await withClient(url, async (client) => {
    const shown = await client.query({
      text: `select board, period, scope, player, "values"::float8[], extract(epoch from reached_at)::float8 * 1000,
        attempts::int, event::int from laurel.standings`,
      rowMode: "array",
    });
    expect(sorted(shown.rows)).toEqual(sorted(states));
    const listed = await client.query({
      text: `select sequence::int, player, match_id, "values"::float8[],
        extract(epoch from achieved_at)::float8 * 1000 from laurel.events`,
      rowMode: "array",
    });
    expect(sorted(listed.rows)).toEqual(sorted(events));
  });
});

test("values have their decimals, and the greatest and oddest are read", async () => {
  const { url, ledger } = await fresh();
  await define(ledger, { id: "time", columns: [{ name: "s", order: "asc", decimals: 3 }, { name: "n" }] });
  await define(ledger, { id: "gone" });
  const values = { s: "-999999999999.999", n: Number.MAX_SAFE_INTEGER };
  const metadata = '{"a":"\\u0000 😀"}';
  const report = reportOf("time", "é'\"😀", "m".repeat(128), { values, metadata });
  await submit(ledger, [report, reportOf("gone", "ann", "m1")]);
  await ledger.transact([], () => ({
    records: [{ kind: "board-delete", board: 2, at: noon, by: "", reason: "" }],
    standings: [],
    result: null,
  }));
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `select player, score::text, "values"::text[], match_id from laurel.standings`,
    );
    const shown = ["-999999999999.999", "9007199254740991"];
    expect(rows).toEqual([
      { player: report.playerId, score: shown[0], values: shown, match_id: report.matchId },
    ]);
    const events = await client.query(`select score::text, metadata, held from laurel.events`);
    expect(events.rows).toEqual([{ score: shown[0], metadata, held: false }]);
  });
});

test("the queries of docs/postgres.md answer", async () => {
  const document = readFileSync(new URL("../../../docs/postgres.md", import.meta.url), "utf8");
  const queries = [...document.matchAll(/```sql\n(.*?)```/gs)].map(([, text]) => text!);
  expect(queries).toHaveLength(5);
  const { url, ledger } = await fresh(Date.now);
  await define(ledger, { id: "weekly", scopes: ["guild"] });
  const now = Date.now();
  const event = { achievedAt: now, receivedAt: now, scopes: new Map([["guild", "g"]]), metadata: "{}" };
  await submit(ledger, [reportOf("weekly", "ann", "m1", event)]);
  await withClient(url, async (client) => {
    for (const query of queries) {
      const { rows } = await client.query(query);
      expect(rows.length, query).toBeGreaterThan(0);
    }
  });
});

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
