/** Requests as they are written: no URL parser takes dots out of their path, and none costs more than it must. */
import { type Agent, request } from "node:http";
import { adminSecret } from "./service.ts";

/** Sends a request with the admin key, and JSON where there is a body; parses the JSON of the answer. */
export function rawRequest(
  url: string,
  method: string,
  path: string,
  { body, agent }: { body?: object; agent?: Agent } = {},
): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(url);
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${adminSecret}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    "content-length": Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      let answer = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        answer += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode!, body: JSON.parse(answer) }));
    });
    sent.on("error", reject).end(text);
  });
}
