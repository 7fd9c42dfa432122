/** What a workload needs, and which way of running Laurel holds it. A pure calculation over the costs. */
import type { Costs } from "./costs.ts";
import { type Needs, needsOf } from "./needs.ts";
import { makeShapes, type Shape } from "./shapes.ts";
import type { Machine, Workload } from "./workload.ts";

export interface Plan extends Needs {
  readonly machine: Machine;
  readonly shapes: readonly Shape[];
  /** Name of the simplest shape that holds it; null where none does. */
  readonly shape: string | null;
}

export function makePlan(workload: Workload, machine: Machine, costs: Costs): Plan {
  const needs = needsOf(workload, machine.budgetBytes, costs);
  const shapes = makeShapes(workload, needs, machine, costs);
  const holds = shapes.find(({ use }) => use.every(({ share }) => share <= 1));
  return { ...needs, machine, shapes, shape: holds?.name ?? null };
}
