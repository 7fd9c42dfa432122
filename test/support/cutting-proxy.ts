/** A way to a Postgres server that loses the answer to a commit: what the client sends arrives, what comes back does not. */
import { connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  readonly url: string;
  /** Cuts the next connection on which COMMIT is sent, `when` the server has it: before or after it has acted on it. */
  cutNextCommit(when: "before it arrives" | "after it arrived"): void;
  close(): Promise<void>;
}

const commit = Buffer.from("commit\0");

/** On any free port, unless one is given. */
export async function startCuttingProxy(target: string, listenOn = 0): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cut: "before it arrives" | "after it arrived" | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => {
      if (cut === null || !bytes.includes(commit)) {
        upstream.write(bytes);
        return;
      }
      if (cut === "before it arrives") upstream.destroy();
      else upstream.end(bytes);
      cut = null;
      client.destroy();
    });
    upstream.on("data", (bytes) => client.write(bytes));
    upstream.on("close", () => client.destroy());
    client.on("close", () => upstream.end());
  });
  await new Promise<void>((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    cutNextCommit: (when) => {
      cut = when;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
