import type { Instrumentation } from "next";

let pageFailed: Instrumentation.onRequestError | undefined;

/** Next.js calls this once. It also builds this file for its Edge Runtime, which lacks Node.js's modules and serves nothing here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") ({ pageFailed } = await import("./http/page-outage.ts"));
}

/** Next.js calls this with each error of a page or a route. */
export const onRequestError: Instrumentation.onRequestError = (...failure) => pageFailed?.(...failure);
