/** The signature against Node's own HMAC, over what a server really receives. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { LaurelClient } from "./index.ts";
import { sign } from "./sign.ts";

const secret = "signing-é-secret";

function hmac(signed: string): string {
  return createHmac("sha256", secret).update(signed).digest("hex");
}

it("signs time, method, path and body", async () => {
  const request = { method: "POST", path: "/v1/x?y=%27", body: '{"é":"🏆"}' };
  expect(await sign(secret, request, 1_791_158_400_999)).toBe(
    `t=1791158400,v1=${hmac('1791158400.POST./v1/x?y=%27.{"é":"🏆"}')}`,
  );
  expect(await sign(secret, { method: "DELETE", path: "/", body: "" }, 0)).toBe(
    `t=0,v1=${hmac("0.DELETE./.")}`,
  );
});

it("signs what arrives, whatever the ids hold", async () => {
  const received: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request, body: await text(request) });
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = new LaurelClient({ url: `http://127.0.0.1:${port}`, signingSecret: secret });
  const board = "a/b?c=d&e#f:{}|%'\"<>\\^`[]()!*~ é🏆";
  await client.submit(board, { playerId: board, score: "0.30" });
  await client.lookup(board, ["é"], { scope: `region:${board}` });
  await client.admin.deleteBoard(board, { reason: board });
  await client.top(board);
  expect(received).toHaveLength(4);
  for (const { request, body } of received) {
    const signature = request.headers["laurel-signature"];
    if (request.method === "GET") expect(signature).toBeUndefined();
    else {
      const t = /^t=(\d+),/.exec(String(signature))?.[1];
      expect(Math.abs(Date.now() / 1_000 - Number(t))).toBeLessThan(300);
      expect(signature).toBe(`t=${t},v1=${hmac(`${t}.${request.method}.${request.url}.${body}`)}`);
    }
  }
});
