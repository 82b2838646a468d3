import type { Endpoint } from "./call.ts";
import { callerAddress } from "./caller-address.ts";
import { readBytes } from "./read-bytes.ts";

/** An endpoint as a route's handler of POST; the host answers other HTTP methods (host/early-answer.ts). */
export function route(endpoint: Endpoint): (request: Request) => Promise<Response> {
  return async (request) => {
    const header = (name: string) => request.headers.get(name);
    const sent: (() => void)[] = [];
    const { status, headers, body } = await endpoint({
      header,
      body: (max) => (Number(header("content-length")) > max ? tooLong : readBytes(request.body, max)),
      address: callerAddress(header),
      disconnected: () => request.signal,
      whenSent: (done) => sent.push(done),
    });
    // Next.js does not say when a response has been sent.
    for (const done of sent) done();
    return new Response(body, { status, headers });
  };
}

const tooLong = Promise.resolve(undefined);
