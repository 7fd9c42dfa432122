import { describe, expect, it } from "vitest";
import { type BoardDefinition, makeBoard } from "./board.ts";
import { readDefinition } from "./read-definition.ts";

function define(more: object): BoardDefinition {
  const read = readDefinition({ id: "b", ...more });
  if (!read.ok) throw new Error(read.refusal.detail);
  return read.value;
}

describe("readDefinition", () => {
  it("fills in every default", () => {
    expect(define({})).toEqual({
      id: "b",
      title: "b",
      semantics: "best",
      columns: [{ name: "score", order: "desc", decimals: 0, min: null, max: null }],
      ties: "first",
      periods: ["all"],
      timeZone: "UTC",
      weekStart: "monday",
      grace: "60s",
      maxAge: null,
      scopes: [],
      rank: "exact",
      publicReads: false,
      retention: {},
    });
  });

  it("takes its own output", () => {
    const season = { season: "s4", start: "2026-10-01T00:00", end: "2027-01-01T00:00" };
    const definition = define({
      columns: [{ decimals: 2, min: "-0.5", max: 10.25 }],
      periods: ["week", season],
      timeZone: "Europe/Paris",
      maxAge: "10000d",
      grace: "0s",
      scopes: ["region"],
      retention: { day: "7d" },
    });
    expect(define(definition)).toEqual(definition);
    expect(makeBoard(1, definition).columns[0]).toMatchObject({ min: -50, max: 1025 });
  });

  it.each<[string, unknown, path: string]>([
    ["no id", { id: undefined }, "/id"],
    ["a number as id", { id: 5 }, "/id"],
    ["an id that URL parsers remove", { id: ".." }, "/id"],
    ["an unknown field", { colums: [] }, "/colums"],
    ["unknown semantics", { semantics: "max" }, "/semantics"],
    ["unknown ties", { ties: "none" }, "/ties"],
    ["no columns", { columns: [] }, "/columns"],
    ["five columns", { columns: ["a", "b", "c", "d", "e"].map((name) => ({ name })) }, "/columns"],
    ["two columns of a name", { columns: [{ name: "x" }, { name: "x" }] }, "/columns/1/name"],
    ["a nameless column of two", { columns: [{ name: "x" }, {}] }, "/columns/1/name"],
    ["a column named like a query parameter", { columns: [{ name: "period" }] }, "/columns/0/name"],
    [
      "a column named like a place in an array",
      { columns: [{ name: "x" }, { name: "7" }] },
      "/columns/1/name",
    ],
    ["an unknown field of a column", { columns: [{ decimal: 2 }] }, "/columns/0/decimal"],
    ["seven decimals", { columns: [{ decimals: 7 }] }, "/columns/0/decimals"],
    ["half a decimal", { columns: [{ decimals: 0.5 }] }, "/columns/0/decimals"],
    ["a bound with too many decimals", { columns: [{ max: 1.5 }] }, "/columns/0/max"],
    ["a bound outside the range", { columns: [{ max: 2 ** 53 }] }, "/columns/0/max"],
    ["min above max", { columns: [{ min: 2, max: 1 }] }, "/columns/0/min"],
    ["no periods", { periods: [] }, "/periods"],
    ["an unknown period", { periods: ["hour"] }, "/periods/0"],
    ["a period twice", { periods: ["day", "day"] }, "/periods/1"],
    [
      "a season named like a period",
      { periods: [{ season: "day", start: "2026-01-01T00:00", end: "2026-02-01T00:00" }] },
      "/periods/0/season",
    ],
    [
      "a season named like a key",
      { periods: [{ season: "2026-10", start: "2026-01-01T00:00", end: "2026-02-01T00:00" }] },
      "/periods/0/season",
    ],
    [
      "a season that ends before it starts",
      { periods: [{ season: "s", start: "2026-02-01T00:00", end: "2026-01-01T00:00" }] },
      "/periods/0/end",
    ],
    ["a season without an end", { periods: [{ season: "s", start: "2026-02-01T00:00" }] }, "/periods/0"],
    ["a zone that is none", { timeZone: "Europe/Atlantis" }, "/timeZone"],
    ["an offset as zone", { timeZone: "+02:00" }, "/timeZone"],
    ["a weekday that is none", { weekStart: "Mon" }, "/weekStart"],
    ["a grace without unit", { grace: "60" }, "/grace"],
    ["a number as grace", { grace: 60 }, "/grace"],
    ["a scope name with a colon", { scopes: ["a:b"] }, "/scopes/0"],
    ["a scope twice", { scopes: ["a", "a"] }, "/scopes/1"],
    ["estimated ranks", { rank: { exact: 1000 } }, "/rank"],
    ["plausibility rules", { plausibility: { max: 5 } }, "/plausibility"],
    ["publicReads that is no flag", { publicReads: "yes" }, "/publicReads"],
    ["retention of all", { retention: { all: "1d" } }, "/retention/all"],
    ["a title of 201 characters", { title: "x".repeat(201) }, "/title"],
  ])("refuses %s", (_, more, path) => {
    const read = readDefinition({ id: "b", ...(more as object) });
    expect(read.ok ? "taken" : read.refusal.path).toBe(path);
  });

  it("refuses what is no object", () => {
    expect([null, 5, "b", []].map((input) => readDefinition(input).ok)).toEqual([false, false, false, false]);
  });
});
