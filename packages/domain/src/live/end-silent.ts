/** A WebSocket of a server. */
interface Connection {
  ping(): void;
  terminate(): void;
  once(event: "pong", listener: () => void): unknown;
}

/**
 * Ends each connection that answers none of two pings in a row, until the timer is cleared. Otherwise somebody whose phone lost its network
 * would keep a page until the connection times out.
 */
export function endSilent(connections: Iterable<Connection>, ms: number): NodeJS.Timeout {
  const silent = new WeakSet<Connection>();
  const pingOrEnd = (connection: Connection) => {
    if (silent.has(connection)) return connection.terminate();
    silent.add(connection);
    connection.once("pong", () => silent.delete(connection));
    connection.ping();
  };
  return setInterval(() => {
    for (const connection of connections) pingOrEnd(connection);
  }, ms);
}
