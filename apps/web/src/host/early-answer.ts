import type { IncomingMessage } from "node:http";
import { isMethodPath, unknownMethod } from "../server/unknown-method.ts";
import { type Answer, failure, preflightHeaders, transportFailure } from "../server/wire-errors.ts";
import { isForeignHost } from "./foreign-host.ts";

const reading = ["GET", "HEAD"];
const posting = ["POST"];
const both = [...reading, ...posting];

/**
 * Answers what needs neither a method nor the site: OPTIONS, unknown methods, and HTTP methods that a path does not
 * accept. Next.js would read the whole body first, fail on some HTTP methods, and take any request to a page other than
 * reading it for a server action; the site has none.
 */
export function earlyAnswer(request: IncomingMessage): Answer | undefined {
  const { method = "", url = "", headers } = request;
  const path = url.split("?", 1)[0] ?? "";
  const isMethod = isMethodPath(path);
  if (method === "POST" && !isMethod) {
    const unknown = unknownMethod(path);
    if (unknown) return unknown;
  }
  const accepted = acceptedOn(path, isMethod);
  if (accepted.includes(method)) return undefined;

  const allow = { allow: [...accepted, "OPTIONS"].join(", ") };
  // Also for unknown methods, because otherwise a page of another site could not read that error.
  const asksToPost = headers["access-control-request-method"] === "POST";
  if (method === "OPTIONS" && (isMethod || (asksToPost && unknownMethod(path))))
    return { status: 204, headers: { ...preflightHeaders, ...allow }, body: "" };
  // It has an answer of its own.
  if (isForeignHost(request)) return undefined;
  if (method === "OPTIONS") return { status: 204, headers: allow, body: "" };
  if (isMethod) return transportFailure("notPost", allow);
  const sentence = `This address accepts only ${accepted.join(", ")} and OPTIONS.`;
  return failure("ERROR_NO_SUCH_METHOD", sentence, { status: 405, headers: allow });
}

/** The HTTP methods of a path, besides OPTIONS. */
function acceptedOn(path: string, isMethod: boolean): readonly string[] {
  if (isMethod || /^\/(?:inbound|api\/auth)\//.test(path)) return posting;
  return /^\/(?:api\/trpc|answer|email)\//.test(path) ? both : reading;
}
