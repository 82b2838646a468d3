import type { IncomingMessage } from "node:http";
import { DomainError } from "@gatepost/domain/errors";

/** Bytes of bodies that have not ended, of all callers together. */
const mostHeld = 32 * 1024 * 1024;

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

/**
 * The whole body, or undefined as soon as it is longer than `most`: the rest is let through unread. Rejects where the
 * caller went away, and with ERROR_SERVICE_UNAVAILABLE where slow bodies have taken the room that there is. By events: a
 * stream's async iterator costs more.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    const parts: Buffer[] = [];
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
      refuse: () => end(() => reject(new DomainError("ERROR_SERVICE_UNAVAILABLE"))),
    };
    request.on("data", (part: Buffer) => {
      if (done) return;
      if (body.bytes + part.length > most) return end(() => resolve(undefined));
      parts.push(part);
      // Most come in one piece, and are not held at all.
      if (part.length < announced) hold(body, part.length);
    });
    request.on("end", () => end(() => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts))));
    request.on("error", (error) => end(() => reject(error)));
    request.on("aborted", () => end(() => reject(new Error("The caller went away."))));
  });
}
