/** `laurel plan` as it is called, and that the numbers behind it and the sums in the documents are not stale. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { measuredCosts, withPlans } from "../../scripts/plans.ts";
import { costNames } from "../../src/cli/plan/costs.ts";
import type { Plan } from "../../src/cli/plan/plan.ts";
import { laurel } from "./laurel.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

it("calculates with what the kept benches measured (npm run generate brings it up to date)", () => {
  expect(read("src/cli/plan/measured.ts")).toBe(measuredCosts());
});

it("prints what docs/operating.md shows (npm run generate brings it up to date)", async () => {
  const document = read("docs/operating.md");
  expect(document.match(/^\$ laurel plan /gm)?.length).toBe(2);
  expect(await withPlans(document)).toBe(document);
});

describe("laurel plan", () => {
  it("prints JSON for programs", async () => {
    const run = await laurel(["plan", "--players", "1M", "--memory", "8GB", "--json"]);
    expect(run.code).toBe(0);
    const plan = run.json() as Plan & { workload: object };
    expect(plan.workload).toMatchObject({ players: 1e6, eventsADay: 1e7, readsADay: 2e7, days: 365 });
    expect(plan.machine).toEqual({ memoryBytes: 8e9, budgetBytes: 5.6e9, diskBytes: null });
    expect(plan.shapes.map(({ name }) => name)).toEqual(["one process", "Postgres", "Postgres + Redis"]);
  });

  it("says what is too much where nothing holds it", async () => {
    const { out } = await laurel(["plan", "--players", "4G", "--views", "1000", "--memory", "8GB"]);
    expect(out).toMatch(/^One process is limited first by its thread \(/m);
    expect(out).toMatch(/^None of them holds it\. Too much is\n {2}one process: thread [\d,]+ %, memory /m);
  });

  it("lists what each costs, with its source", async () => {
    const { out } = await laurel(["plan", "--costs"]);
    expect(out.trimEnd().split("\n").length).toBe(1 + costNames.length);
    expect(out).toMatch(/^Redis: memory of a standing .* 198 B {2}a prototype, on two cores$/m);
    const listed = (await laurel(["plan", "--costs", "--json"])).json() as { name: string; source: string }[];
    expect(listed.map(({ name }) => name)).toEqual(costNames);
    for (const { name, source } of listed) expect(source, name).not.toBe("");
  });
});
