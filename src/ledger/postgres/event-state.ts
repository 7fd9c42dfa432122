import type { EarlierEvent } from "../../core/draft.ts";

/** The state of an event as `laurel.identities` holds it: its place in this list. */
const states: readonly EarlierEvent["state"][] = ["counted", "held", "voided"];

export function codeOfState(state: EarlierEvent["state"]): number {
  return states.indexOf(state);
}

export function stateOfCode(code: number): EarlierEvent["state"] {
  const state = states[code];
  if (state === undefined) throw new Error(`state ${code} of an event is unknown to this version of Laurel`);
  return state;
}
