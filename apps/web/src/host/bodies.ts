import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@gatepost/domain/errors";
import { securityHeaders } from "../server/security-headers.ts";
import { type Answer, failureOf } from "../server/wire-errors.ts";

/** Bytes of bodies that have not ended, of all callers together. */
const mostHeld = 32 * 1024 * 1024;

/** Bytes that a part costs besides its own, at most: a body can come in parts of one byte each. */
const partCost = 512;

/** A body of which a part has come. */
interface Body {
  bytes: number;
  refuse: () => void;
}

/** The longest under way first. */
const underWay = new Set<Body>();
let held = 0;

/** Makes room for what has come: the bodies that take longest are refused, since an honest one is there in no time. */
function hold(body: Body, bytes: number): void {
  underWay.add(body);
  body.bytes += bytes;
  held += bytes;
  for (const longest of underWay) {
    if (held <= mostHeld) return;
    letGo(longest);
    longest.refuse();
  }
}

function letGo(body: Body): void {
  if (underWay.delete(body)) held -= body.bytes;
}

const overloaded = () => new DomainError("ERROR_SERVICE_UNAVAILABLE");

/**
 * The whole body, or undefined as soon as it is longer than `most`: the rest is let through unread. Rejects where the
 * caller went away, and with ERROR_SERVICE_UNAVAILABLE where slow bodies have taken the room that there is. By events: a
 * stream's async iterator costs more.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    const parts: Buffer[] = [];
    let length = 0;
    let done = false;
    const end = (settle: () => void) => {
      if (done) return;
      done = true;
      letGo(body);
      settle();
      parts.length = 0;
    };
    const body: Body = {
      bytes: 0,
      refuse: () => end(() => reject(overloaded())),
    };
    request.on("data", (part: Buffer) => {
      if (done) return;
      length += part.length;
      if (length > most) return end(() => resolve(undefined));
      parts.push(part);
      // Most come in one piece, and are not held at all.
      if (part.length < announced) hold(body, part.length + partCost);
    });
    request.on("end", () => end(() => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts))));
    request.on("error", (error) => end(() => reject(error)));
    request.on("aborted", () => end(() => reject(new Error("The caller went away."))));
  });
}

/**
 * Counts what Next.js buffers of a body, up to `most`, before any code of ours sees it, and answers in its stead where
 * there is no room. It reads the request when it likes to: what comes is seen only where the request is fed.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse, most: number): void {
  let length = 0;
  let refused = false;
  let ended = false;
  const body: Body = {
    bytes: 0,
    refuse: () => {
      refused = !response.headersSent;
      if (!refused) return;
      const { status, headers, body } = failureOf(overloaded()) as Answer;
      response.writeHead(status, { ...securityHeaders, ...headers }).end(body);
    },
  };
  const end = () => {
    ended = true;
    letGo(body);
  };
  const feed = request.push.bind(request);
  request.push = (part: Buffer | null) => {
    length += part?.length ?? 0;
    if (!part) end();
    else if (length <= most && !refused && !ended) hold(body, part.length + partCost);
    if (!refused) return feed(part);
    // Nobody is to take what came until then for the whole.
    if (!part) request.destroy();
    return true;
  };
  // A connection that is cut closes the one or the other, but not always both.
  request.once("close", end);
  response.once("close", end);
}
