import type { Route } from "next";

/** The page that runs a template; without a name, one that asks which. */
export function runPath(templateName?: string): Route {
  const query = templateName === undefined ? "" : `?template=${encodeURIComponent(templateName)}`;
  return `/dashboard/run${query}` as Route;
}
