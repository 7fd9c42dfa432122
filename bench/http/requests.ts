/** Requests as bytes, of the same shape as those of lua/report.lua. */
import { Random } from "../support/random.ts";
import { boardPath } from "./server.ts";

export interface RequestOrder {
  readonly kind: "submit" | "batch" | "rank";
  readonly path: string;
  readonly key: string;
  readonly seed: number;
  readonly players: number;
  /** Whether reports name a region and a guild. */
  readonly scoped: boolean;
  /** Reports a batch. */
  readonly size: number;
  /** Reports go to player after player rather than at random, so that each has one. */
  readonly inTurn: boolean;
}

/** Makes the next request. */
export function requestMaker(order: RequestOrder): () => string {
  const { kind, path, key, seed, players, scoped, size, inTurn } = order;
  const random = new Random(seed);
  const run = seed.toString(16).padStart(8, "0");
  let made = 0;
  const player = (): number => (inTurn ? made % players : random.below(players));
  const report = (): string => {
    const number = player();
    const scopes = scoped
      ? `,"scopes":{"region":"r${pad(number % 10, 2)}","guild":"g${pad(number % 500, 3)}"}`
      : "";
    made += 1;
    return `{"playerId":"player${pad(number, 8)}","matchId":"m${run}-${pad(made, 10)}","score":${100_000 + random.below(900_000)}${scopes}}`;
  };
  if (kind === "rank")
    return () =>
      `GET ${boardPath}/players/player${pad(random.below(players), 8)}/rank HTTP/1.1\r\nHost: bench\r\n\r\n`;
  const post = (body: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  if (kind === "submit") return () => post(report());
  return () => post(`[${Array.from({ length: size }, report).join(",")}]`);
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, "0");
}
