/**
 * node:http answering constants of the size of Laurel's answers: what a service costs that does nothing.
 *
 * A POST's body is read and parsed, as no service can do without. Arguments: port, a file with the answers.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const [port, file] = process.argv.slice(2);
const answers = JSON.parse(readFileSync(file!, "utf8")) as Record<
  "top" | "rank" | "submit" | "batch",
  string
>;
const bodies = {
  top: Buffer.from(answers.top),
  rank: Buffer.from(answers.rank),
  submit: Buffer.from(answers.submit),
  batch: Buffer.from(answers.batch),
};

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const url = request.url!;
  if (request.method === "POST")
    readBody(request, response, url.includes("/batch") ? bodies.batch : bodies.submit);
  else send(response, url.includes("/top") ? bodies.top : bodies.rank);
});
server.listen(Number(port), "127.0.0.1", () => console.log("listening"));

function readBody(request: IncomingMessage, response: ServerResponse, answer: Buffer): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString());
    send(response, answer);
  });
}

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  });
  response.end(body);
}
