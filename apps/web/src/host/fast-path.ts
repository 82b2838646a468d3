import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Endpoint } from "../server/call.ts";
import { endpoints } from "../server/endpoints.ts";
import { securityHeaders } from "../server/security-headers.ts";
import { readBody } from "./bodies.ts";
import { requestIdHeaders } from "./request-id.ts";

const byPath = new Map<string, Endpoint>(Object.entries(endpoints).map(([name, endpoint]) => [`/${name}`, endpoint]));

/** The rest of a refused body is not read, so the connection cannot be used again. */
const noBody = Promise.resolve(undefined);

/**
 * Answers the JSON methods before Next.js, with the same endpoints as the route handlers, because Next.js's pipeline
 * costs many times as much as node:http (`npm run bench -- p1 p2`). Returns whether the call was one of them.
 */
export function answerOnFastPath(request: IncomingMessage, response: ServerResponse, address: string): boolean {
  const path = (request.url ?? "").split("?", 1)[0]?.replace(/(?<=.)\/$/, "") ?? "";
  const endpoint = byPath.get(path);
  if (!endpoint) return false;
  const call: Call = {
    header: (name) => request.headers[name]?.toString(),
    body: (max) => (Number(request.headers["content-length"]) > max ? noBody : readBody(request, max)),
    address,
    disconnected: () => closeSignal(response),
  };
  endpoint(call).then(
    ({ status, headers, body }) => {
      response.writeHead(status, {
        ...securityHeaders,
        ...headers,
        ...requestIdHeaders(),
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    () => response.destroy(),
  );
  return true;
}

/** Aborted when the response's connection is closed, or the response sent. */
function closeSignal(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}
