import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Endpoint } from "./call.ts";
import { endpoints } from "./endpoints.ts";
import { readBody } from "./request-body.ts";
import { securityHeaders } from "./security-headers.ts";
import { requestIdHeaders } from "./send-answer.ts";

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
  const sent: (() => void)[] = [];
  const call: Call = {
    header: (name) => request.headers[name]?.toString(),
    body: (max) => (Number(request.headers["content-length"]) > max ? noBody : readBody(request, max)),
    address,
    disconnected: () => closeSignal(response),
    whenSent: (done) => sent.push(done),
  };
  const answered = endpoint(call).then(
    ({ status, headers, body }) => {
      response.writeHead(status, {
        ...securityHeaders,
        ...headers,
        ...requestIdHeaders(),
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    () => void response.destroy(),
  );
  // Only now, because the work for a client that has left goes on.
  void answered.finally(() => {
    for (const done of sent) onceSent(response, done);
  });
  return true;
}

/** Milliseconds in which a client must take a response that others wait for. */
const maxSendMs = 120_000;

function onceSent(response: ServerResponse, done: () => void): void {
  if (response.closed) {
    done();
    return;
  }
  const late = setTimeout(() => response.destroy(), maxSendMs);
  response.once("close", () => {
    clearTimeout(late);
    done();
  });
}

/** Aborted when the response's connection is closed, or the response sent. */
function closeSignal(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}
