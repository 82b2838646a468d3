import type { Answer } from "./answer.ts";
import { callerAddress } from "./caller-address.ts";
import { readBytes } from "./request-body.ts";

/** A POST, without a framework. */
export interface Call {
  header(name: string): string | null | undefined;
  /** Reads the body; undefined as soon as it exceeds `max` bytes. */
  body(max: number): Promise<Uint8Array | undefined>;
  /** The caller's IP address. */
  address: string;
  /** A signal that is aborted when the client disconnects; made only for a method that asks. */
  disconnected(): AbortSignal;
  /**
   * Calls `done` once the response has been sent, or its connection closed, which the host does after two minutes. For a response that
   * is counted while it is in memory.
   */
  whenSent(done: () => void): void;
}

export type Endpoint = (call: Call) => Promise<Answer>;

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
