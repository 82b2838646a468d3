import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";

/** Milliseconds that calls under way get to end. */
const patience = 30_000;
/** Idle connections are kept this long, for the call that a client sent before it could know. */
const courtesy = 1_000;

/**
 * Stops accepting, lets calls under way end (each answer closes its connection), and cuts what is left after 30 s.
 * Resolves when no connection is open.
 */
export async function drain(server: Server): Promise<void> {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  const sweeping = setInterval(() => server.closeIdleConnections(), courtesy);
  const end = setTimeout(() => server.closeAllConnections(), patience);
  // Not http's own close(), which cuts idle connections at once, and with them calls that are on their way.
  await new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  clearInterval(sweeping);
  clearTimeout(end);
}
