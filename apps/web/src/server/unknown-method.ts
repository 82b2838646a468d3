import { methodNames } from "@gatepost/contract/methods";
import { type Answer, failure } from "./wire-errors.ts";

/** With and without a slash at the end. */
const methodPaths = new Set(methodNames.flatMap((name) => [`/${name}`, `/${name}/`]));

/** Paths of one segment that are not pages, and handle their requests themselves. */
const otherPaths = /^\/(?:openapi\.json|healthz|readyz)\/?$/;

export function isMethodPath(pathname: string): boolean {
  return methodPaths.has(pathname);
}

/** Whether a path is a JSON method, a probe or the API's description, which programs call under any name of the machine. */
export function isProgramPath(pathname: string): boolean {
  return isMethodPath(pathname) || otherPaths.test(pathname);
}

/** What accepts POSTs besides the methods: the portal's own calls, pages of links, addresses for inbound codes, and what Next.js serves. */
const takesPosts = /^\/(?:api\/(?:auth|trpc)|_next|answer|inbound|email)\//;

/**
 * The response to a POST to a path that is not a method (docs/contract.md, section 1), including pages; undefined where
 * something else answers.
 */
export function unknownMethod(pathname: string): Answer | undefined {
  if (isProgramPath(pathname) || takesPosts.test(pathname)) return undefined;
  const name = pathname.replace(/^\/|\/$/g, "").slice(0, 100);
  const missing = name ? `There is no method ${JSON.stringify(name)}.` : "The path names no method.";
  return failure("ERROR_NO_SUCH_METHOD", `${missing} The methods are ${methodNames.join(", ")}.`);
}
