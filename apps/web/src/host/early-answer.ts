import type { IncomingMessage } from "node:http";
import { isMethodPath, unknownMethod } from "../server/unknown-method.ts";
import { type Answer, failure, preflightHeaders, transportFailure } from "../server/wire-errors.ts";

const reading = ["GET", "HEAD", "OPTIONS"];
const posting = ["POST", "OPTIONS"];
const both = ["GET", "HEAD", "POST", "OPTIONS"];

/**
 * Answers what needs neither a method nor the site: OPTIONS, unknown methods, and HTTP methods that a path does not
 * accept. Next.js would read the whole body first, fail on some HTTP methods, and take any request to a page other than
 * reading it for a server action; the site has none.
 */
export function earlyAnswer({ method = "", url = "", headers }: IncomingMessage): Answer | undefined {
  const path = url.split("?", 1)[0] ?? "";
  const isMethod = isMethodPath(path);
  if (isMethod && method === "POST") return undefined;
  const unknown = isMethod ? undefined : unknownMethod(path);
  if (unknown && method === "POST") return unknown;

  const accepted = acceptedOn(path, isMethod);
  const allow = { allow: accepted.join(", ") };
  if (method === "OPTIONS") {
    // Also for unknown methods, because otherwise a page of another site could not read that error.
    const isPreflight = isMethod || (unknown && headers["access-control-request-method"] === "POST");
    return { status: 204, headers: isPreflight ? { ...preflightHeaders, ...allow } : allow, body: "" };
  }
  if (accepted.includes(method)) return undefined;
  if (isMethod) return transportFailure("notPost", allow);
  const sentence = `This address accepts only ${accepted.slice(0, -1).join(", ")} and ${accepted.at(-1)}.`;
  return failure("ERROR_NO_SUCH_METHOD", sentence, { status: 405, headers: allow });
}

function acceptedOn(path: string, isMethod: boolean): readonly string[] {
  if (isMethod || /^\/(?:inbound|api\/auth)\//.test(path)) return posting;
  return /^\/(?:api\/trpc|answer|email)\//.test(path) ? both : reading;
}
