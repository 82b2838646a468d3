/** Any origin works, because paths that lead to another one are refused. */
const base = "http://site.invalid";

const pages = [
  /^\/dashboard(?:\/[\w-]+)*\/?$/,
  // Templates have any name.
  /^\/dashboard\/templates\/(?:[\w.!~*'()-]|%[\dA-F]{2})+$/i,
];

/**
 * The page of the portal to open after signing in, with its query and fragment: the requested one, parsed as a browser
 * would, if it is a page of the portal, otherwise the dashboard. Pages outside the portal are refused too, because some
 * of them redirect to other sites.
 */
export function portalPath(asked: unknown): string {
  const url = typeof asked === "string" ? URL.parse(asked, base) : null;
  if (url?.origin !== base || !pages.some((page) => page.test(url.pathname))) return "/dashboard";
  // Added by Next.js's router when it fetches a part of a page.
  if (url.searchParams.has("_rsc")) url.searchParams.delete("_rsc");
  return url.pathname + url.search + url.hash;
}

/** The header with the origins that may show a live page in a frame. The host sets it, and drops what a client sends. */
export const framesHeader = "x-gatepost-frames";

/**
 * The header with a page's own path and query, to return to after signing in. proxy.ts sets it and overwrites what a
 * client sends.
 */
export const pageHeader = "x-gatepost-page";
