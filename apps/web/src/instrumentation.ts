import { isUnavailable } from "@gatepost/domain/unavailable";
import type { Instrumentation } from "next";
import { notePageError } from "./host/page-outage.ts";
import { logFault } from "./server/fault.ts";

/** Next.js calls this with each error of a page or a route. A page that failed shows the digest. */
export const onRequestError: Instrumentation.onRequestError = (error, _, { routePath }) => {
  notePageError(error);
  if (!isUnavailable(error)) logFault("page failed", error, { route: routePath, digest: digestOf(error) });
};

function digestOf(error: unknown): unknown {
  return error instanceof Error && "digest" in error ? error.digest : undefined;
}
