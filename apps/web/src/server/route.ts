import type { Endpoint } from "./call.ts";
import { callerAddress } from "./caller-address.ts";
import { readBytes } from "./read-bytes.ts";

type Handler = (request: Request) => Promise<Response>;

/** An endpoint as a route's handlers of every verb, so that the endpoint itself, not the framework, refuses all but POST. */
export function route(
  endpoint: Endpoint,
): Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", Handler> {
  const handle: Handler = async (request) => {
    const header = (name: string) => request.headers.get(name);
    const { status, headers, body } = await endpoint({
      verb: request.method,
      header,
      body: (max) => (Number(header("content-length")) > max ? tooLong : readBytes(request.body, max)),
      address: callerAddress(header),
      disconnected: () => request.signal,
    });
    return new Response(request.method === "HEAD" || status === 204 ? null : body, { status, headers });
  };
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

const tooLong = Promise.resolve(undefined);
