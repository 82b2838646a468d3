import { createServer } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { type LiveAnswer, type LiveState, liveEnds } from "@gatepost/contract/live";
import { type LiveInput, liveInput, liveInputBytes } from "@gatepost/contract/live-input";
import { endSilent } from "@gatepost/domain/live/end-silent";
import { type LiveTicket, ticketReader } from "@gatepost/domain/live/live-ticket";
import type { AppContext } from "@gatepost/domain/platform/context";
import { type WebSocket, WebSocketServer } from "ws";
import { type Launcher, listen } from "../launcher.ts";

export interface LiveSettings {
  /** 0: any free one. */
  port: number;
  /** The name or address under which web servers reach this machine; `auto`: its first one that is not of the loopback. */
  address: string;
}

/** Why a connection ends: the task is over, or it goes on elsewhere; or it was full already. */
export type WatchingEnd = "over" | "moved" | "full";

/** The connection of somebody who watches. */
export interface Connection {
  sendState(state: LiveState): void;
  sendFrame(frame: Buffer): void;
  say(answer: LiveAnswer): void;
  end(why: WatchingEnd): void;
}

export interface Watching {
  receive(input: LiveInput): void;
  /** For good: they may not come back. */
  leave(isForGood?: boolean): void;
}

/** What can be watched: a task's live page. */
export interface Watchable {
  /** Adds somebody who watches, or says why not. */
  add(connection: Connection, ticket: LiveTicket): Watching | WatchingEnd;
}

/** How long a client may take to show its ticket. */
const ticketMs = 5_000;
/** A connection that answers none of two in a row is gone. */
const pingMs = 5_000;

/**
 * Serves the live pages of this worker's tasks to web servers, which show a ticket (live-ticket.ts) and connect to `address`, as
 * host:port. `pageOf`: of a task that this worker runs. `launcher`: keeps its port open for the next process if this one dies.
 */
export async function serveLive(
  { port, address }: LiveSettings,
  app: Pick<AppContext, "vault">,
  pageOf: (taskId: number) => Watchable | undefined,
  launcher?: Launcher,
) {
  const readTicket = ticketReader(app.vault);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: liveInputBytes, perMessageDeflate: false });
  const limits = { headersTimeout: ticketMs, requestTimeout: ticketMs, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (_, response) => response.writeHead(426).end());
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => {});
    const ticket = readTicket(/^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
    if (!ticket) {
      // A client that does not close its side would keep it, also from a process that stops.
      socket.once("finish", () => socket.destroy());
      return void socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    }
    sockets.handleUpgrade(request, socket, head, (connection) => serveOne(connection, ticket, pageOf(ticket.taskId)));
  });
  const name = address === "auto" ? ownAddress() : address;
  const isLoopback = name === "localhost" || name === "::1" || name.startsWith("127.");
  await listen(server, { port, host: isLoopback ? name : undefined, launcher, name: "live" });
  const { port: taken } = server.address() as AddressInfo;
  const pinging = endSilent(sockets.clients, pingMs);
  return {
    address: `${isIPv6(name) ? `[${name}]` : name}:${taken}`,
    async close() {
      clearInterval(pinging);
      for (const connection of sockets.clients) connection.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serveOne(connection: WebSocket, ticket: LiveTicket, page: Watchable | undefined): void {
  connection.on("error", () => {});
  if (!page) return void connection.close(liveEnds.moved);
  const watching = page.add(
    {
      sendState: (state) => connection.send(JSON.stringify(state)),
      sendFrame: (frame) => connection.send(frame),
      say: (answer) => connection.send(JSON.stringify(answer)),
      end: (why) => connection.close(liveEnds[why]),
    },
    ticket,
  );
  if (typeof watching === "string") return void connection.close(liveEnds[watching]);
  const ending = setTimeout(() => connection.close(liveEnds.denied), Math.min(ticket.until - Date.now(), 2 ** 31 - 1));
  connection.on("message", (data, isBinary) => {
    // The other side may go on sending until it answers that the connection ends.
    if (connection.readyState !== connection.OPEN) return;
    const input = isBinary ? undefined : readInput(String(data));
    // The web server forwards nothing else of somebody who only watches; a message that is no input is one of no person.
    if (!input || (input.type !== "ack" && ticket.right !== "control")) return connection.close(liveEnds.denied);
    watching.receive(input);
  });
  connection.once("close", (code) => {
    clearTimeout(ending);
    watching.leave(code === liveEnds.denied);
  });
}

function readInput(text: string): LiveInput | undefined {
  try {
    return liveInput.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const [first] = all
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .sort((a, b) => a.family.localeCompare(b.family));
  return first?.address ?? "127.0.0.1";
}
