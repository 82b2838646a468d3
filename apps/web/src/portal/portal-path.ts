/** Any origin will do: what leads to another one is refused. */
const base = "http://site.invalid";

/**
 * The page of the portal that somebody is to see after signing in, with its query and fragment: what was asked for, read
 * as a browser would read it, if that is a page of the portal, else the dashboard. Pages outside the portal are refused
 * too, because some of them lead on to other sites.
 */
export function portalPath(asked: unknown): string {
  const url = typeof asked === "string" ? URL.parse(asked, base) : null;
  if (url?.origin !== base || !/^\/dashboard(?:\/[\w-]+)*\/?$/.test(url.pathname)) return "/dashboard";
  // Added by Next.js's router, which fetches a part of a page by it.
  if (url.searchParams.has("_rsc")) url.searchParams.delete("_rsc");
  return url.pathname + url.search + url.hash;
}
