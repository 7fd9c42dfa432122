/** A stop waits for what was accepted, and for nobody who says nothing. */
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startProcess } from "../support/process.ts";
import { adminSecret } from "../support/service.ts";
import { tempFolder } from "../support/temp.ts";

it("ends within seconds of SIGTERM, whoever hangs on a connection", async () => {
  const service = await startProcess(tempFolder());
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const head = "POST /v1/leaderboards/b/scores HTTP/1.1\r\nhost: x\r\n";
  const key = `authorization: Bearer ${adminSecret}\r\n`;
  const beginnings = [
    "",
    "GET /livez HT",
    `${head}${key}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    `POST /v1/leaderboards/b/scores/batch HTTP/1.1\r\nhost: x\r\n${key}content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n`,
  ];
  for (const beginning of beginnings) {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    if (beginning !== "") socket.write(beginning);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begun = Date.now();
  expect(await service.end("SIGTERM")).toBe(0);
  expect(Date.now() - begun).toBeLessThan(15_000);
});
