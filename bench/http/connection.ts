/**
 * One keep-alive HTTP/1.1 connection with one request on its way: just what a load generator needs.
 *
 * Node's own client takes some 40 µs a request on the load's core, which would end the rates that are asked for;
 * this takes a fifth of it. It reads answers with a Content-Length, and no others.
 */
import { createConnection, type Socket } from "node:net";

export type Answered = (status: number, body: Buffer) => void;

const headEnd = Buffer.from("\r\n\r\n", "latin1");
const lengthName = /\r\ncontent-length: (\d+)/i;

export class Connection {
  readonly #socket: Socket;
  #answered: Answered | null = null;
  #chunks: Buffer[] = [];
  #received = 0;
  /** Where the answer ends, head included; unknown until its head is whole. */
  #end = -1;
  #bodyAt = 0;
  #status = 0;

  private constructor(socket: Socket, onLost: (error: Error) => void) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", onLost);
    socket.on("close", () => onLost(new Error("the server closed a connection")));
  }

  static open(port: number, onLost: (error: Error) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(port, "127.0.0.1", () => {
        socket.off("error", reject);
        resolve(new Connection(socket, onLost));
      });
      socket.once("error", reject);
    });
  }

  /** Only when the request before has its answer. */
  send(request: string, answered: Answered): void {
    this.#answered = answered;
    this.#socket.write(request, "latin1");
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#end === -1) this.#readHead();
    if (this.#end === -1 || this.#received < this.#end) return;
    const whole = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const answered = this.#answered!;
    this.#chunks = [];
    this.#received = 0;
    this.#end = -1;
    answered(this.#status, whole.subarray(this.#bodyAt));
  }

  #readHead(): void {
    const head = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const end = head.indexOf(headEnd);
    if (end === -1) return;
    const text = head.toString("latin1", 0, end);
    const length = lengthName.exec(text);
    if (length === null) throw new Error(`an answer has no Content-Length: ${text}`);
    this.#status = Number(text.slice(9, 12));
    this.#bodyAt = end + 4;
    this.#end = this.#bodyAt + Number(length[1]);
  }
}
