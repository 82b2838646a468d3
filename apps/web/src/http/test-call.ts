import type { Call, Endpoint } from "./answer.ts";

/** A call as the host passes it on, with a body as JSON or as its bytes. */
export function testCall(body: unknown, { address = "192.0.2.7", headers = {} as Record<string, string> } = {}): Call {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
  return {
    address,
    disconnected: () => new AbortController().signal,
    whenSent: (done) => done(),
    header: (name) => headers[name],
    body: async (max) => (bytes.length > max ? undefined : bytes),
  };
}

/** The body of the answer to a call. */
export async function answerTo(endpoint: Endpoint, body: object): Promise<Record<string, unknown>> {
  return JSON.parse((await endpoint(testCall(body))).body);
}
