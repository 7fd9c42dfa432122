/** The shapes of what goes out and comes back, taken from the service's OpenAPI document. */
import type { paths } from "./api-types.ts";

type Method = "get" | "put" | "post" | "delete";

/** Body of an answer, by path, method and status. */
type Answer<P extends keyof paths, M extends Method, S extends number = 200> = paths[P] extends {
  [K in M]: { responses: { [K in S]: { content: { "application/json": infer T } } } };
}
  ? T
  : never;

/** Body of a request. */
type Body<P extends keyof paths, M extends Method> = paths[P] extends {
  [K in M]: { requestBody: { content: { "application/json": infer T } } };
}
  ? T
  : never;

/** One player's score in one match. */
export type Report = Body<"/v1/leaderboards/{board}/scores", "post">;
/** What became of a report. */
export type Submitted = Answer<"/v1/leaderboards/{board}/scores", "post">;
export type BatchAnswer = Omit<Answer<"/v1/leaderboards/{board}/scores/batch", "post">, "results"> & {
  readonly results: readonly BatchResult[];
};
/** What the single route would have answered: the fields of Submitted, or those of a problem. */
export type BatchResult = { readonly index: number; readonly status: number } & (
  | (Submitted & { readonly code?: undefined; readonly detail?: undefined })
  | ProblemFields
);
type ProblemFields = {
  readonly [K in keyof Submitted]?: undefined;
} & {
  readonly code: string;
  readonly detail: string;
  readonly title: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
};

export type Top = Answer<"/v1/leaderboards/{board}/top", "get">;
/** One row of a board. */
export type Entry = Top["entries"][number];
/** A player's standing and rank. */
export type Rank = Answer<"/v1/leaderboards/{board}/player/rank", "get">;
/** A player's standing and rank, with the rows around. */
export type PlayerWindow = Answer<"/v1/leaderboards/{board}/player/window", "get">;
export type Lookup = Answer<"/v1/leaderboards/{board}/lookup", "post">;
export type AroundScore = Answer<"/v1/leaderboards/{board}/around-score", "get">;
/** A page of a player's events on a board, newest accepted first. */
export type History = Answer<"/v1/leaderboards/{board}/player/history", "get">;
export type Periods = Answer<"/v1/leaderboards/{board}/periods", "get">;
export type ScopeValues = Answer<"/v1/leaderboards/{board}/scopes/{name}", "get">;

/** A definition, with its present periods, their sizes and its next reset. */
export type Board = Answer<"/v1/leaderboards/{board}", "get">;
/** A definition with every default filled in. */
export type BoardDefinition = Answer<"/v1/leaderboards", "get">["boards"][number];
type Column = BoardDefinition["columns"][number];
/** A definition as it is given: everything but the id has a default. */
export type BoardInput = { readonly id: string } & Partial<Omit<BoardDefinition, "id" | "columns">> & {
    readonly columns?: readonly (Partial<Omit<Column, "min" | "max">> & {
      readonly min?: number | string | null;
      readonly max?: number | string | null;
    })[];
  };

export type KeyInput = Body<"/v1/admin/keys", "post">;
export type Key = Answer<"/v1/admin/keys", "get">["keys"][number];
/** A key with its secret, which is shown this once. */
export type MadeKey = Answer<"/v1/admin/keys", "post", 201>;
export type Job = Answer<"/v1/admin/jobs/{id}", "get">;
