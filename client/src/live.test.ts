/** The stream against a server that speaks Server-Sent Events over a real socket. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { LaurelClient, type LiveEvent } from "./index.ts";
import { live } from "./live.ts";
import { Requester } from "./requester.ts";

type Connection = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that handles its connections in turn, the last handler for ever. */
async function serve(...connections: readonly Connection[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    connections[Math.min(requests.length, connections.length) - 1]!(response, request);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, client: new LaurelClient({ url, key: "secret", retries: 1 }) };
}

const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });

/** Sends a text and leaves the stream open. */
const open =
  (text: string): Connection =>
  (response) =>
    begin(response).write(text);
/** Sends a text and ends the stream. */
const closing =
  (text: string): Connection =>
  (response) =>
    begin(response).end(text);
const refuse =
  (status: number, code: string): Connection =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/problem+json", "laurel-request-id": "r1" })
      .end(JSON.stringify({ code, detail: "no", status }));

async function take(events: AsyncIterable<LiveEvent>, count: number): Promise<LiveEvent[]> {
  const taken: LiveEvent[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

const state = 'event: state\nid: 1\ndata: {"total":1}\n\n';
const change = 'event: change\nid: 2\ndata: {"total":2}\n\n';
const end = 'event: end\ndata: {"reason":"board_deleted"}\n\n';

it("asks with the key, and hands on every event until the end", async () => {
  const period = 'event: period\r\nid: 3\r\ndata: {\r\ndata: "total":0}\r\n\r\n';
  const { client, requests } = await serve(open(`\ufeff: hello\n\n${state}:\n\n${change}${period}${end}`));
  const events = await take(client.live("a/b", { period: "current", limit: 10, player: "p 1" }), 99);
  expect(events).toEqual([
    { event: "state", data: { total: 1 } },
    { event: "change", data: { total: 2 } },
    { event: "period", data: { total: 0 } },
    { event: "end", data: { reason: "board_deleted" } },
  ]);
  expect(requests).toHaveLength(1);
  expect(requests[0]!.url).toBe("/v1/leaderboards/a%2Fb/live?period=current&limit=10&player=p%201");
  expect(requests[0]!.headers).toMatchObject({
    accept: "text/event-stream",
    authorization: "Bearer secret",
  });
});

it("closes the connection where the loop breaks", async () => {
  const { client, requests } = await serve(open(state));
  for await (const _ of client.live("b")) break;
  await once(requests[0]!.socket, "close");
});

it("closes the connection when it is left while it waits", async () => {
  const { client, requests } = await serve(open(state));
  const events = client.live("b");
  await events.next();
  const next = events.next();
  await events.return();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(requests[0]!.socket.destroyed || (await once(requests[0]!.socket, "close"))).toBeTruthy();
});

it("throws the reason of a signal that aborts", async () => {
  const { client } = await serve(open(state));
  const abort = new AbortController();
  const events = client.live("b", { signal: abort.signal });
  await events.next();
  const next = events.next();
  abort.abort(new Error("left the page"));
  await expect(next).rejects.toThrow("left the page");
  await expect(client.live("b", { signal: abort.signal }).next()).rejects.toThrow("left the page");
});

it("takes a stream up again from its last event after an end, a break, and 503", async () => {
  const { client, requests } = await serve(
    closing(state),
    (response) => begin(response).write(change, () => response.destroy()),
    refuse(503, "overloaded"),
    open(end),
  );
  const events = await take(client.live("b"), 99);
  expect(events.map(({ event }) => event)).toEqual(["state", "change", "end"]);
  expect(requests.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "1", "2", "2"]);
});

it("takes a silent stream up again, and not one that sends comments", async () => {
  const quiet = await serve(open(state), open(end));
  const events = live(new Requester({ url: quiet.url }), "b", {}, 100);
  expect(await take(events, 99)).toHaveLength(2);
  expect(quiet.requests).toHaveLength(2);
  const alive = await serve((response) => {
    begin(response).write(state);
    const timer = setInterval(() => response.write(":\n\n"), 20);
    setTimeout(() => response.end(end), 1_500);
    response.once("close", () => clearInterval(timer));
  });
  expect(await take(live(new Requester({ url: alive.url }), "b", {}, 1_000), 99)).toHaveLength(2);
  expect(alive.requests).toHaveLength(1);
});

it.each([
  [401, "unauthorized"],
  [404, "unknown_board"],
])("does not come back after %i", async (status, code) => {
  const { client, requests } = await serve(closing(state), refuse(status, code));
  const events = client.live("b");
  await events.next();
  await expect(events.next()).rejects.toMatchObject({ status, code, requestId: "r1" });
  expect(requests).toHaveLength(2);
});

it("fails as any call does where it never begins", async () => {
  const { client, requests } = await serve(refuse(503, "overloaded"));
  await expect(client.live("b").next()).rejects.toMatchObject({ status: 503, code: "overloaded" });
  expect(requests).toHaveLength(2);
});

it("refuses what is no stream of Laurel's", async () => {
  const page = await serve((response) => response.writeHead(200).end("<html>"));
  await expect(page.client.live("b").next()).rejects.toMatchObject({ code: "unexpected_answer" });
  const other = await serve(open("data: hello\n\n"));
  await expect(other.client.live("b").next()).rejects.toMatchObject({ code: "unexpected_answer" });
});
