/** The OpenAPI 3.1 document, made from the schemas that also check requests. */
import type { RouteAccess } from "./access.ts";
import { problemCodes } from "./problem.ts";
import { ProblemAnswer } from "./schemas.ts";

export const openApiInfo = {
  openapi: "3.1.0",
  info: {
    title: "Laurel",
    version: "1",
    description:
      "A real-time leaderboard service: durable scores, exact ranks. Errors are problem documents (RFC 9457); their `code` is one of: " +
      `${problemCodes.join(", ")}.`,
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "/" }],
  components: { securitySchemes: { key: { type: "http" as const, scheme: "bearer" } } },
};

/** Adds to each route's document what follows from its access: the key, and the shape of its errors. */
export function transformRoute({
  schema,
  url,
  route,
}: {
  schema: unknown;
  url: string;
  route: { config?: { access?: RouteAccess } };
}): { schema: never; url: string } {
  const given = (schema ?? {}) as Record<string, unknown> & { response?: Record<string, unknown> };
  const access = route.config?.access;
  const open = access === undefined || access.right === "none";
  const security = open ? [] : access.publicReads === true ? [{}, { key: [] }] : [{ key: [] }];
  const response = {
    ...given.response,
    default: {
      description: "A problem document",
      content: { "application/problem+json": { schema: ProblemAnswer } },
    },
  };
  return { schema: { ...given, security, response } as never, url };
}
