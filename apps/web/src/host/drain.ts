import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";

/** Milliseconds for calls under way to finish. */
const drainMs = 30_000;
/** How long idle connections stay open, for calls that clients send before they notice the shutdown. Milliseconds. */
const idleMs = 1_000;

/** From now on each response closes its connection, so that clients connect again, to another process if there is one. */
export function closeAfterResponse(server: Server): void {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Stops accepting connections, lets calls under way finish, and closes the rest after 30 s. Resolves when no connection
 * is open.
 */
export async function drain(server: Server): Promise<void> {
  const closingIdle = setInterval(() => server.closeIdleConnections(), idleMs);
  const end = setTimeout(() => server.closeAllConnections(), drainMs);
  // Not http's own close(), which closes idle connections at once, even with a call on its way.
  await new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  clearInterval(closingIdle);
  clearTimeout(end);
}
