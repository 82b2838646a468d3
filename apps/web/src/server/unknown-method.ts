import { methodNames } from "@gatepost/contract/methods";
import { type Answer, failure } from "./wire-errors.ts";

/** Paths of one segment that are no page, and answer for themselves. */
const known: readonly string[] = [...methodNames, "openapi.json", "healthz", "readyz"];

/** Whether a path is a JSON method, a probe or the API's description: what programs call, under any name of the machine. */
export function isProgramPath(pathname: string): boolean {
  return known.some((name) => pathname === `/${name}` || pathname === `/${name}/`);
}

/**
 * The answer to a POST to a path of one segment that nobody knows (CONTRACT, section 1); undefined for anything else.
 */
export function unknownMethod(verb: string | undefined, pathname: string): Answer | undefined {
  const name = /^\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (verb !== "POST" || !name || known.includes(name)) return undefined;
  return failure(
    "ERROR_NO_SUCH_METHOD",
    `There is no method ${JSON.stringify(name.slice(0, 100))}. The methods are ${methodNames.join(", ")}.`,
  );
}
