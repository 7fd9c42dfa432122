/** The API changes only where its committed description changes with it, and answers have the shapes it names. */
import { readFileSync } from "node:fs";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
// biome-ignore lint/suspicious/noExplicitAny: the document is read by its own structure
let document: any;

beforeAll(async () => {
  service = await startService({ boards: [{ id: "b", scopes: ["region"], periods: ["all", "day"] }] });
  document = (await service.call("GET", "/openapi.json", undefined, { key: null })).body;
});
afterAll(() => service.close());

it("is the committed document (npm run generate writes it)", () => {
  const committed = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
  expect(document).toEqual(committed);
});

it("describes each operation: summary, access, errors", () => {
  for (const [path, operations] of Object.entries<Record<string, object>>(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      expect(operation, `${method} ${path}`).toMatchObject({
        summary: expect.any(String),
        security: expect.any(Array),
        responses: { default: expect.any(Object) },
      });
    }
  }
});

describe("answers have the shape that the document gives them", () => {
  const report = {
    playerId: "p",
    matchId: "m",
    score: 1,
    scopes: { region: "eu" },
    metadata: { hero: "mage" },
  };
  it.each<[method: string, template: string, path: string, body?: unknown]>([
    ["post", "/v1/leaderboards/{board}/scores", "/v1/leaderboards/b/scores?include=scopes", report],
    ["post", "/v1/scores", "/v1/scores", { board: "b", ...report }],
    ["post", "/v1/leaderboards/{board}/scores/batch", "/v1/leaderboards/b/scores/batch", [report, {}]],
    ["get", "/v1/leaderboards", "/v1/leaderboards"],
    ["get", "/v1/leaderboards/{board}", "/v1/leaderboards/b"],
    ["get", "/v1/leaderboards/{board}/top", "/v1/leaderboards/b/top?include=metadata"],
    ["get", "/v1/leaderboards/{board}/players/{player}", "/v1/leaderboards/b/players/p"],
    ["get", "/v1/leaderboards/{board}/player/rank", "/v1/leaderboards/b/player/rank?id=p&include=metadata"],
    ["get", "/v1/leaderboards/{board}/players/{player}/window", "/v1/leaderboards/b/players/p/window"],
    ["post", "/v1/leaderboards/{board}/lookup", "/v1/leaderboards/b/lookup", { playerIds: ["p", "q"] }],
    ["get", "/v1/leaderboards/{board}/at-rank/{n}", "/v1/leaderboards/b/at-rank/1"],
    ["get", "/v1/leaderboards/{board}/around-score", "/v1/leaderboards/b/around-score?score=5"],
    ["get", "/v1/leaderboards/{board}/periods", "/v1/leaderboards/b/periods"],
    ["get", "/v1/leaderboards/{board}/scopes/{name}", "/v1/leaderboards/b/scopes/region"],
    ["put", "/v1/admin/leaderboards/{board}", "/v1/admin/leaderboards/c", {}],
    ["post", "/v1/admin/leaderboards/{board}/verify", "/v1/admin/leaderboards/b/verify"],
    ["post", "/v1/admin/keys", "/v1/admin/keys", { name: "k", rights: ["read"] }],
    ["get", "/v1/admin/keys", "/v1/admin/keys"],
    ["get", "/livez", "/livez"],
    ["get", "/readyz", "/readyz"],
  ])("%s %s", async (method, template, path, body) => {
    const answer = await service.call(method.toUpperCase(), path, body);
    expect(answer.status).toBeLessThan(300);
    const schema =
      document.paths[template][method].responses[answer.status].content["application/json"].schema;
    expect(Compile(strict(schema)).Errors(answer.body)).toEqual([]);
  });

  it("problems too", async () => {
    const { body } = await service.call("POST", "/v1/leaderboards/b/scores", { playerId: 5 });
    const schema =
      document.paths["/v1/scores"].post.responses.default.content["application/problem+json"].schema;
    expect(Compile(schema).Errors(body)).toEqual([]);
  });
});

/** The schema with every object closed that does not say otherwise: a field that the document forgot is found. */
function strict(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    const open =
      typeof value === "object" &&
      value !== null &&
      "properties" in value &&
      !("additionalProperties" in value);
    return open ? { ...value, additionalProperties: false } : value;
  }) as TSchema;
}
