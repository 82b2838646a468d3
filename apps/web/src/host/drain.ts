import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";

/** Milliseconds for calls under way to finish. */
const patience = 30_000;
/** Idle connections are kept open this long, for calls that clients have sent before they notice the shutdown. */
const courtesy = 1_000;

/**
 * Stops accepting connections, lets calls under way finish (each response closes its connection), and closes the rest
 * after 30 s. Resolves when no connection is open.
 */
export async function drain(server: Server): Promise<void> {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  const sweeping = setInterval(() => server.closeIdleConnections(), courtesy);
  const end = setTimeout(() => server.closeAllConnections(), patience);
  // Not http's own close(), which closes idle connections at once, even with a call on its way.
  await new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  clearInterval(sweeping);
  clearTimeout(end);
}
