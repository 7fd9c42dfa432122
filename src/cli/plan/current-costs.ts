/** The costs that count now: what was measured, else what stands in. */
import { type CostName, type Costs, costNames, costs } from "./costs.ts";
import { measured } from "./measured.ts";

export const currentCosts = Object.fromEntries(
  costNames.map((name) => [name, measured[name]?.value ?? costs[name].value]),
) as Costs;

/** Where the number that counts comes from. */
export function sourceOf(name: CostName): string {
  const row = measured[name]?.row;
  return row === undefined ? costs[name].source : `bench, ${row}`;
}

/** How many of the numbers were measured by a bench whose result is kept. */
export const measuredCount = costNames.filter((name) => measured[name] !== undefined).length;
