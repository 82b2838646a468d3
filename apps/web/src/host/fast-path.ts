import type { IncomingMessage, ServerResponse } from "node:http";
import type { MethodName } from "@gatepost/contract/methods";
import { type Call, sendAnswer } from "../http/answer.ts";
import { endpointsOf } from "../http/endpoints.ts";
import { readBody } from "../http/request-body.ts";
import { getContainer } from "../opened-container.ts";

const endpoints = endpointsOf(getContainer);

/**
 * Answers a JSON method before Next.js, with the same endpoint as its route, because Next.js's pipeline costs many times as
 * much as node:http (`npm run bench -- p1 p2`).
 */
export async function answerOnFastPath(
  method: MethodName,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<void> {
  const sent: (() => void)[] = [];
  const call: Call = {
    header: (name) => request.headers[name]?.toString(),
    body: (max) => readBody(request, max),
    address,
    disconnected: () => closeSignal(response),
    whenSent: (done) => sent.push(done),
  };
  try {
    sendAnswer(response, await endpoints[method](call));
  } catch {
    response.destroy();
  }
  // Only now, because the work for a client that has left goes on.
  for (const done of sent) onceSent(response, done);
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
