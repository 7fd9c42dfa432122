import { describe, expect, test } from "vitest";
import { type Column, toNumber, valueLimit } from "../core/value.ts";
import { RowFormat, RowWriter } from "./row-writer.ts";

interface Row {
  readonly rank: number;
  readonly playerId: string;
  readonly values: readonly number[];
  readonly reachedAt: number;
}

function columnOf(name: string, decimals: number): Column {
  return { name, order: "desc", decimals, min: -valueLimit(decimals), max: valueLimit(decimals) };
}

function write(columns: readonly Column[], rows: readonly Row[]): string {
  const writer = new RowWriter();
  writer.begin(new RowFormat(columns));
  writer.text("[");
  for (const { rank, playerId, values, reachedAt } of rows) {
    // Somewhere in a larger array, as the index has it.
    const id = Buffer.from(`xx${playerId}y`);
    writer.row(rank, id, 2, id.length - 1, Float64Array.from([0, ...values, reachedAt]), 1);
  }
  writer.text("]");
  return writer.bytes.toString("utf8", 0, writer.length);
}

function expected(columns: readonly Column[], rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map(({ rank, playerId, values, reachedAt }) => {
      const numbers = values.map((value, i) => toNumber(value, columns[i]!.decimals));
      const shown =
        columns.length === 1
          ? { score: numbers[0] }
          : { values: Object.fromEntries(columns.map(({ name }, i) => [name, numbers[i]])) };
      return { rank, playerId, ...shown, reachedAt };
    }),
  );
}

function checkValues(decimals: number, values: readonly number[]): void {
  const columns = [columnOf("score", decimals)];
  const rows = values.map((value, i) => ({ rank: i + 1, playerId: "p", values: [value], reachedAt: i }));
  expect(write(columns, rows)).toBe(expected(columns, rows));
}

describe("row writer", () => {
  test.each([0, 1, 2, 3, 4, 5, 6])("numbers of every length, with %i decimals", (decimals) => {
    const limit = valueLimit(decimals);
    const values = [0, 1, 5, limit, limit - 1];
    for (let power = 1; power < limit; power *= 10)
      values.push(power, power - 1, power + 1, 5 * power, 7 * power + 3, Math.floor(power * 1.2345678901234));
    const inRange = values.filter((value) => value <= limit);
    checkValues(decimals, [...inRange, ...inRange.map((value) => 0 - value)]);
  });

  test("numbers drawn at random", () => {
    for (let decimals = 0; decimals <= 6; decimals++) {
      const limit = valueLimit(decimals);
      checkValues(
        decimals,
        Array.from({ length: 5000 }, (_, i) =>
          Math.floor((i % 2 === 0 ? 1 : -1) * Math.random() * 10 ** (1 + (i % 15))),
        ).filter((value) => Math.abs(value) <= limit),
      );
    }
  });

  test("ids of all kinds", () => {
    const columns = [columnOf("score", 0)];
    const ids = ["a", '"', "\\", '\\"\\', "é\u2028\u2029", "😀".repeat(32), '"'.repeat(128), "</script>"];
    const rows = ids.map((playerId, i) => ({ rank: i + 1, playerId, values: [i], reachedAt: -i }));
    expect(write(columns, rows)).toBe(expected(columns, rows));
  });

  test("several columns by name, in their order", () => {
    const columns = [columnOf("time", 3), columnOf("kills", 0), columnOf("a-b", 1), columnOf("x", 6)];
    const rows = Array.from({ length: 500 }, (_, i) => ({
      rank: i * 1e5 + 1,
      playerId: `player-${i}`,
      values: [i * 997, -i, i % 7, i * 123456789],
      reachedAt: 1_791_151_200_000 + i,
    }));
    expect(write(columns, rows)).toBe(expected(columns, rows));
  });

  test("what is written anew begins anew", () => {
    const writer = new RowWriter();
    const format = new RowFormat([columnOf("score", 0)]);
    writer.begin(format);
    const row = (): void => writer.row(1, Buffer.from("a"), 0, 1, Float64Array.from([1, 2]), 0);
    row();
    row();
    writer.begin(format);
    row();
    writer.text(',"total":');
    writer.number(2 ** 53 - 1);
    expect(writer.bytes.toString("utf8", 0, writer.length)).toBe(
      '{"rank":1,"playerId":"a","score":1,"reachedAt":2},"total":9007199254740991',
    );
  });
});
