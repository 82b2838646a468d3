import { createServer, type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "../listen.ts";

/** A request and the answer to it, of which an alteration changes something. */
export interface Exchange {
  verb: string;
  /** Without the slash at its beginning. */
  path: string;
  requestHeaders: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: what is on the wire is not typed.
  sent: any;
  status: number;
  headers: Record<string, string | string[]>;
  /** The body as it is sent, unless `body` is changed. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is on the wire is not typed.
  body: any;
}

export type Alteration = (exchange: Exchange) => void;

interface AlteredService {
  url: string;
  /** What is done to each answer from now on. */
  alter(alteration: Alteration): void;
  /** How many answers it has changed. */
  changed(): number;
  close(): Promise<void>;
}

/** A proxy in front of a service that changes its answers. */
export async function startAlteredService(target: string): Promise<AlteredService> {
  let alteration: Alteration = () => {};
  let changed = 0;
  const { hostname, port } = new URL(target);

  const server = createServer({ headersTimeout: 500, connectionsCheckingInterval: 100 }, async (incoming, outgoing) => {
    // A request that is cut off is none.
    const sent = await buffer(incoming).catch(() => undefined);
    if (sent === undefined) return;
    const { method: verb = "GET", url = "/", headers } = incoming;
    // As text, which can be read and changed.
    const asked = { ...headers, host: `${hostname}:${port}`, "accept-encoding": "identity" };
    const options = { hostname, port, path: url, method: verb, headers: asked };
    const forwarded = sendRequest(options, async (answer) => {
      const text = (await buffer(answer)).toString();
      const exchange: Exchange = {
        verb,
        path: url.slice(1),
        requestHeaders: headers,
        sent: parse(sent.toString()),
        status: answer.statusCode ?? 0,
        headers: answer.headers as Exchange["headers"],
        text,
        body: parse(text),
      };
      const before = JSON.stringify(exchange);
      const body = JSON.stringify(exchange.body);
      alteration(exchange);
      if (JSON.stringify(exchange) !== before) changed += 1;
      if (JSON.stringify(exchange.body) !== body) exchange.text = JSON.stringify(exchange.body);
      for (const name of ["content-length", "transfer-encoding", "connection"]) delete exchange.headers[name];
      outgoing.writeHead(exchange.status, exchange.headers).end(exchange.text);
    });
    forwarded.on("error", () => outgoing.destroy());
    forwarded.end(sent);
  });
  const { url } = await listen(server);

  return {
    url,
    alter(next) {
      alteration = next;
      changed = 0;
    },
    changed: () => changed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
