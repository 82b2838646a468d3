import type { Route } from "next";

export function templatePath(name: string): Route {
  return `/dashboard/templates/${encodeURIComponent(name)}` as Route;
}

/** The page that runs a template; without a name, one that asks which. */
export function runPath(templateName?: string): Route {
  const query = templateName === undefined ? "" : `?template=${encodeURIComponent(templateName)}`;
  return `/dashboard/run${query}` as Route;
}
