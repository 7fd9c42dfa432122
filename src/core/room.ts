/**
 * What a process still has room for. It is told to the draft from outside, so only new reports meet it: retries,
 * replays and folds never ask.
 */
export interface Room {
  /** Whether memory is left for players and scope values that are not there yet. */
  readonly memory: boolean;
  /** The most scope values that a board may have, those of all its scopes together. */
  readonly scopeValuesMax: number;
}

/** Room for everything. */
export const boundless: Room = { memory: true, scopeValuesMax: Number.POSITIVE_INFINITY };
