import type { IncomingMessage, ServerResponse } from "node:http";
import type { MethodName } from "@gatepost/contract/methods";
import { type Call, hostHeaders, sendAnswer } from "../http/answer.ts";
import { endpointsOf } from "../http/endpoints.ts";
import { readBody, withBody } from "../http/request-body.ts";
import type { Site } from "../http/site.ts";
import { getContainer } from "../opened-container.ts";

const endpoints = endpointsOf(getContainer);

/**
 * What answers a JSON method: before Next.js, because its pipeline costs many times as much as node:http (`npm run bench -- p1
 * p2`), or with `site` by the route of the same endpoint there.
 */
export function methodAnswers(site: Site | undefined) {
  return async (
    method: MethodName,
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
  ): Promise<void> => {
    const sent: (() => void)[] = [];
    const call: Call = {
      header: (name) => request.headers[name]?.toString(),
      body: (max) => readBody(request, max),
      address,
      disconnected: () => closeSignal(response),
      whenSent: (done) => sent.push(done),
    };
    try {
      // The route says when the work has ended, because for a client that leaves during its answer the site never does.
      if (site)
        await getContainer().calls.run({ call, worked: () => endWork(sent, response) }, () =>
          askRoute(method, request, response, site),
        );
      else sendAnswer(response, await endpoints[method](call));
    } catch {
      response.destroy();
    }
    endWork(sent, response);
  };
}

/** Not while the call is worked on, because the work for a client that has left goes on. */
function endWork(sent: (() => void)[], response: ServerResponse): void {
  for (const done of sent.splice(0)) onceSent(response, done);
}

function askRoute(method: MethodName, request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  response.setHeaders(new Map(Object.entries(hostHeaders())));
  // The call reads the body.
  return site(Object.assign(withBody(request), { url: `/api/methods/${method}` }), response);
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
