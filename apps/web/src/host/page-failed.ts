import { isUnavailable } from "@gatepost/domain/unavailable";
import type { Instrumentation } from "next";
import { logFault } from "../server/fault.ts";
import { notePageError } from "./page-outage.ts";

/** What follows an error of a page or a route. A page that failed shows the digest. */
export const pageFailed: Instrumentation.onRequestError = (error, _, { routePath }) => {
  notePageError(error);
  if (!isUnavailable(error)) logFault("page failed", error, { route: routePath, digest: digestOf(error) });
};

function digestOf(error: unknown): unknown {
  return error instanceof Error && "digest" in error ? error.digest : undefined;
}
