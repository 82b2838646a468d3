import { IncomingMessage } from "node:http";
import { DomainError } from "@gatepost/domain/platform/errors";

/** Bytes of unfinished bodies, of all callers together. */
const maxHeldBytes = 32 * 1024 * 1024;

/** The overhead of a chunk, at most: a body can arrive in chunks of one byte each. */
const partCost = 512;

/** A body of which a part has arrived. */
interface Body {
  bytes: number;
  refuse: () => void;
}

/** The longest-running first. */
const underWay = new Set<Body>();
let held = 0;

/** Frees memory for new data by refusing the longest-running bodies, because an honest client sends its body quickly. */
function hold(body: Body, bytes: number): void {
  underWay.add(body);
  body.bytes += bytes;
  held += bytes;
  for (const longest of underWay) {
    if (held <= maxHeldBytes) return;
    release(longest);
    longest.refuse();
  }
}

function release(body: Body): void {
  if (underWay.delete(body)) held -= body.bytes;
}

/**
 * The whole body, or undefined as soon as it exceeds `max`; the rest is discarded. Rejects if the client disconnects,
 * and with ERROR_SERVICE_UNAVAILABLE if slow bodies use up the memory for them. Uses events, because a stream's async
 * iterator costs more.
 */
export function readBody(request: IncomingMessage, max: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > max) return resolve(undefined);
    const parts: Buffer[] = [];
    let length = 0;
    let done = false;
    const end = (settle: () => void) => {
      if (done) return;
      done = true;
      release(body);
      settle();
      parts.length = 0;
    };
    const body: Body = {
      bytes: 0,
      refuse: () => end(() => reject(new DomainError("ERROR_SERVICE_UNAVAILABLE"))),
    };
    request.on("data", (part: Buffer) => {
      if (done) return;
      length += part.length;
      if (length > max) return end(() => resolve(undefined));
      parts.push(part);
      // Most bodies arrive in one chunk, and are not counted at all.
      if (part.length !== announced) hold(body, part.length + partCost);
    });
    request.on("end", () => end(() => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts))));
    // Also if the client disconnects.
    request.on("error", (error) => end(() => reject(error)));
    // It may have closed before the listeners were added.
    if (request.destroyed && !request.complete) end(() => reject(new Error("The client disconnected.")));
  });
}

/**
 * The request for Next.js, with its whole body in memory. If Next.js read it, it would truncate a body that is too
 * long, and log each disconnected client with a stack trace. Returns undefined and rejects as `readBody` does.
 */
export async function withWholeBody(request: IncomingMessage, max: number): Promise<IncomingMessage | undefined> {
  const { headers } = request;
  const length = headers["content-length"];
  if (headers["transfer-encoding"] === undefined && (length === undefined || Number(length) === 0)) return request;
  const body = await readBody(request, max);
  return body && withBody(request, body);
}

/** The same request with this body; with none, for a route whose call reads the body itself. */
export function withBody({ headers, method, url, httpVersion, socket }: IncomingMessage, body?: Uint8Array) {
  const whole = Object.assign(new IncomingMessage(socket), { headers, method, url, httpVersion, complete: true });
  if (body) whole.push(body);
  whole.push(null);
  return whole;
}
