import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "../../apps/web/src/server/endpoints.ts";

/** The product's endpoint functions over node:http alone. */
const byPath = new Map(Object.entries(endpoints).map(([name, endpoint]) => [`/${name}`, endpoint]));

const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  const endpoint = byPath.get(request.url ?? "");
  if (!endpoint) {
    response.writeHead(404);
    response.end();
    return;
  }
  const { status, headers, body } = await endpoint({
    verb: request.method ?? "",
    header: (name) => request.headers[name] as string | undefined,
    body: (most) => bodyOf(request, most),
    address: request.socket.remoteAddress ?? "",
  });
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
});

/** By events: the stream's async iterator costs a tenth of the whole call. */
function bodyOf(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on("data", (part: Buffer) => {
      length += part.length;
      if (length > most) resolve(undefined);
      else parts.push(part);
    });
    request.on("end", () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
    request.on("error", reject);
  });
}

server.listen(0, "127.0.0.1", () => {
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
