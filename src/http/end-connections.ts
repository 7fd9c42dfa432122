import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The requests that are under way, by connection. */
export interface ConnectionEnds {
  /** Every answer is then the last on its connection. */
  readonly stopping: boolean;
  begin(socket: Socket): void;
  end(socket: Socket): void;
}

/** How long a request that has begun may take to its end once the service stops. */
const lastRequestsMs = 5_000;

/**
 * Ends connections once the service stops: what was accepted is answered, and nobody is waited for who says
 * nothing.
 *
 * - a connection without a request that has arrived whole up to its body is ended at once;
 * - an answer is the last on its connection, or a client that keeps connections open would be waited for;
 * - whatever is left after `lastRequestsMs`, such as a body that never ends, is cut off.
 */
export function endConnections(app: FastifyInstance): ConnectionEnds {
  const open = new Map<Socket, number>();
  let stopping = false;
  const count = (socket: Socket, change: number): void => {
    const requests = open.get(socket);
    if (requests !== undefined) open.set(socket, requests + change);
  };
  app.server.on("connection", (socket: Socket) => {
    open.set(socket, 0);
    socket.once("close", () => open.delete(socket));
  });
  const begin = (socket: Socket): void => count(socket, 1);
  const end = (socket: Socket): void => {
    count(socket, -1);
    // Of an answer whose head was sent just before.
    if (stopping) setImmediate(() => app.server.closeIdleConnections());
  };
  // The read lane answers in the turn in which it is asked: what it takes need not be counted.
  app.addHook("onRequest", ({ socket }, _reply, done) => {
    begin(socket);
    done();
  });
  app.addHook("preClose", async () => {
    stopping = true;
    app.server.closeIdleConnections();
    for (const [socket, requests] of open) if (requests <= 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), lastRequestsMs).unref();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (stopping) reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("onResponse", ({ socket }, _reply, done) => {
    end(socket);
    done();
  });
  return {
    get stopping() {
      return stopping;
    },
    begin,
    end,
  };
}
