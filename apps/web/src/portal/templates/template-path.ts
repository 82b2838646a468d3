import type { Route } from "next";

/** The page of a template's editor. */
export function templatePath(name: string): Route {
  return `/dashboard/templates/${encodeURIComponent(name)}` as Route;
}
