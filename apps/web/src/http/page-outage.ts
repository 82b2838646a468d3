import { AsyncLocalStorage } from "node:async_hooks";
import { type IncomingMessage, ServerResponse } from "node:http";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import type { Instrumentation } from "next";
import { logFault } from "./answer.ts";
import { busyPage, sendUnavailablePage, unavailablePage } from "./plain-page.ts";

interface Page {
  /** What is shown instead, if an error of this page said that the database or the service is unavailable. */
  instead?: typeof busyPage | undefined;
}

/** The page being rendered. Shared through the process, because Next.js's bundles have their own copy of this module. */
const key = Symbol.for("gatepost.page");
const shared = globalThis as { [key]?: AsyncLocalStorage<Page> };
shared[key] ??= new AsyncLocalStorage<Page>();
const pages = shared[key];

function insteadOf(error: unknown): Page["instead"] {
  if (isUnavailable(error)) return unavailablePage;
  return isDomainError(error) && error.code === "ERROR_SERVICE_UNAVAILABLE" ? busyPage : undefined;
}

/**
 * Renders a page or answers a route. If the database or the service is unavailable, Next.js would answer 500; this answers 503 instead,
 * as for a page requested while the database is (row R18: without it, none of the pages that lost theirs is answered with 503).
 */
export function renderPage(request: IncomingMessage, response: ServerResponse, render: () => Promise<void>) {
  const page: Page = {};
  const { writeHead, write, end } = ServerResponse.prototype;
  // Those of every response.
  const headers = response.getHeaders() as Record<string, string>;
  let isReplaced = false;
  // Next.js wraps these to compress. What it still writes after the page was replaced is discarded.
  const unlessReplaced = <Method extends (...args: never[]) => unknown>(method: Method, instead: ReturnType<Method>) =>
    ((...args: never[]) => (isReplaced ? instead : method.apply(response, args))) as Method;
  Object.assign(response, {
    write: unlessReplaced(write as () => boolean, true),
    end: unlessReplaced(end as () => ServerResponse, response),
    writeHead: ((status, ...rest) => {
      if (isReplaced) return response;
      if (status !== 500 || !page.instead) return writeHead.call(response, status, ...(rest as []));
      Object.assign(response, { writeHead, write, end });
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.setHeaders(new Map(Object.entries(headers)));
      sendUnavailablePage(request, response, page.instead);
      isReplaced = true;
      return Object.assign(response, { writeHead: () => response, write: () => true, end: () => response });
    }) as typeof writeHead,
  });
  return pages.run(page, render);
}

/** What follows an error of a page or a route. A page that failed shows the digest. */
export const pageFailed: Instrumentation.onRequestError = (error, _, { routePath }) => {
  const instead = insteadOf(error);
  const page = pages.getStore();
  if (page) page.instead ??= instead;
  if (!instead) logFault("page failed", error, { route: routePath, digest: digestOf(error) });
};

function digestOf(error: unknown): unknown {
  return error instanceof Error && "digest" in error ? error.digest : undefined;
}
