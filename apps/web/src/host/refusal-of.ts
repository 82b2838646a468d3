import type { IncomingMessage } from "node:http";
import { isProgramPath, unknownMethod } from "../server/unknown-method.ts";
import { type Answer, transportFailure } from "../server/wire-errors.ts";

/** The HTTP methods of pages and files, and of the routes for programs. */
const reading = ["GET", "HEAD", "OPTIONS"];
const verbs = [...reading, "POST", "PUT", "PATCH", "DELETE"];

/**
 * Refuses what Next.js would handle badly: unknown methods, whose whole body it would read first, HTTP methods on which
 * it fails, and any request to a page other than reading it, which it would take for a server action; the site has
 * none.
 */
export function refusalOf({ method = "", url = "" }: IncomingMessage): Answer | undefined {
  const path = url.split("?", 1)[0] ?? "";
  const refusal = unknownMethod(method, path);
  const answers = isProgramPath(path) || /^\/(?:api|answer|inbound|email)\//.test(path) ? verbs : reading;
  return refusal ?? (answers.includes(method) ? undefined : transportFailure("notPost", { allow: answers.join(", ") }));
}
