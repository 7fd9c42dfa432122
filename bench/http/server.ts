/** A server under load, whichever it is: all of them answer the same paths. */
export interface Server {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
}

export const serverCore = 0;
export const loadCore = 1;

export const boardPath = "/v1/leaderboards/bench";
export const submitPath = `${boardPath}/scores`;
export const batchPath = `${boardPath}/scores/batch`;
export const topPath = `${boardPath}/top?limit=100`;
